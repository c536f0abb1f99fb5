/** Checks that a saved plan is proved, from its own configuration. */
import type { ReportedProof } from '../../review';
import type { SavedPlan } from './saved-plan';

/** The maximum number of places that a message names. */
const MAX_NAMED = 5;

/** Returns the reason why the plan is not proved, `undefined` if it is. */
export function findUnproved({ plan, review, hasConfiguration }: SavedPlan): string | undefined {
  if (!hasConfiguration)
    return `Cannot prove ${plan}: it contains no configuration that this command can read. Nothing was started. Create the plan with "platform-iac plan --out".`;
  const { proof, verdict } = review.report;
  const [problem] = verdict.problems;
  if (problem !== undefined) return `Cannot prove ${plan}: ${problem} Nothing was started.`;
  return proof?.proved === true ? undefined : describe(plan, proof?.places ?? []);
}

function describe(plan: string, places: ReportedProof['places']): string {
  const lines = places.slice(0, MAX_NAMED).map(({ place, why }) => `\n  ${place}: ${why}.`);
  const more = places.length > MAX_NAMED ? `\n  And ${places.length - MAX_NAMED} more.` : '';
  return `${plan} is not proved. Nothing was started.${lines.join('')}${more}\nChange the stack to data, or apply without --proved after a review of these places.`;
}
