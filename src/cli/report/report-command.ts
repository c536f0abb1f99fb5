/** Shared parts of the commands that print a report: options, configuration, formats and exit codes. */
import { type Command, Option } from 'commander';
import { isReadError } from '../../base/files/read-error';
import type * as ReviewModule from '../../review';
import type {
  ConfigurationFile,
  LiveOrganization,
  Review,
  TerraformPlan,
  PlanContext,
  Report,
  ReviewConfiguration,
  Severity,
} from '../../review';
import { collectedLimits, type LimitFlags, readLimits, withLimits } from './access-limits';
import { printForAtlantis, type PrintReport } from './atlantis';
import { CONFIGURATION_FILE } from '../../base/text/configuration-name';
import { findIgnoredConfigurations, readConfigurationFile } from './configuration-file';
import { addProvenanceOptions, readProvenance, type ProvenanceFlags } from './provenance';
import { type ExpectedEffect, isStillApproved, readExpected } from './expected-effect';
import { addLiveOptions, type LiveFlags, liveOrganization } from '../live/live-organization';
import { clientOfEnvironment, type Connect } from '../live/api-connection';
import { loadReview } from '../load-review';
import { CommandError, endWithError, type Output } from '../process';
import {
  collectedReports,
  type ReportFormat,
  REPORT_FORMATS,
  createFormatters,
  removeSaved,
  type SavedReport,
  saveReport,
} from './report-formats';
import { printUnnamedRoots, printUnusedStacks } from './review-notes';
import { readStack } from '../plan/synthesized-stack';

const SEVERITIES: readonly Severity[] = ['low', 'medium', 'high'];

export const CONFIGURATION_DEFAULT = `By default ${CONFIGURATION_FILE} of the working directory, or of a folder above it in the repository. With CI set, only of the working directory`;

/** Exit codes in addition to those of every command: no gate passes plans that cannot be evaluated. */
export const reportExitCodes = { passed: 0, findings: 1, usage: 2, inconclusive: 3 } as const;

export const REPORT_HELP =
  '\nPLATFORM_IDENTITY_UID names the applying identity, unless the configuration does.' +
  '\n--live reads the address and the token from the environment, like the provider: PLATFORM_BASE_URL, PLATFORM_TOKEN, …' +
  '\nExit codes: 0 done, 1 findings (--fail-on, --no-new-access, --no-new-access-to) or not approved (--expect), 2 usage error, 3 inconclusive.';

export interface ReportFlags extends LiveFlags, ProvenanceFlags, LimitFlags {
  readonly format?: ReportFormat;
  readonly save?: readonly SavedReport[];
  readonly failOn?: Severity;
  readonly config?: string;
  readonly configBefore?: string;
  readonly expect?: string;
  readonly synth?: readonly string[];
  /** A folder of HCL. The report names it for the apply. */
  readonly folder?: string;
  readonly leastCapabilities?: boolean;
  readonly verbose?: boolean;
}

/** The plans that could be read, and why others could not. */
export interface ReadPlans {
  readonly plans: readonly TerraformPlan[];
  readonly problems: readonly string[];
  /** The objects read from the API for the plans. */
  readonly context?: PlanContext | undefined;
  /** Present for an organization without a change. The plans are states, or none. */
  readonly current?: ReviewModule.ReviewOptions['current'];
}

