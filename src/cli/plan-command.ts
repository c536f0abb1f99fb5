/**
 * `platform-iac plan`: the plan to apply, the plans for its review, and the report. The plans hold secrets in clear: what is
 * not kept lies in a folder of our own, which goes whatever happens.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { REVIEW_VARIABLE } from '../api';
import { unmarkedSeed } from '../api/placeholder-uid';
import type { Plan } from '../review';
import { type Engine, startEngine } from './engine';
import { withoutNoise } from './engine-text';
import { contextOf } from './live';
import type { Output } from './process';
import {
  addReportOptions,
  loadReview,
  printReport,
  type ReadPlans,
  REPORT_HELP,
  reportExitCodes,
  type ReportFlags,
} from './report';

interface PlanFlags extends ReportFlags {
  readonly out?: string;
  readonly dir: string;
  readonly jsonOut?: string;
  readonly offline?: boolean;
}

/** What the plans are called that are made for the review, in this order. */
const REVIEW_NAMES = ['review', 'review-2'] as const;

/** The file next to the plans that holds the objects read from the API. */
const CONTEXT_NAME = 'context';

const CONFIGURATION = /\.(tf|tofu)(\.json)?$/;

/** What is ours to say, or cannot go to several plans alike. */
const REFUSED_ARGUMENTS = ['out', 'json', 'generate-config-out', 'help'];

export function addPlanCommand(program: Command, output: Output, exitWith: (code: number) => void): void {
  const command = program
    .command('plan')
    .description('make a plan, and say what it changes in who can do what')
    .option('--out <file>', 'keep the plan, to apply it: terraform apply FILE')
    .option('--dir <dir>', 'where the configuration is', '.')
    .option('--json-out <dir>', 'keep what "terraform show -json" says of all plans, for platform-iac review')
    .option('--offline', 'do not read names, roles and existing objects from the API')
    .argument('[args...]', 'after --, arguments for "terraform plan", such as -var-file=FILE or -target=ADDRESS');
  addReportOptions(command)
    .addHelpText(
      'after',
      `\nWhat the engine prints goes to standard error, the report to standard output. The engine is terraform or tofu, or what TERRAFORM_BINARY_NAME names.${REPORT_HELP}` +
        '\nExample: platform-iac plan --out tfplan --fail-on high -- -var-file=prod.tfvars',
    )
    .action(async (args: readonly string[], flags: PlanFlags) => exitWith(await plan(args, flags, output)));
}

async function plan(args: readonly string[], flags: PlanFlags, output: Output): Promise<number> {
  const problem = usageProblem(args, flags);
  if (problem !== undefined) {
    output.err(`platform-iac: ${problem}\n`);
    return reportExitCodes.usage;
  }
  const engine = startEngine(flags.dir);
  const scratch = mkdtempSync(join(tmpdir(), 'platform-iac-'));
  try {
    const code = await printReport(() => makePlans({ engine, scratch, args, flags, output }), flags, output);
    return engine.interrupted() ?? code;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    engine.close();
  }
}

function usageProblem(args: readonly string[], { dir }: PlanFlags): string | undefined {
  if (!existsSync(dir) || !statSync(dir).isDirectory()) return `${dir} is no folder.`;
  if (!readdirSync(dir).some((name) => CONFIGURATION.test(name)))
    return `There is no configuration in ${resolve(dir)}. ${stackHint(dir)}`;
  const names = args.map((arg) => /^--?([a-z-]+)/.exec(arg)?.[1] ?? '');
  const refused = REFUSED_ARGUMENTS.find((name) => names.includes(name));
  if (refused === undefined) return undefined;
  return refused === 'out'
    ? 'Say --out FILE before the --: the plans for the review must not be written there.'
    : `-${refused} cannot be given here: several plans are made, and their output is read.`;
}

/** Where the engine would say only that nothing is there. */
function stackHint(dir: string): string {
  const stacks = join(dir, 'cdktf.out', 'stacks');
  const found = existsSync(stacks)
    ? readdirSync(stacks).filter((name) => existsSync(join(stacks, name, 'cdk.tf.json')))
    : [];
  if (found.length === 0) return 'Name the folder of one with --dir; constructs are synthesized first.';
  return `Name a synthesized stack: ${found.map((name) => `--dir ${join(stacks, name)}`).join(' or ')}`;
}

interface Planning {
  readonly engine: Engine;
  readonly scratch: string;
  readonly args: readonly string[];
  readonly flags: PlanFlags;
  readonly output: Output;
}

