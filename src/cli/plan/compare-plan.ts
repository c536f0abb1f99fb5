/** Compares a saved plan with the approved report before anything is applied. */
import { executesBeyond } from '../../model/approval';
import { kindInWords } from '../../model/schema';
import type { ApprovedReport, Review } from '../../review';
import type { SavedPlan } from './saved-plan';
import { unlistedWrites } from './unlisted-writes';

/** The maximum number of parts that a message names. */
const MAX_NAMED = 5;

const NEXT =
  'Report the new plan with "platform-iac plan --out PLAN --save json=REPORT", and have the report approved.';

/** Returns the reason why the report certainly does not approve the plan, `undefined` if it may. */
export function comparePlan(
  { review: planned }: SavedPlan,
  { name, report }: { readonly name: string; readonly report: ApprovedReport },
): string | undefined {
  const { approvedWrites, executes } = report;
  const unlisted = unlistedWrites(approvedWrites, planned.writes);
  if (unlisted.length > 0) {
    const { length } = planned.writes;
    const verb = length === 1 ? 'write is not in' : 'writes are not in';
    const first = unlisted.slice(0, 1).map(describe).join('');
    return `${unlisted.length} of ${length} ${verb} ${name} (first: ${first}). Nothing was started. ${NEXT}`;
  }
  // A report of a plan's JSON alone shows no lock file.
  const isLocked = executes.some(({ kind }) => kind === 'lock');
  const beyond = executesBeyond(
    executes,
    planned.report.executes.filter(({ kind }) => isLocked || kind !== 'lock'),
  );
  if (beyond.length === 0) return undefined;
  const more = beyond.length > MAX_NAMED ? ` And ${beyond.length - MAX_NAMED} more.` : '';
  return `${name} does not approve what this plan runs. ${beyond.slice(0, MAX_NAMED).join(' ')}${more} Nothing was started. ${NEXT}`;
}

function describe({ write: { action, declaration }, listed: { path } }: Review['writes'][number]): string {
  return `${action} ${kindInWords(declaration)} ${path}`;
}
