import { toUsageError } from '../report/question-source';
import type { Command } from 'commander';
import { wrapped } from '../../base/text/columns';
import { visible } from '../../base/text/visible';
import type { Review } from '../../review';
import { CommandError, type Output } from '../process';
import { loadReview } from '../load-review';
import { CONFIGURATION_DEFAULT, readReviewConfiguration, reportExitCodes } from '../report/report-command';
import { addSourceOptions, readSources, type SourceFlags, type Sources } from '../report/sources';
import { writeWholeFile } from '../whole-file';

/** As for `access-review`. */
const PAGE_NOT_WRITTEN = 1;

interface ExploreFlags extends SourceFlags {
  readonly out?: string;
  readonly config?: string;
}

/** `platform-iac explore`: an organization as one page, to look around in. */
export function addExploreCommand(program: Command, output: Output, exitWith: (code: number) => void): void {
  const command = program.command('explore');
  addSourceOptions(command)
    .option('--out <file>', 'Output file; by default standard output')
    .option(
      '--config <file>',
      `The owners, issuers and accounts that are yours, which decide who is an outsider, and names of groups. ${CONFIGURATION_DEFAULT}`,
    )
    .addHelpText(
      'after',
      '\nFor a plan the page shows the organization before and after the apply; for a state or --live, the current organization.' +
        '\n--live reads the address and the token from the environment, like the provider: PLATFORM_BASE_URL, PLATFORM_TOKEN, …' +
        '\nExit codes: 0 done, 1 the page cannot be written, 2 usage error, 3 a source cannot be read.' +
        '\nExample: terraform state pull | platform-iac explore --state - --out organization.html',
    )
    .action(async (files: readonly string[] = [], flags: ExploreFlags) =>
      exitWith(await explore(files, flags, output)),
    );
}

async function explore(files: readonly string[], flags: ExploreFlags, output: Output): Promise<number> {
  const report = (problem: string) => output.err(`platform-iac: ${problem}\n`);
  if (flags.out === undefined && output.terminal !== undefined)
    throw new CommandError(reportExitCodes.usage, 'Cannot write the page to a terminal. Name a file with --out.');
  let configuration: ReturnType<typeof readReviewConfiguration>;
  try {
    configuration = readReviewConfiguration(flags.config);
  } catch (error) {
    throw toUsageError(error);
  }
  const sources = await readSources(files, flags);
  if (sources === undefined)
    throw new CommandError(
      reportExitCodes.usage,
      'No source. Name a plan, --state FILE or --live. (see platform-iac explore --help)',
    );
  for (const problem of sources.problems) report(problem);
  const { plans, problems, live, context } = sources;
  if (plans.length === 0 && live === undefined) return reportExitCodes.inconclusive;
  const { createReview, PlanError } = loadReview();
  let review: Review;
  try {
    review = createReview(plans, { configuration, problems, live, context });
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    throw new CommandError(reportExitCodes.inconclusive, error.message);
  }
  const page = createPage(review, sources);
  if (flags.out === undefined) (output.raw ?? output.out)(page);
  else {
    write(flags.out, page);
    report(`Wrote ${flags.out}. Open it in a browser.`);
    const { width = Infinity } = output.terminal ?? {};
    for (const note of loadReview().listDangerNotes(review))
      output.err(`${wrapped(visible(note), { width, indent: note.startsWith('- ') ? 2 : 0, first: 0 })}\n`);
    // Without declared owners, the page cannot mark an outsider.
    output.err(loadReview().formatUndeclaredOwners(review.undeclaredOwners, output.terminal?.width));
  }
  const isWhole = review.report.verdict.problems.length === 0;
  for (const problem of review.report.verdict.problems.filter((one) => !problems.includes(one))) report(problem);
  return isWhole ? reportExitCodes.passed : reportExitCodes.inconclusive;
}

/** Both sides where a plan changes something, one where there is nothing planned. */
function createPage(review: Review, { plans, live }: Sources): string {
  const { before, after, objects, unknownRoles, external, report, undeclaredOwners, protection } = review;
  const isPlanned = plans.some(({ changes }) => changes !== undefined);
  return loadReview().formatHtml({
    ...(isPlanned && { before }),
    after,
    objects,
    unknownRoles,
    external,
    undeclaredOwners,
    protection,
    problems: report.verdict.problems,
    sources: [...plans.map(({ name }) => name), ...(live === undefined ? [] : [`the live service at ${readTime()}`])],
  });
}

/** Returns the current time to the minute. */
function readTime(): string {
  return new Date().toISOString().replace(/^(.*)T(.*):.*$/, '$1 $2 UTC');
}

function write(file: string, page: string): void {
  try {
    writeWholeFile(file, page);
  } catch (error) {
    throw new CommandError(PAGE_NOT_WRITTEN, (error as Error).message);
  }
}
