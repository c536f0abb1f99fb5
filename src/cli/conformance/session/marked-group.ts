/**
 * The group of a run. Its name and its description identify it, so that a later run can remove what an earlier one left. Both
 * must match: nobody loses a group that only has a similar name.
 */
import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Values } from '../../../model/api';

const NAME = /^iac-conformance-(\d{8}t\d{6}z)-[0-9a-f]{8}$/;
const DESCRIPTION =
  /^Made by platform-iac conformance \(machine ([0-9a-f]{12}), process (\d+)\)\. It removes the group\.$/;
/** A run ends within two minutes. A group of another machine counts as left behind after this time. */
const ABANDONED_MS = 10 * 60_000;

export interface GroupMark {
  readonly name: string;
  readonly description: string;
}

export function createMark(now: Date): GroupMark {
  const time = now.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '').toLowerCase();
  return {
    name: `iac-conformance-${time}-${randomBytes(4).toString('hex')}`,
    description: `Made by platform-iac conformance (machine ${machine()}, process ${process.pid}). It removes the group.`,
  };
}

/**
 * Returns true for the group of a run that has ended: its process no longer runs on this machine, or it is older than any run.
 */
export function isAbandoned({ name, description }: Values, now: number): boolean {
  const [, time] = NAME.exec(String(name)) ?? [];
  const [, madeOn, processId] = DESCRIPTION.exec(String(description)) ?? [];
  if (time === undefined || processId === undefined) return false;
  if (now - getTime(time) > ABANDONED_MS) return true;
  return madeOn === machine() && Number(processId) !== process.pid && !isRunning(Number(processId));
}

function getTime(text: string): number {
  const [, year, month, day, hours, minutes, seconds] =
    /^(\d{4})(\d{2})(\d{2})t(\d{2})(\d{2})(\d{2})z$/.exec(text) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
}

/** The name of a machine may be confidential. */
function machine(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 12);
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
