/** Reviews a saved plan before its apply: its JSON, with the configuration and the lock file inside of it. */
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { releaseHashes } from '../../install/install-provider';
import type { Review } from '../../review';
import type { Engine } from '../engine/run-engine';
import { loadReview } from '../load-review';
import { showPlan } from '../engine/served-engine';

export interface SavedPlan {
  /** The file. */
  readonly plan: string;
  /** Without reads from the API, and without review plans. */
  readonly review: Review;
  /** False for an encrypted plan, and for one of a remote run. */
  readonly hasConfiguration: boolean;
}

/**
 * Returns the plan, or the reason why it cannot be read. Runs the engine, and sends nothing.
 *
 * @param plan the file for messages
 * @param copy the file to read
 */
export async function readSavedPlan(
  engine: Engine,
  { plan, copy }: { readonly plan: string; readonly copy: string },
  dir: string,
): Promise<SavedPlan | string> {
  const { createReview, PlanError, readPlan, readPlanConfiguration, withNote } = loadReview();
  const { code, stdout, text } = await showPlan(engine, copy);
  if (code !== 0 && /Inconsistent dependency lock file/.test(text))
    return `Cannot read ${plan}: it was created in another folder than ${resolve(dir)}, or with another lock file. Pass its folder with --dir, or create a new plan.`;
  if (code !== 0) return `${text.trimEnd().replaceAll(copy, plan)}\nCannot read ${plan}: the engine failed.`;
  // Without its configuration, the plan contains a hidden part.
  const note = { scanned: [], ...readPlanConfiguration(readFileSync(copy), dir), releaseHashes: releaseHashes() };
  try {
    const review = createReview([readPlan(withNote(stdout, note), basename(plan))]);
    return { plan, review, hasConfiguration: 'saved' in note };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return error.message;
  }
}
