/** The sources of an organization for commands: plans, states, or the service. */
import { readFileSync, statSync } from 'node:fs';
import { InvalidArgumentError, type Command } from 'commander';
import { describeReadError } from '../../base/files/read-error';
import type { LiveOrganization, TerraformPlan, PlanContext } from '../../review';
import { decodeText } from '../../base/text/decode-text';
import { addLiveOptions, type LiveFlags, liveOrganization } from '../live/live-organization';
import { loadReview } from '../load-review';
import { type ReadPlans } from './report-command';

export interface SourceFlags extends LiveFlags {
  readonly state?: readonly string[];
}

/** The sources that could be read, and the problems with the others. */
export interface Sources extends ReadPlans {
  /** Over which the plans are laid; with no plan, the organization itself. */
  readonly live?: LiveOrganization;
}

/** `[plan...]`, `--state FILE` and `--live`. */
export function addSourceOptions(command: Command): Command {
  command
    .argument('[plan...]', 'Saved plans as "terraform show -json" prints them; - is stdin', collectedFiles)
    .option(
      '--state <file>',
      'A state, from "terraform show -json" or "terraform state pull"; - is stdin; may be repeated',
      collectedFiles,
    );
  return addLiveOptions(command, 'The live organization; read-only');
}

/** Reads them all. `undefined` if none is named. */
export async function readSources(
  files: readonly string[],
  { state = [], live: isLive = false, root }: SourceFlags,
): Promise<Sources | undefined> {
  if (files.length + state.length === 0 && !isLive) return undefined;
  const [planned, stored] = [readPlans(files), readStates(state)];
  const plans = [...planned.plans, ...stored.plans];
  const problems = [...planned.problems, ...stored.problems];
  const { context } = planned;
  if (!isLive) return { plans, problems, context };
  const { live, problem } = await liveOrganization(loadReview(), { plans, root });
  return { plans, context, problems: problem === undefined ? problems : [...problems, problem], ...(live && { live }) };
}

/** Reads plans, and the stored context of plans among them. An unreadable file is a problem. */
export function readPlans(files: readonly string[]): ReadPlans {
  const { isStoredContext, joinContexts, parseContext, readPlan } = loadReview();
  const contexts: PlanContext[] = [];
  const { plans, problems } = readFiles(files, (text, name) => {
    if (!isStoredContext(text)) return readPlan(text, name);
    contexts.push(parseContext(text, name));
    return undefined;
  });
  return { plans, problems, ...(contexts.length > 0 && { context: joinContexts(contexts) }) };
}

/** Reads states. An unreadable file is a problem. */
export function readStates(files: readonly string[]): ReadPlans {
  return readFiles(files, loadReview().readState);
}

function readFiles(
  files: readonly string[],
  read: (text: string, name: string) => TerraformPlan | undefined,
): ReadPlans {
  const { PlanError } = loadReview();
  const plans: TerraformPlan[] = [];
  const problems: string[] = [];
  for (const file of files)
    try {
      const plan = read(toText(file), file === '-' ? 'stdin' : file);
      if (plan !== undefined) plans.push(plan);
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
      problems.push(error.message);
    }
  return { plans, problems };
}

function toText(file: string): string {
  const { LARGEST_PLAN_BYTES, PlanError } = loadReview();
  const tooLarge = () => new PlanError(`${file} is larger than the limit of ${LARGEST_PLAN_BYTES / 1024 / 1024} MiB.`);
  try {
    if (file === '-') {
      const bytes = readFileSync(0);
      if (bytes.length > LARGEST_PLAN_BYTES) throw tooLarge();
      return decodeText(bytes);
    }
    if (statSync(file).size > LARGEST_PLAN_BYTES) throw tooLarge();
    return decodeText(readFileSync(file));
  } catch (error) {
    if (error instanceof PlanError) throw error;
    throw new PlanError(describeReadError(file, error), { cause: error });
  }
}

/** Reads several sources; at most one may be standard input. */
export function collectedFiles(file: string, before: readonly string[] = []): readonly string[] {
  if (file === '-' && before.includes('-')) throw new InvalidArgumentError('Standard input can be read only once.');
  return [...before, file];
}
