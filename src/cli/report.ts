/** Shared parts of the commands that print a report: options, configuration, formats and exit codes. */
import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type * as ReviewModule from '../review';
import { decodeText } from '../text/decode-text';
import type { ConfigurationFile, Review, Plan, PlanContext, Report, ReviewConfiguration, Severity } from '../review';
import { collectedLimits, type LimitFlags, limitsOf, withLimits } from './access-limits';
import { printForAtlantis, type PrintReport } from './atlantis';
import { CONFIGURATION_FILE, findIgnoredConfigurations, readConfigurationFile } from './configuration-file';
import { addProvenanceOptions, provenanceOf, type ProvenanceFlags } from './provenance';
import { addLiveOptions, clientOfEnvironment, type Connect, inWords, type LiveFlags, liveOrganization } from './live';
import type { Output } from './process';
import {
  collectedReports,
  type Format,
  FORMATS,
  formattersOf,
  removeSaved,
  type SavedReport,
  saveReport,
} from './report-formats';
import { readStack } from './synthesized-stack';

const SEVERITIES: readonly Severity[] = ['low', 'medium', 'high'];

export const CONFIGURATION_DEFAULT = `By default ${CONFIGURATION_FILE} of the working directory, or of a folder above it in the repository. With CI set, only of the working directory`;

/** Exit codes in addition to those of every command: no gate passes plans that cannot be evaluated. */
export const reportExitCodes = { passed: 0, findings: 1, usage: 2, inconclusive: 3 } as const;

export const REPORT_HELP =
  '\nPLATFORM_IDENTITY_UID names the applying identity, unless the configuration does.' +
  '\n--live reads the address and the token from the environment, like the provider: PLATFORM_BASE_URL, PLATFORM_TOKEN, …' +
  '\nExit codes: 0 done, 1 findings (--fail-on, --no-new-access, --no-new-access-to) or not approved (--expect), 2 usage error, 3 inconclusive.';

export interface ReportFlags extends LiveFlags, ProvenanceFlags, LimitFlags {
  readonly format?: Format;
  readonly save?: readonly SavedReport[];
  readonly failOn?: Severity;
  readonly config?: string;
  readonly configBefore?: string;
  readonly expect?: string;
  readonly synth?: readonly string[];
  readonly leastCapabilities?: boolean;
  readonly verbose?: boolean;
}

/** The plans that could be read, and why others could not. */
export interface ReadPlans {
  readonly plans: readonly Plan[];
  readonly problems: readonly string[];
  /** The objects read from the API for the plans. */
  readonly context?: PlanContext | undefined;
  /** Present for an organization without a change. The plans are states, or none. */
  readonly current?: ReviewModule.ReviewOptions['current'];
}

