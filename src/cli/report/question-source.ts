/** The organization that a query is about: of plans, of states, live, or plans and states on top of the live one. */
import type { Command } from 'commander';
import { isReadError, UNREADABLE_EXIT_CODE } from '../../base/files/read-error';
import type { Review, ReviewConfiguration, Synthesized } from '../../review';
import { addLiveOptions } from '../live/live-organization';
import { CommandError, type Output } from '../process';
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
 * With `given` instead of the configuration of `--config`. Returns the organization. Its report lists unreadable sources as
 * problems.
 *
 * @throws CommandError without an organization
 */
export async function reviewSource(
  { plan = [], synth = [], config, ...flags }: QuestionSourceFlags,
  { err }: Output,
  given?: ReviewConfiguration,
): Promise<Review> {
  const { createReview, PlanError, readSynthesized } = loadReview();
  let configuration: ReviewConfiguration;
  let stacks: Synthesized[];
  try {
    configuration = given ?? readReviewConfiguration(config);
    stacks = synth.map((folder) => readStack(folder, readSynthesized));
  } catch (error) {
    throw toUsageError(error);
  }
  const sources = await readSources(plan, flags);
  if (sources === undefined)
    throw new CommandError(reportExitCodes.usage, 'No organization is named. Pass --plan, --state or --live.');
  const { plans, problems, live, context } = sources;
  if (plans.length === 0 && live === undefined) {
    for (const problem of problems) err(`platform-iac: ${problem}\n`);
    throw new CommandError(reportExitCodes.inconclusive);
  }
  try {
    const review = createReview(plans, { configuration, live, context, problems, stacks });
    printUnusedStacks(review, stacks, { err });
    return review;
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    throw new CommandError(reportExitCodes.inconclusive, error.message);
  }
}

/** Returns the error about an input: an unreadable file has an exit code of its own. */
export function toUsageError(error: unknown): CommandError {
  return new CommandError(isReadError(error) ? UNREADABLE_EXIT_CODE : reportExitCodes.usage, (error as Error).message);
}

/**
 * Returns the answer.
 *
 * @throws CommandError if it finds no object of a name. With an unread source, nobody knows if an object has the name
 */
export function answered<T extends object>(
  review: Review,
  { state = [] }: Pick<SourceFlags, 'state'>,
  { err }: Output,
  answer: () => T,
): T {
  try {
    const found = answer();
    if (state.length > 0) printUnnamedRoots(review, { err });
    return found;
  } catch (error) {
    if (!(error instanceof loadReview().QuestionError)) throw error;
    const { problems } = review.report.verdict;
    if (problems.length === 0) throw new CommandError(reportExitCodes.usage, (error as Error).message);
    // The sources that were not read may contain the name.
    for (const problem of problems) err(`platform-iac: ${problem}\n`);
    throw new CommandError(reportExitCodes.inconclusive);
  }
}
