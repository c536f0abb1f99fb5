/** Compares a saved plan with the approved report before anything is applied. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { executesBeyond } from '../approval';
import { kindInWords } from '../schema';
import type { ApprovedReport, Review } from '../review';
import type { Engine } from './engine';
import { loadReview } from './report';
import { unlistedWrites } from './unlisted-writes';

/** The reason not to apply a plan. */
export interface Refused {
  readonly reason: string;
  /** True if the plan could not be read: nobody knows what it does. */
  readonly isInconclusive: boolean;
}

/** The maximum number of parts that a message names. */
const MAX_NAMED = 5;

/**
 * Returns the reason why the report certainly does not approve the plan, `undefined` if it may. Runs the engine once, and sends
 * nothing.
 */
export async function comparePlan(
  engine: Engine,
  plan: string,
  { name, report }: { readonly name: string; readonly report: ApprovedReport },
): Promise<Refused | undefined> {
  const { createReview, LARGEST_PLAN_BYTES, PlanError, readPlan, readSavedParts, withNote } = loadReview();
  const { code, stdout, text } = await engine.run(['show', '-json', plan], { largestBytes: LARGEST_PLAN_BYTES });
  if (code !== 0)
    return {
      reason: `${text.trimEnd()}\nCannot read ${plan}: the engine failed. Nothing was started.`,
      isInconclusive: true,
    };
  let planned: ReturnType<typeof createReview>;
  try {
    const { saved, lock } = readSavedParts(readFileSync(plan));
    // A report of a plan's JSON alone shows no lock file.
    const isLocked = report.executes.some(({ kind }) => kind === 'lock');
    const note = { ...(saved !== undefined && { saved }), ...(isLocked && lock !== undefined && { lock }) };
    planned = createReview([readPlan(withNote(stdout, note), basename(plan))]);
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return { reason: `${error.message} Nothing was started.`, isInconclusive: true };
  }
  const { approvedWrites, executes } = report;
  const unlisted = unlistedWrites(approvedWrites, planned.writes);
  if (unlisted.length > 0) {
    const { length } = planned.writes;
    const verb = length === 1 ? 'write is' : 'writes are';
    const first = unlisted.slice(0, 1).map(describe).join('');
    return {
      reason: `${unlisted.length} of ${length} ${verb} not in ${name} (first: ${first}). Nothing was started.`,
      isInconclusive: false,
    };
  }
  const beyond = executesBeyond(executes, planned.report.executes);
  if (beyond.length === 0) return undefined;
  const more = beyond.length > MAX_NAMED ? ` And ${beyond.length - MAX_NAMED} more.` : '';
  return {
    reason: `${name} does not approve what this plan runs. ${beyond.slice(0, MAX_NAMED).join(' ')}${more} Nothing was started.`,
    isInconclusive: false,
  };
}

function describe({ write: { action, declaration }, listed: { path } }: Review['writes'][number]): string {
  return `${action} ${kindInWords(declaration)} ${path}`;
}
