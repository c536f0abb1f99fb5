/** Plans a folder for a command that only reads the plan. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TerraformPlan } from '../../review';
import { findRefusal, showEngineText } from '../engine/engine-text';
import { type Engine, startEngine } from '../engine/run-engine';
import { runServed, showPlan } from '../engine/served-engine';
import { clientOfEnvironment, findOtherOrganization } from '../live/api-connection';
import { loadReview } from '../load-review';
import type { Output } from '../process';
import { liveSite } from './plan-site';

export const INTERRUPTED = 'Interrupted.';

interface UnsavedPlan {
  /** The arguments of "terraform plan". */
  readonly args: readonly string[];
  /** True if the program of the project has just written the folder. */
  readonly isSynthesized: boolean;
  readonly output: Output;
}

/** Returns the plan of a folder, or the problem. The plan is deleted, because plans contain secrets. */
export async function readUnsavedPlan(dir: string, options: UnsavedPlan): Promise<TerraformPlan | string> {
  const engine = startEngine(dir);
  const scratch = mkdtempSync(join(tmpdir(), 'platform-iac-'));
  try {
    const unprepared = await liveSite({ dir }, options.isSynthesized).prepare(engine);
    return unprepared ?? (await planTo(join(scratch, 'plan'), { ...options, engine, dir }));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    engine.close();
  }
}

/** Returns plans with what each stack creates, or the problem. They refresh nothing. */
export async function readCreates(dirs: readonly string[], options: UnsavedPlan): Promise<TerraformPlan[] | string> {
  const plans: TerraformPlan[] = [];
  for (const dir of dirs) {
    const made = await readUnsavedPlan(dir, { ...options, args: [...options.args, '-refresh=false'] });
    if (typeof made === 'string') return made;
    plans.push(made);
  }
  return plans;
}

async function planTo(
  file: string,
  { engine, dir, args, output }: UnsavedPlan & { readonly engine: Engine; readonly dir: string },
): Promise<TerraformPlan | string> {
  const { PlanError, readPlan } = loadReview();
  const command = ['plan', '-input=false', '-lock=false', ...args, `-out=${file}`];
  const planned = await runServed(dir, process.env, (env) => engine.run(command, { env }));
  if (engine.interrupted() !== undefined) return INTERRUPTED;
  if (planned.code !== 0 && planned.code !== 2) {
    const show = showEngineText(args, {}, output);
    show.write(planned.text);
    show.end();
    if (!show.hasWritten()) output.err(planned.text);
    const refusal = await findRefusal(planned.text, (group) => findOtherOrganization(clientOfEnvironment, group));
    return refusal ?? `The engine failed to plan ${dir} (exit code ${planned.code}).`;
  }
  const { code, stdout, text } = await showPlan(engine, file);
  if (code !== 0) {
    output.err(text);
    return `The engine failed to show the plan of ${dir} (exit code ${code}).`;
  }
  try {
    return readPlan(stdout, dir);
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return error.message;
  }
}