export function addReportOptions(command: Command): Command {
  command
    .addOption(
      new Option('--format <format>', 'Output format; by default text on a terminal, else markdown').choices(
        REPORT_FORMATS,
      ),
    )
    .option(
      '--save <format=file>',
      'Also write the report to a file in this format, such as html=report.html; may be repeated',
      collectedReports,
    )
    .addOption(new Option('--fail-on <severity>', 'Exit 1 for findings of this severity or higher').choices(SEVERITIES))
    .option(
      '--expect <report>',
      'Exit 1 unless the plan has the same effect as the approved report: its digest, or FILE from --format json, which also shows the differences',
    )
    .option('--no-new-access', 'Report new access as high and exit with 1 for it')
    .option(
      '--no-new-access-to <capability[@group]>',
      "Like --no-new-access, for some access only, such as 'role_bindings.*@acme/prod/**'; may be repeated",
      collectedLimits,
    )
    .option('--config <file>', `Rules and suppressions. ${CONFIGURATION_DEFAULT}`)
    .option(
      '--config-before <file>',
      'The configuration before the change, such as that of the target branch: a rule that differs from it counts as new',
    )
    .option(
      '--synth <dir>',
      'The folder of a synthesized stack, such as cdktf.out/stacks/org, to show where objects are declared; may be repeated',
      // Before it, --no-synth leaves false.
      (folder: string, before: readonly string[] | false | undefined) => [...(before || []), folder],
    );
  command.option('--verbose', 'List everything in the text format. With "plan", also show the plan of the engine');
  command.option(
    '--least-capabilities',
    'Print only the capabilities that planning, applying and the next plan need, as text or JSON',
  );
  addProvenanceOptions(command);
  return addLiveOptions(command, 'Evaluate the plans together with the current organization (read-only)');
}

/**
 * Reads the configuration, then the plans, and prints the report on them. Returns the exit code. Reports an unexpected
 * failure with its own exit code: it must not look like findings.
 */
export async function printReport(
  readPlans: () => ReadPlans | Promise<ReadPlans>,
  flags: ReportFlags,
  output: Output,
  connect: Connect = clientOfEnvironment,
): Promise<number> {
  const print = (used: ReportFlags, to: Output, reported?: (report: Report) => void) =>
    readAndPrint(readPlans, used, { output: to, connect, reported }).catch(
      endWithError(reportExitCodes.inconclusive, to),
    );
  if (flags.format !== 'atlantis') return print(flags, output);
  const printAt: PrintReport = (failOn, ...rest) => print({ ...flags, failOn }, ...rest);
  return printForAtlantis(flags.failOn, output, printAt, loadReview().formatAtlantis);
}

interface Printing {
  readonly output: Output;
  readonly connect: Connect;
  /** Receives the report before it is printed. */
  readonly reported?: ((report: Report) => void) | undefined;
}

async function readAndPrint(
  readPlans: () => ReadPlans | Promise<ReadPlans>,
  flags: ReportFlags,
  { output, connect, reported }: Printing,
): Promise<number> {
  checkFlags(flags);
  removeSaved(flags.save ?? []);
  const settings = readSettings(flags, output);
  const input = await readInput(readPlans, flags, output, connect);
  const review = judge(input, settings);
  reported?.(review.report);
  printUnusedStacks(review, settings.stacks, output);
  if (review.report.current !== undefined) printUnnamedRoots(review, output);
  if (flags.leastCapabilities === true) return printLeastCapabilities(review, input.problems, flags, output);
  print(review, flags, output);
  if (review.report.verdict.result === 'unjudged') return reportExitCodes.inconclusive;
  const { expected } = settings;
  if (expected !== undefined && !(await isStillApproved(expected, review, output, connect)))
    return reportExitCodes.findings;
  const failOn = flags.failOn ?? (readLimits(flags) === undefined ? undefined : 'high');
  return failOn !== undefined && loadReview().exceeds(review.report, failOn)
    ? reportExitCodes.findings
    : reportExitCodes.passed;
}

function checkFlags({ leastCapabilities, format, save = [] }: ReportFlags): void {
  if (leastCapabilities !== true) return;
  const refuse = (reason: string): never => {
    throw new CommandError(reportExitCodes.usage, `--least-capabilities ${reason}.`);
  };
  if (!['text', 'json', undefined].includes(format)) refuse('requires --format text or json');
  if (save.length > 0) refuse('prints no report, so --save cannot write one');
}

/** The inputs other than plans. */
interface Settings {
  readonly provenance: ReviewModule.ReviewOptions['provenance'];
  readonly file: ConfigurationFile | undefined;
  readonly configuration: ReviewConfiguration;
  readonly configurationBefore: ReviewConfiguration | undefined;
  readonly stacks: readonly ReviewModule.Synthesized[];
  readonly expected: ExpectedEffect | undefined;
}

