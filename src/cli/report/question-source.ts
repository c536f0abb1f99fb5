/** The organization that a query is about: of plans, of states, live, or plans and states on top of the live one. */
import type { Command } from 'commander';
import { isReadError, UNREADABLE_EXIT_CODE } from '../../base/files/read-error';
import type { Review, ReviewConfiguration, Synthesized } from '../../review';
import { addLiveOptions } from '../live/live-organization';
import type { Output } from '../process';
import { loadReview } from '../load-review';
import { CONFIGURATION_DEFAULT, readReviewConfiguration, reportExitCodes } from './report-command';
import { printUnnamedRoots, printUnusedStacks } from './review-notes';
import { collectedFiles, readSources, type SourceFlags } from './sources';
import { readStack } from '../plan/synthesized-stack';

export interface QuestionSourceFlags extends SourceFlags {
  readonly plan?: readonly string[];
  readonly synth?: readonly string[];
  readonly config?: string;
}

export function addQuestionSourceOptions(command: Command): Command {
  command
    .option(
      '--plan <file>',
      'A saved plan as "terraform show -json" prints it; - is stdin; may be repeated',
      collectedFiles,
    )
    .option(
      '--state <file>',
      'A state, from "terraform show -json" or "terraform state pull"; may be repeated',
      collectedFiles,
    )
    .option(
      '--synth <dir>',
      'The folder of a synthesized stack, to show where plans declare objects; may be repeated',
      collectedFiles,
    )
    .option(
      '--config <file>',
      `The owners, issuers and accounts that are yours, which decide who is an outsider, and names of groups. ${CONFIGURATION_DEFAULT}`,
    );
  return addLiveOptions(command, 'Read the current organization from the API (read-only)');
}

/**
 * With `given` instead of the configuration of `--config`. Returns the organization, or the exit code without one. Its
 * report lists unreadable sources as problems.
 */
export async function reviewSource(
  { plan = [], synth = [], config, ...flags }: QuestionSourceFlags,
  { err }: Output,
  given?: ReviewConfiguration,
): Promise<Review | number> {
  const { createReview, PlanError, readSynthesized } = loadReview();
  const say = (message: string) => err(`platform-iac: ${message}\n`);
  let configuration: ReviewConfiguration;
  let stacks: Synthesized[];
  try {
    configuration = given ?? readReviewConfiguration(config);
    stacks = synth.map((folder) => readStack(folder, readSynthesized));
  } catch (error) {
    say((error as Error).message);
    return isReadError(error) ? UNREADABLE_EXIT_CODE : reportExitCodes.usage;
  }
  const sources = await readSources(plan, flags);
  if (sources === undefined) {
    say('No organization is named. Pass --plan, --state or --live.');
    return reportExitCodes.usage;
  }
  const { plans, problems, live, context } = sources;
  if (plans.length === 0 && live === undefined) {
    problems.forEach(say);
    return reportExitCodes.inconclusive;
  }
  try {
    const review = createReview(plans, { configuration, live, context, problems, stacks });
    printUnusedStacks(review, stacks, { err });
    return review;
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    say(error.message);
    return reportExitCodes.inconclusive;
  }
}

/**
 * Returns the answer. If it finds no object of a name, reports this and returns the exit code: with an unread source, nobody
 * knows if an object has the name.
 */
export function answered<T extends object>(
  review: Review,
  { state = [] }: Pick<SourceFlags, 'state'>,
  { err }: Output,
  answer: () => T,
): T | number {
  try {
    const found = answer();
    if (state.length > 0) printUnnamedRoots(review, { err });
    return found;
  } catch (error) {
    if (!(error instanceof loadReview().QuestionError)) throw error;
    const { problems } = review.report.verdict;
    // The sources that were not read may contain the name.
    const reasons = problems.length > 0 ? problems : [(error as Error).message];
    for (const reason of reasons) err(`platform-iac: ${reason}\n`);
    return problems.length > 0 ? reportExitCodes.inconclusive : reportExitCodes.usage;
  }
}
