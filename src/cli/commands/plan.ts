/**
 * `platform-iac plan`: the plan to apply, the plans for its review, and the report. Plans contain secrets in plain
 * text: plans that are not kept are in a private folder, which is always deleted.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { REVIEW_VARIABLE } from '../../model/api';
import { unmarkedSeed } from '../../model/api/placeholder-uid';
import { releaseHashes } from '../../install/install-provider';
import type { TerraformPlan, PlanNote } from '../../review';
import { type Engine, startEngineAt } from '../engine/run-engine';
import { findRefusal, showEngineText } from '../engine/engine-text';
import { findForeignPlan, findOtherOrganization, preloadClient } from '../live/api-connection';
import { readLiveContext } from '../live/live-organization';
import { passProblem } from '../engine/offline-environment';
import { CONTEXT_NAME, removeEarlier, REVIEW_NAMES, writeJson } from '../plan/plan-files';
import { type PreparedFolder, prepareFolder } from '../plan/plan-folder';
import { liveSite, type PlanSite, snapshotSite } from '../plan/plan-site';
import { CommandError, type Output } from '../process';
import { loadReview } from '../load-review';
import {
  addReportOptions,
  printReport,
  type ReadPlans,
  REPORT_HELP,
  reportExitCodes,
  type ReportFlags,
} from '../report/report-command';
import { overwriteProblem } from '../report/report-formats';
import { runServed, showPlan } from '../engine/served-engine';

interface GivenFlags extends Omit<ReportFlags, 'synth'> {
  /** `false` for `--no-synth`. */
  readonly synth?: readonly string[] | false;
}

interface PlanFlags extends GivenFlags {
  readonly out?: string;
  readonly dir: string;
  readonly jsonOut?: string;
  readonly offline?: boolean;
  readonly maxRequests?: number;
  readonly snapshot?: string;
  readonly snapshotKey?: string;
  readonly maxAge?: number;
  readonly pass?: readonly string[];
}

/** The flags for a folder with a configuration. */
type FolderFlags = Omit<PlanFlags, 'synth'> & PreparedFolder;

/** Options that this command sets, or that cannot apply to several plans. */
const REFUSED_ARGUMENTS = ['out', 'json', 'generate-config-out', 'help'];

export function addPlanCommand(program: Command, output: Output, exitWith: (code: number) => void): void {
  const command = program
    .command('plan')
    .option('--out <file>', 'Save the plan for "terraform apply FILE" in the folder of the stack')
    .option('--dir <dir>', 'The folder of the configuration', '.')
    .option('--json-out <dir>', 'Save all plans as JSON, for platform-iac review')
    .option('--offline', 'Do not read names, roles and existing objects from the API')
    .option(
      '--max-requests <number>',
      'The maximum number of requests for the contents of deleted groups; by default 200',
      requests,
    )
    .option(
      '--snapshot <file>',
      'Plan against a snapshot of the organization instead of the API: without credentials, and never to apply',
    )
    .option('--snapshot-key <file>', 'With --snapshot: the public key that verifies it')
    .option('--max-age <days>', 'With --snapshot: the maximum age of the snapshot; by default 7', days)
    .option(
      '--pass <name>',
      'With --snapshot: a variable of the environment (TF_VAR_…) that Terraform gets although it can be a secret; may be repeated',
      (name: string, before: readonly string[] | undefined) => [...(before ?? []), name],
    )
    .argument('[args...]', 'After --, arguments for "terraform plan", such as -var-file=FILE or -target=ADDRESS');
  addReportOptions(command)
    .option(
      '--no-synth',
      'Plan the stack as it was synthesized and initialized last. Otherwise the app of cdktf.json runs first, without credentials',
    )
    .addHelpText(
      'after',
      `\nThe warnings of the engine go to standard error, with --verbose also its plan, and the report to standard output. The engine is terraform or tofu, or the one that TERRAFORM_BINARY_NAME names. If the app of cdktf.json fails, for example because it breaks a rule, the exit code is 3.${REPORT_HELP}` +
        '\nExample: platform-iac plan --out tfplan --fail-on high -- -var-file=prod.tfvars',
    )
    .action(async (args: readonly string[], flags: PlanFlags) => exitWith(await plan(args, flags, output)));
}

async function plan(args: readonly string[], flags: PlanFlags, output: Output): Promise<number> {
  const problem = usageProblem(args, flags);
  if (problem !== undefined) throw new CommandError(reportExitCodes.usage, problem);
  removeEarlier(flags);
  const prepared = await prepareFolder(flags, output);
  if ('problem' in prepared)
    throw new CommandError(prepared.isUsage ? reportExitCodes.usage : reportExitCodes.inconclusive, prepared.problem);
  return planFolder(args, { ...flags, ...prepared }, output);
}