export function addReportOptions(command: Command): Command {
  command
    .addOption(
      new Option('--format <format>', 'Output format; by default text on a terminal, else markdown').choices(FORMATS),
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
      (folder: string, before: readonly string[] | undefined) => [...(before ?? []), folder],
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
  const print = async (used: ReportFlags, to: Output, reported?: (report: Report) => void) => {
    try {
      return await examineAndPrint(readPlans, used, { output: to, connect, reported });
    } catch (error) {
      to.err(`platform-iac: ${error instanceof Error ? error.message : String(error)}\n`);
      return reportExitCodes.inconclusive;
    }
  };
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

async function examineAndPrint(
  readPlans: () => ReadPlans | Promise<ReadPlans>,
  flags: ReportFlags,
  { output, connect, reported }: Printing,
): Promise<number> {
  const { createReview, exceeds, PlanError, readSynthesized, InconclusiveReportError } = loadReview();
  if (flags.leastCapabilities === true && !['text', 'json', undefined].includes(flags.format)) {
    output.err('platform-iac: --least-capabilities requires --format text or json.\n');
    return reportExitCodes.usage;
  }
  const { save = [] } = flags;
  if (flags.leastCapabilities === true && save.length > 0) {
    output.err('platform-iac: --least-capabilities prints no report, so --save cannot write one.\n');
    return reportExitCodes.usage;
  }
  removeSaved(save);
  let file: ConfigurationFile | undefined;
  let configuration: ReviewConfiguration;
  let configurationBefore: ReviewConfiguration | undefined;
  let stacks: ReviewModule.Synthesized[];
  let expected: Expected | undefined;
  let provenance: ReturnType<typeof provenanceOf>;
  try {
    provenance = { time: new Date().toISOString(), ...provenanceOf(flags) };
    file = readConfigurationFile(flags.config);
    if (flags.config === undefined)
      for (const ignored of findIgnoredConfigurations())
        output.err(
          `platform-iac: ${ignored} does not apply: a program writes its folder. Move it to the project, or pass --config.\n`,
        );
    if (file !== undefined) provenance = { ...provenance, configuration: file.name };
    configuration = withLimits(configurationIn(file), flags);
    if (flags.configBefore !== undefined) configurationBefore = configurationOf(flags.configBefore);
    stacks = (flags.synth ?? []).map((folder) => readStack(folder, readSynthesized));
    expected = flags.expect === undefined ? undefined : expectedIn(flags.expect);
  } catch (error) {
    output.err(`platform-iac: ${(error as Error).message}\n`);
    return error instanceof InconclusiveReportError ? reportExitCodes.inconclusive : reportExitCodes.usage;
  }
  const { plans, problems: unread, context, current } = await readPlans();
  const isLaidOver = flags.live === true && (plans.length > 0 || current !== undefined);
  const { live, problem } = isLaidOver
    ? await liveOrganization(loadReview(), { plans, root: flags.root }, connect)
    : {};
  const problems = problem === undefined ? unread : [...unread, problem];
  for (const one of problems) output.err(`platform-iac: ${one}\n`);
  if (plans.length === 0 && live === undefined) return reportExitCodes.inconclusive;
  let review: Review;
  try {
    const runBy = process.env['PLATFORM_IDENTITY_UID'];
    review = createReview(plans, {
      ...{ configuration, configurationBefore, configurationFile: file, problems, live, context, stacks, runBy },
      ...{ provenance, current },
    });
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    output.err(`platform-iac: ${error.message}\n`);
    return reportExitCodes.inconclusive;
  }
  const { report } = review;
  reported?.(report);
  for (const { name } of stacks.filter((one) => !report.plans.some(({ stack }) => stack === one.name)))
    output.err(
      `platform-iac: ${name} does not belong to any plan: no plan has all of its resources. Synthesize again.\n`,
    );
  const { terminal, out, raw = out } = output;
  if (flags.leastCapabilities === true) {
    const { formatLeastCapabilities, leastCapabilities } = loadReview();
    const least = leastCapabilities(review);
    for (const problem of least.problems.filter((one) => !problems.includes(one)))
      output.err(`platform-iac: ${problem}\n`);
    out(flags.format === 'json' ? `${JSON.stringify(least, undefined, 2)}\n` : formatLeastCapabilities(least));
    return least.problems.length > 0 ? reportExitCodes.inconclusive : reportExitCodes.passed;
  }
  const format = flags.format ?? (terminal === undefined ? 'markdown' : 'text');
  raw(formattersOf(loadReview(), { terminal, ...flags })[format](review));
  saveReport(save, review, loadReview(), flags);
  if (report.verdict.result === 'unjudged') return reportExitCodes.inconclusive;
  if (expected !== undefined && expected.digest !== report.digest) {
    const reasons = await reasonsAgainstApproval(expected, review, connect);
    const { formatDifferences } = loadReview();
    const differences =
      expected.report === undefined ? '' : formatDifferences(expected.report, report, { width: terminal?.width });
    if (reasons.length > 0) {
      output.err(
        `platform-iac: The plan is not approved: its digest is ${report.digest}, and the approved digest is ${expected.digest}. Review it again before you apply it.\n`,
      );
      for (const reason of reasons) output.err(`platform-iac: ${reason}\n`);
      output.err(differences);
      return reportExitCodes.findings;
    }
    output.err(
      'platform-iac: The approval holds, though the digest differs: every planned write is approved, and every other approved write has taken effect. Differences since the approval:\n',
    );
    output.err(differences);
  }
  const failOn = flags.failOn ?? (limitsOf(flags) === undefined ? undefined : 'high');
  return failOn !== undefined && exceeds(report, failOn) ? reportExitCodes.findings : reportExitCodes.passed;
}

/** Returns the reasons why the approval does not apply to the plan. A digest alone does not explain the differences. */
async function reasonsAgainstApproval({ report }: Expected, review: Review, connect: Connect): Promise<string[]> {
  if (report === undefined) return ['Pass the file of the approved report to see the differences.'];
  try {
    const client = connect();
    try {
      return await loadReview().reasonsAgainst(report, review, client);
    } finally {
      await client.close();
    }
  } catch (error) {
    return [`Cannot check which approved writes have taken effect: ${inWords(error)}`];
  }
}

/** The approved effect. A digest alone does not show the differences. */
interface Expected {
  readonly digest: string;
  readonly report?: Report;
}

/** Reads a digest. Throws an `Error` with the problem of the text. */
function expectedIn(text: string): Expected {
  if (/^[0-9a-f]{64}$/.test(text)) return { digest: text };
  const report = readReport(text, `${text} is neither a digest of 64 digits (0-9, a-f) nor a readable file.`);
  return { digest: report.digest, report };
}

/** Reads an approved report. Throws an `Error` that names the file and the reason. */
export function readReport(file: string, unreadable = `Cannot read ${file}.`): ReviewModule.ApprovedReport {
  let content: string;
  try {
    content = decodeText(readFileSync(file));
  } catch (error) {
    throw new Error(unreadable, { cause: error });
  }
  return loadReview().readApproved(content, file);
}

/** Returns the configuration of the file, by default of the one that applies to the working directory. Throws an `Error` that names the file and the reason. */
export function configurationOf(file: string | undefined): ReviewConfiguration {
  return configurationIn(readConfigurationFile(file));
}

function configurationIn(file: ConfigurationFile | undefined): ReviewConfiguration {
  return file === undefined ? {} : loadReview().readConfiguration(file.text, file.name);
}

/** Loaded late: no other command needs it. */
export function loadReview(): typeof ReviewModule {
  // oxlint-disable-next-line typescript/no-require-imports -- loads a file late in CommonJS and in a bundle alike
  return require('../review') as typeof ReviewModule;
}
