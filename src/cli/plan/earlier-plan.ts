/** Deletes the results of an earlier run: if this one fails, nobody must apply that plan or read its report. */
import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { removeSaved, type SavedReport } from '../report/report-formats';

interface Results {
  readonly out?: string | undefined;
  readonly save?: readonly SavedReport[] | undefined;
}

/**
 * Deletes the saved plan, the reports and other files. Returns the problem of a file that is no saved plan, which stays.
 *
 * @param others further files that this run writes
 */
export function removeEarlier({ out, save = [] }: Results, others: readonly string[]): string | undefined {
  const problem = out === undefined ? undefined : removePlan(out);
  if (problem !== undefined) return problem;
  removeSaved(save);
  for (const file of others) rmSync(file, { force: true });
  return undefined;
}

/** A saved plan is an archive; an encrypted one, and one of a remote run, is JSON with one of these members. */
const PLAN = /^(?:PK\x03\x04|\{[^]*"(?:encrypted_data|remote_plan_format)")/;

/** The number of bytes that show the kind of a file. */
const START = 64 * 1024;

function removePlan(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (!stats.isFile() || (stats.size > 0 && !PLAN.test(readStart(file))))
    return `Cannot save the plan to ${file}: it exists, and is no saved plan. Name another file.`;
  rmSync(file);
  return undefined;
}

function readStart(file: string): string {
  const bytes = Buffer.alloc(START);
  const opened = openSync(file, 'r');
  try {
    return bytes.toString('latin1', 0, readSync(opened, bytes, 0, START, 0));
  } finally {
    closeSync(opened);
  }
}