async function planFolder(args: readonly string[], flags: FolderFlags, output: Output): Promise<number> {
  let site = liveSite(flags, flags.isSynthesized);
  const engine = startEngineAt(() => site);
  const scratch = mkdtempSync(join(tmpdir(), 'platform-iac-'));
  try {
    if (flags.snapshot !== undefined) site = await snapshotSite(flags, scratch);
    const readPlans = () => makePlans({ engine, site, scratch, args, flags, output });
    const code = await printReport(readPlans, flags, output, site.connect);
    return engine.interrupted() ?? code;
  } catch (error) {
    // It must not look like findings.
    output.err(`platform-iac: ${(error as Error).message}\n`);
    return reportExitCodes.inconclusive;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    engine.close();
    await site.close();
  }
}

function usageProblem(args: readonly string[], flags: PlanFlags): string | undefined {
  const { snapshot, snapshotKey, out, pass = [] } = flags;
  const overwritten = overwriteProblem(flags.save, [
    out,
    flags.config,
    flags.configBefore,
    flags.expect,
    snapshot,
    snapshotKey,
  ]);
  if (overwritten !== undefined) return overwritten;
  if ((snapshot === undefined) !== (snapshotKey === undefined))
    return 'Pass --snapshot and --snapshot-key together: only a verified snapshot can be used.';
  if (snapshot !== undefined && out !== undefined)
    return 'Cannot save a plan against a snapshot: nobody may apply it. Omit --out.';
  if (snapshot === undefined && pass.length > 0)
    return 'Pass --pass with --snapshot only: other plans get all variables.';
  const notPassed = pass.flatMap((name) => passProblem(name, process.env) ?? []);
  if (notPassed[0] !== undefined) return notPassed[0];
  const names = args.map((arg) => /^--?([a-z-]+)/.exec(arg)?.[1] ?? '');
  const refused = REFUSED_ARGUMENTS.find((name) => names.includes(name));
  if (refused === undefined) return undefined;
  return refused === 'out'
    ? 'Pass --out FILE before the --. After it, the review plans would overwrite the file.'
    : `-${refused} is not allowed here: the command creates several plans and reads their output.`;
}

function requests(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('Pass a number of requests, such as 500.');
  return Number(text);
}

function days(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('Pass a number of days.');
  return Number(text);
}

interface Planning {
  readonly engine: Engine;
  readonly site: PlanSite;
  readonly scratch: string;
  readonly args: readonly string[];
  readonly flags: FolderFlags;
  readonly output: Output;
}

async function makePlans(planning: Planning): Promise<ReadPlans> {
  const { engine, site, scratch, args, flags, output } = planning;
  const unprepared = await site.prepare(engine);
  if (unprepared !== undefined) return { plans: [], problems: [unprepared, ...site.withheld] };
  const file = flags.out === undefined ? join(scratch, 'plan') : resolve(flags.out);
  const show = showEngineText(args, flags, output);
  output.showStatus?.('Planning…');
  const { code, text } = await runServed(site.dir, site.env, (env) => {
    const planned = engine.run(['plan', '-input=false', ...args, `-out=${file}`], { env, show: show.write });
    // While the engine starts, this process has nothing else to do.
    loadReview();
    if (flags.offline !== true) preloadClient();
    return planned;
  });
  show.end();
  output.showStatus?.('');
  if (engine.interrupted() !== undefined) return nothing;
  const isMade = existsSync(file);
  if (isMade) chmodSync(file, 0o600);
  // With -detailed-exitcode, 2 means that there are changes.
  const isFailed = code !== 0 && code !== 2;
  if (isFailed && !show.hasWritten()) output.err(text);
  // The plan has read nothing, so its findings would be wrong.
  const refusal = isFailed ? await findRefusal(text, (uid) => findOtherOrganization(site.connect, uid)) : undefined;
  if (refusal !== undefined) return { plans: [], problems: [refusal, ...site.withheld] };
  const failed = isFailed ? [`The engine failed to plan (exit code ${code}).`, ...site.withheld] : [];
  if (!isMade) return { plans: [], problems: failed.length > 0 ? failed : ['The engine wrote no plan.'] };
  const ordinary = await readSaved(planning, file, flags.out === undefined ? 'plan' : basename(file), 'plan');
  if (typeof ordinary === 'string') return { plans: [], problems: [...failed, ordinary] };
  const isChecked = flags.offline !== true && flags.snapshot === undefined;
  const foreign = isChecked ? await findForeignPlan(site.connect, ordinary, loadReview()) : undefined;
  if (foreign !== undefined) return { plans: [], problems: [foreign, ...site.withheld] };
  const missing = flags.snapshot === undefined ? findMissingState(ordinary, show.countExisting()) : undefined;
  if (missing !== undefined) return { plans: [], problems: [missing, ...site.withheld] };
  // The review reports the failure of a plan with an error.
  if (failed.length > 0) return { plans: [ordinary], problems: ordinary.status.isErrored ? site.withheld : failed };
  if (engine.interrupted() !== undefined) return { plans: [ordinary], problems: [] };
  for (const sentence of site.withheld) output.err(`${sentence}\n`);
  const [{ plans, problems }, context] = await Promise.all([
    planForReview(planning, ordinary),
    flags.offline === true ? undefined : readLiveContext(loadReview(), [ordinary], { ...flags, ...site }),
  ]);
  if (engine.interrupted() !== undefined) return nothing;
  if (context !== undefined && flags.jsonOut !== undefined)
    writeJson(flags.jsonOut, CONTEXT_NAME, loadReview().formatContext(context));
  const incomplete = await site.problems(ordinary);
  return { plans: [loadReview().withReviews(ordinary, plans)], problems: [...problems, ...incomplete], context };
}