function readSettings(flags: ReportFlags, output: Output): Settings {
  try {
    const provenance = { time: new Date().toISOString(), ...readProvenance(flags) };
    const file = readConfigurationFile(flags.config);
    for (const ignored of flags.config === undefined ? findIgnoredConfigurations() : [])
      output.err(
        `platform-iac: ${ignored} does not apply: a program writes its folder. Move it to the project, or pass --config.\n`,
      );
    return {
      provenance: file === undefined ? provenance : { ...provenance, configuration: file.name },
      file,
      configuration: withLimits(configurationIn(file), flags),
      configurationBefore: flags.configBefore === undefined ? undefined : readReviewConfiguration(flags.configBefore),
      stacks: [
        ...(flags.synth ?? []).map((folder) => readStack(folder, loadReview().readSynthesized)),
        ...(flags.folder === undefined ? [] : [{ name: flags.folder, origins: new Map<string, undefined>() }]),
      ],
      expected: flags.expect === undefined ? undefined : readExpected(flags.expect),
    };
  } catch (error) {
    const isInconclusive = error instanceof loadReview().InconclusiveReportError || isReadError(error);
    throw new CommandError(
      isInconclusive ? reportExitCodes.inconclusive : reportExitCodes.usage,
      (error as Error).message,
    );
  }
}

interface ReportInput extends ReadPlans {
  readonly live: LiveOrganization | undefined;
}

/** Reads the plans and the current organization, and prints what could not be read. */
async function readInput(
  readPlans: () => ReadPlans | Promise<ReadPlans>,
  flags: ReportFlags,
  output: Output,
  connect: Connect,
): Promise<ReportInput> {
  const read = await readPlans();
  const { plans, current } = read;
  const isLaidOver = flags.live === true && (plans.length > 0 || current !== undefined);
  const { live, problem } = isLaidOver
    ? await liveOrganization(loadReview(), { plans, root: flags.root }, connect)
    : {};
  const problems = problem === undefined ? read.problems : [...read.problems, problem];
  const isReported = plans.length > 0 || live !== undefined;
  // On a terminal, the report shows them below.
  if (!isReported || output.terminal === undefined) for (const each of problems) output.err(`platform-iac: ${each}\n`);
  if (!isReported) throw new CommandError(reportExitCodes.inconclusive);
  return { ...read, problems, live };
}

function judge({ plans, problems, live, context, current }: ReportInput, settings: Settings): Review {
  const { createReview, PlanError } = loadReview();
  const { configuration, configurationBefore, file: configurationFile, stacks, provenance } = settings;
  const runBy = process.env['PLATFORM_IDENTITY_UID'];
  try {
    return createReview(plans, {
      ...{ configuration, configurationBefore, configurationFile, problems, live, context, stacks, runBy },
      ...{ provenance, current },
    });
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    throw new CommandError(reportExitCodes.inconclusive, error.message);
  }
}

function print(review: Review, flags: ReportFlags, { terminal, out, raw = out }: Output): void {
  const format = flags.format ?? (terminal === undefined ? 'markdown' : 'text');
  raw(createFormatters(loadReview(), { terminal, ...flags })[format](review));
  saveReport(flags.save ?? [], review, loadReview(), flags);
}

function printLeastCapabilities(
  review: Review,
  printed: readonly string[],
  { format }: ReportFlags,
  { out, err }: Output,
): number {
  const { formatLeastCapabilities, leastCapabilities } = loadReview();
  const least = leastCapabilities(review);
  for (const problem of least.problems) if (!printed.includes(problem)) err(`platform-iac: ${problem}\n`);
  out(format === 'json' ? `${JSON.stringify(least, undefined, 2)}\n` : formatLeastCapabilities(least));
  return least.problems.length > 0 ? reportExitCodes.inconclusive : reportExitCodes.passed;
}

/** Returns the configuration of the file, by default of the one that applies to the working directory. Throws an `Error` that names the file and the reason. */
export function readReviewConfiguration(file: string | undefined): ReviewConfiguration {
  return configurationIn(readConfigurationFile(file));
}

function configurationIn(file: ConfigurationFile | undefined): ReviewConfiguration {
  return file === undefined ? {} : loadReview().readConfiguration(file.text, file.name);
}
