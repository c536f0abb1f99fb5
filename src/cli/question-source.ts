/** The organization that a question is about: of plans, of states, or as it is; or of those laid over what is. */
import type { Command } from 'commander';
import type { Examination, ReviewConfiguration, Synthesized } from '../review';
import { addLiveOptions } from './live';
import type { Output } from './process';
import { configurationOf, loadReview, reportExitCodes } from './report';
import { collectedFiles, readSources, type SourceFlags } from './sources';
import { readStack } from './synthesized-stack';

export interface QuestionSourceFlags extends SourceFlags {
  readonly plan?: readonly string[];
  readonly synth?: readonly string[];
  readonly config?: string;
}

export function addQuestionSourceOptions(command: Command): Command {
  command
    .option(
      '--plan <file>',
      'what "terraform show -json" says of a saved plan; - is stdin; may be repeated',
      collectedFiles,
    )
    .option(
      '--state <file>',
      'a state, from "terraform show -json" or "terraform state pull"; may be repeated',
      collectedFiles,
    )
    .option(
      '--synth <dir>',
      "a synthesized stack's folder, for where plans declare things; may be repeated",
      collectedFiles,
    )
    .option('--config <file>', 'names of groups that only their uids are known of; by default review.config.json');
  return addLiveOptions(command, 'the whole organization as it is now; reads only');
}

/** With `given` instead of the configuration of `--config`. The organization, or the exit code where there is none. What could not be read is among the problems of its report. */
export async function examineSource(
  { plan = [], synth = [], config, ...flags }: QuestionSourceFlags,
  { err }: Output,
  given?: ReviewConfiguration,
): Promise<Examination | number> {
  const { examinePlans, PlanError, readSynthesized } = loadReview();
  const say = (message: string) => err(`platform-iac: ${message}\n`);
  let configuration: ReviewConfiguration;
  let stacks: Synthesized[];
  try {
    configuration = given ?? configurationOf(config);
    stacks = synth.map((folder) => readStack(folder, readSynthesized));
  } catch (error) {
    say((error as Error).message);
    return reportExitCodes.usage;
  }
  const sources = await readSources(plan, flags);
  if (sources === undefined) {
    say('Of which organization? Give --plan, --state or --live.');
    return reportExitCodes.usage;
  }
  const { plans, problems, live, context } = sources;
  if (plans.length === 0 && live === undefined) {
    problems.forEach(say);
    return reportExitCodes.unjudged;
  }
  try {
    return examinePlans(plans, { configuration, live, context, problems, stacks });
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    say(error.message);
    return reportExitCodes.unjudged;
  }
}