/** Returns the problem of a plan without any managed object, if its objects exist: the changes of access that it shows are wrong. */
function findMissingState(plan: TerraformPlan, existing: number): string | undefined {
  if (existing < 2 || loadReview().managesObjects(plan)) return undefined;
  return `The state is probably missing: no state contains an object of this plan, and ${existing} of its objects exist already. Do not apply this plan. Copy the file of the state, or configure its backend. If no state is lost, import the objects.`;
}

const nothing: ReadPlans = { plans: [], problems: ['Interrupted.'] };

/**
 * Two plans for the review, each with uids of its own, if the first leaves anything open. They take no lock and change
 * nothing. What was changed outside is refreshed once more: the state that the first plan has read is not stored.
 */
async function planForReview(planning: Planning, ordinary: TerraformPlan): Promise<ReadPlans> {
  const { engine, scratch, args, output } = planning;
  if (!loadReview().needsReviewPlans(ordinary)) return { plans: [], problems: [] };
  const refresh = ordinary.drift.length > 0 ? [] : ['-refresh=false'];
  const seed = randomBytes(16).toString('hex');
  const seeds = [seed, unmarkedSeed(seed)];
  const made = await Promise.all(
    REVIEW_NAMES.map(async (name, index): Promise<TerraformPlan | string> => {
      const file = join(scratch, name);
      const all = ['plan', '-input=false', '-no-color', ...args, ...refresh, '-lock=false', `-out=${file}`];
      const { code, text } = await engine.run(all, { env: { [REVIEW_VARIABLE]: seeds[index] } });
      if (engine.interrupted() !== undefined) return 'Interrupted.';
      if (code === 0 || code === 2) return readSaved(planning, file, name, name);
      if (index === 0) output.err(text);
      return `The plan to apply succeeded, but the review plan failed (exit code ${code}).`;
    }),
  );
  const plans = made.filter((one) => typeof one !== 'string');
  const problems = [...new Set(made.filter((one) => typeof one === 'string'))];
  return { plans: problems.length > 0 ? [] : plans, problems };
}

/** Returns the engine's JSON of a saved plan, or the reason why it cannot be read. Saved where the user wants it. */
async function readSaved(planning: Planning, file: string, name: string, keptAs: string) {
  const { engine, flags, output } = planning;
  const { markAsReviewPlan, PlanError, readPlan, withNote } = loadReview();
  const isOrdinary = keptAs === 'plan';
  // The file is read while the engine shows it.
  const [{ code, stdout: shown, text }, note] = await Promise.all([
    showPlan(engine, file),
    isOrdinary ? Promise.resolve().then(() => readNote(planning, file)) : undefined,
  ]);
  if (code !== 0) {
    output.err(text);
    return `The engine failed to show ${name} (exit code ${code}).`;
  }
  const stdout = note === undefined ? markAsReviewPlan(shown) : withNote(shown, note);
  if (flags.jsonOut !== undefined) writeJson(flags.jsonOut, keptAs, stdout);
  try {
    return readPlan(stdout, name);
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return error.message;
  }
}

/** Returns what the engine's JSON lacks: the arguments, the configuration inside of the plan, and the files of this release. */
function readNote({ site, args, flags }: Planning, file: string): PlanNote {
  const { readPlanConfiguration, reportedArguments } = loadReview();
  return {
    arguments: reportedArguments(args, site.env),
    ...readPlanConfiguration(readFileSync(file), flags.dir, site.added),
    releaseHashes: releaseHashes(),
  };
}
