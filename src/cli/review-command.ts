import { readFileSync, statSync } from 'node:fs';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type * as Review from '../review';
import type { Plan, Report, ReviewConfiguration, Severity } from '../review';
import type { Output } from './process';

const FORMATS = ['text', 'markdown', 'json'] as const;
const SEVERITIES: readonly Severity[] = ['low', 'medium', 'high'];

/** Read from the working directory, if it is there and no other is named. */
const CONFIGURATION_FILE = 'review.config.json';

/** Beside those of every command: plans that cannot be judged are let pass by no gate. */
const reviewExitCodes = { passed: 0, findings: 1, usage: 2, unjudged: 3 } as const;

interface ReviewFlags {
  readonly format?: (typeof FORMATS)[number];
  readonly failOn?: Severity;
  readonly config?: string;
}

/** `platform-iac review`: what plans change in who can do what. */
export function addReviewCommand(program: Command, output: Output, exitWith: (code: number) => void): void {
  program
    .command('review')
    .description('say what plans change in who can do what')
    .argument('<plan...>', 'what "terraform show -json" says of a saved plan; - is stdin', collectedPlans)
    .addOption(new Option('--format <format>', 'by default text on a terminal, else markdown').choices(FORMATS))
    .addOption(new Option('--fail-on <severity>', 'exit with 1 for findings as severe as this').choices(SEVERITIES))
    .option('--config <file>', `rules and suppressions; by default ${CONFIGURATION_FILE}, if there is one`)
    .addHelpText(
      'after',
      '\nSeveral stacks are one report. A plan may be followed by its review plan.' +
        '\nPLATFORM_IDENTITY_UID names the identity that applies, unless the configuration does.' +
        '\nExit codes: 0 done, 1 findings (--fail-on), 2 not understood, 3 cannot be judged.' +
        '\nExample: terraform plan -out=tfplan && terraform show -json tfplan | platform-iac review -',
    )
    .action((files: readonly string[], flags: ReviewFlags) => exitWith(review(files, flags, output)));
}

function review(files: readonly string[], { format, failOn, config }: ReviewFlags, output: Output): number {
  const { exceeds, PlanError, reviewPlans } = loadReview();
  let configuration: ReviewConfiguration;
  try {
    configuration = configurationOf(config);
  } catch (error) {
    output.err(`platform-iac: ${(error as Error).message}\n`);
    return reviewExitCodes.usage;
  }
  const { plans, problems } = readPlans(files);
  for (const problem of problems) output.err(`platform-iac: ${problem}\n`);
  if (plans.length === 0) return reviewExitCodes.unjudged;
  let report: Report;
  try {
    report = reviewPlans(plans, { configuration, problems, runBy: process.env['PLATFORM_IDENTITY_UID'] });
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    output.err(`platform-iac: ${error.message}\n`);
    return reviewExitCodes.unjudged;
  }
  (output.raw ?? output.out)(formatted(report, format, output));
  if (report.verdict.result === 'unjudged') return reviewExitCodes.unjudged;
  return failOn !== undefined && exceeds(report, failOn) ? reviewExitCodes.findings : reviewExitCodes.passed;
}

function formatted(report: Report, format: ReviewFlags['format'], { terminal }: Output): string {
  const { formatJson, formatMarkdown, formatText } = loadReview();
  switch (format ?? (terminal === undefined ? 'markdown' : 'text')) {
    case 'json':
      return formatJson(report);
    case 'markdown':
      return formatMarkdown(report);
    case 'text':
      return formatText(report, terminal);
  }
}

/** Those that can be read, and why others cannot. */
function readPlans(files: readonly string[]): { readonly plans: Plan[]; readonly problems: string[] } {
  const { PlanError, readPlan } = loadReview();
  const plans: Plan[] = [];
  const problems: string[] = [];
  for (const file of files)
    try {
      plans.push(readPlan(textOf(file), file === '-' ? 'stdin' : file));
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
      problems.push(error.message);
    }
  return { plans, problems };
}

function textOf(file: string): string {
  const { LARGEST_PLAN_BYTES, PlanError } = loadReview();
  const tooLarge = () =>
    new PlanError(
      `${file} is larger than ${LARGEST_PLAN_BYTES / 1024 / 1024} MiB, which is the most that can be read.`,
    );
  try {
    if (file === '-') {
      const bytes = readFileSync(0);
      if (bytes.length > LARGEST_PLAN_BYTES) throw tooLarge();
      return bytes.toString('utf8');
    }
    if (statSync(file).size > LARGEST_PLAN_BYTES) throw tooLarge();
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof PlanError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : String(code);
    throw new PlanError(`${file} cannot be read: ${reason}.`, { cause: error });
  }
}

function configurationOf(file: string | undefined): ReviewConfiguration {
  const { readConfiguration } = loadReview();
  const name = file ?? CONFIGURATION_FILE;
  let text: string;
  try {
    text = readFileSync(name, 'utf8');
  } catch (error) {
    if (file === undefined && (error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Error(`${name} cannot be read.`, { cause: error });
  }
  return readConfiguration(text, name);
}

function collectedPlans(file: string, before: readonly string[] = []): readonly string[] {
  if (file === '-' && before.includes('-')) throw new InvalidArgumentError('Standard input can be read once only.');
  return [...before, file];
}

/** Loaded late: no other command needs it. */
function loadReview(): typeof Review {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loads a file late in CommonJS and in a bundle alike
  return require('../review') as typeof Review;
}
