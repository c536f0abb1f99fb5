/** Checks that a saved plan is proved, from its own configuration. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { ReportedProof } from '../review';
import type { Engine } from './engine';
import { loadReview } from './report';

/** The maximum number of places that a message names. */
const MAX_NAMED = 5;

/** Returns the reason why the plan is not proved, `undefined` if it is. Runs the engine once, and sends nothing. */
export async function findUnproved(engine: Engine, plan: string, dir: string): Promise<string | undefined> {
  const { LARGEST_PLAN_BYTES, PlanError, readPlan, readPlanConfiguration, reviewPlans, withNote } = loadReview();
  const configuration = readPlanConfiguration(readFileSync(plan), dir);
  if (configuration.saved === undefined)
    return `Cannot prove ${plan}: it contains no configuration that this command can read. Nothing was started. Create the plan with "platform-iac plan --out".`;
  const { code, stdout, text } = await engine.run(['show', '-json', plan], { largestBytes: LARGEST_PLAN_BYTES });
  if (code !== 0) return `${text.trimEnd()}\nCannot prove ${plan}: the engine failed to show it. Nothing was started.`;
  try {
    const { proof, verdict } = reviewPlans([readPlan(withNote(stdout, configuration), basename(plan))]);
    const [problem] = verdict.problems;
    if (problem !== undefined) return `Cannot prove ${plan}: ${problem} Nothing was started.`;
    return proof?.proved === true ? undefined : describe(plan, proof?.places ?? []);
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return `Cannot prove ${plan}: ${error.message} Nothing was started.`;
  }
}

function describe(plan: string, places: ReportedProof['places']): string {
  const lines = places.slice(0, MAX_NAMED).map(({ place, why }) => `\n  ${place}: ${why}.`);
  const more = places.length > MAX_NAMED ? `\n  And ${places.length - MAX_NAMED} more.` : '';
  return `${plan} is not proved. Nothing was started.${lines.join('')}${more}\nChange the stack to data, or apply without --proved after a review of these places.`;
}