async function makePlans(planning: Planning): Promise<ReadPlans> {
  const { engine, scratch, args, flags, output } = planning;
  const file = flags.out === undefined ? join(scratch, 'plan') : resolve(flags.out);
  // Of an older plan nothing must be taken for this one.
  if (flags.out !== undefined) rmSync(file, { force: true });
  const { jsonOut } = flags;
  if (jsonOut !== undefined)
    for (const name of ['plan', ...REVIEW_NAMES, CONTEXT_NAME]) rmSync(keptFile(jsonOut, name), { force: true });
  const show = withoutNoise(output.colouredErr ?? output.err);
  const colour = output.colouredErr === undefined ? ['-no-color'] : [];
  const { code } = await engine.run(['plan', '-input=false', ...colour, ...args, `-out=${file}`], { show: show.write });
  show.end();
  if (engine.interrupted() !== undefined) return nothing;
  const isMade = existsSync(file);
  if (isMade) chmodSync(file, 0o600);
  // With -detailed-exitcode 2 says that there are changes.
  const failed = code === 0 || code === 2 ? [] : [`The engine could not plan (exit code ${code}).`];
  if (!isMade) return { plans: [], problems: failed.length > 0 ? failed : ['The engine has made no plan.'] };
  const ordinary = await readSaved(planning, file, flags.out === undefined ? 'plan' : basename(file), 'plan');
  if (failed.length > 0 || typeof ordinary === 'string' || engine.interrupted() !== undefined)
    return typeof ordinary === 'string'
      ? { plans: [], problems: [...failed, ordinary] }
      : { plans: [ordinary], problems: failed };
  const [{ plans, problems }, context] = await Promise.all([
    planForReview(planning, ordinary),
    flags.offline === true ? undefined : contextOf(loadReview(), [ordinary]),
  ]);
  if (engine.interrupted() !== undefined) return nothing;
  if (context !== undefined && jsonOut !== undefined) keep(jsonOut, CONTEXT_NAME, loadReview().formatContext(context));
  return { plans: [loadReview().withReviews(ordinary, plans)], problems, context };
}

const nothing: ReadPlans = { plans: [], problems: ['Interrupted.'] };

/**
 * Two plans for the review, each with uids of its own, if the first leaves anything open. They take no lock and change
 * nothing. What was changed outside is refreshed once more: the state that the first plan has read is not stored.
 */
async function planForReview(planning: Planning, ordinary: Plan): Promise<ReadPlans> {
  const { engine, scratch, args, output } = planning;
  const { isReviewPlan, leavesOpen } = loadReview();
  if (!leavesOpen(ordinary)) return { plans: [], problems: [] };
  const refresh = ordinary.drift.length > 0 ? [] : ['-refresh=false'];
  const seed = randomBytes(16).toString('hex');
  const seeds = [seed, unmarkedSeed(seed)];
  const made = await Promise.all(
    REVIEW_NAMES.map(async (name, index): Promise<Plan | string> => {
      const file = join(scratch, name);
      const all = ['plan', '-input=false', '-no-color', ...args, ...refresh, '-lock=false', `-out=${file}`];
      const { code, text } = await engine.run(all, { env: { [REVIEW_VARIABLE]: seeds[index] } });
      if (engine.interrupted() !== undefined) return 'Interrupted.';
      if (code === 0 || code === 2) return readSaved(planning, file, name, name);
      if (index === 0) output.err(text);
      return `Planning for the review failed (exit code ${code}), though the plan to apply could be made.`;
    }),
  );
  const plans = made.filter((one) => typeof one !== 'string');
  const problems = [...new Set(made.filter((one) => typeof one === 'string'))];
  const creates = (ordinary.changes ?? []).some(({ fate }) => fate?.isMade === true);
  if (creates && plans.some((one) => !isReviewPlan(one)))
    problems.push(
      'The provider that is installed there makes no plans for a review: it is older than this command. Install the provider of this package (platform-iac install), and run "terraform init".',
    );
  return { plans: problems.length > 0 ? [] : plans, problems };
}

function keep(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(keptFile(folder, name), text, { mode: 0o600 });
}

function keptFile(folder: string, name: string): string {
  return join(folder, `${name}.json`);
}

/** What the engine says of a saved plan, or why that cannot be read. Kept where the user wants it. */
async function readSaved(
  { engine, args, flags, output }: Planning,
  file: string,
  name: string,
  keptAs: string,
): Promise<Plan | string> {
  const { LARGEST_PLAN_BYTES, PlanError, readPlan, reportedArguments, withArguments } = loadReview();
  const { code, stdout: shown, text } = await engine.run(['show', '-json', file], { largestBytes: LARGEST_PLAN_BYTES });
  if (code !== 0) {
    output.err(text);
    return `The engine could not show ${name} (exit code ${code}).`;
  }
  const stdout = keptAs === 'plan' ? withArguments(shown, reportedArguments(args, process.env)) : shown;
  if (flags.jsonOut !== undefined) keep(flags.jsonOut, keptAs, stdout);
  try {
    return readPlan(stdout, name);
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return error.message;
  }
}
