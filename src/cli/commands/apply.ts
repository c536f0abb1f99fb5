/** `platform-iac apply`: applies a saved plan, and binds the provider to the writes of the approved report. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { describeReadError, isReadError, UNREADABLE_EXIT_CODE } from '../../base/files/read-error';
import { REVIEW_VARIABLE } from '../../model/api';
import { APPROVED_VARIABLE, DIGEST_VARIABLE } from '../../model/approval';
import { CAPABILITIES_VARIABLE } from '../../model/kinds';
import type { ApprovedReport } from '../../review';
import { comparePlan } from '../plan/compare-plan';
import { startEngine } from '../engine/run-engine';
import { addApiVersionOption } from '../live/api-version-option';
import { CommandError, type Output, shellWord } from '../process';
import { findUnproved } from '../plan/proved-plan';
import { readReport } from '../report/expected-effect';
import { loadReview } from '../load-review';
import { reportExitCodes } from '../report/report-command';
import { findPlannedStack, missingFolderProblem } from '../plan/plan-folder';
import { isConfigurationFile } from '../plan/root-variables';
import { readSavedPlan } from '../plan/saved-plan';

interface ApplyFlags {
  readonly approved: string;
  readonly digest?: string;
  readonly maxAge?: string;
  readonly dir?: string;
  readonly proved?: boolean;
  /** False for `--no-narrow`. */
  readonly narrow: boolean;
}

export function addApplyCommand(program: Command, output: Output, exitWith: (code: number) => void): void {
  addApiVersionOption(program.command('apply'))
    .argument('<plan>', 'The plan, as "platform-iac plan --out PLAN" or "terraform plan -out=PLAN" saved it')
    .requiredOption('--approved <report>', 'Required: the approved report, as --format json wrote it')
    .option('--digest <digest>', 'Exit 1 unless REPORT has this digest')
    .option('--max-age <time>', 'Exit 1 if REPORT is older, such as 7d, 12h or 30m')
    .option('--proved', 'Refuse a plan that is not proved: its apply could differ from the report')
    .option(
      '--dir <dir>',
      'The folder of the configuration. By default the stack of the project that REPORT names, or the current folder',
    )
    .option('--no-narrow', 'Do not narrow the token to the capabilities that the plan needs')
    .addHelpText(
      'after',
      '\nThe plan is compared with REPORT first: if a write is not in it, nothing is started.' +
        `\nThe provider refuses every write that REPORT does not list (${APPROVED_VARIABLE}). The token of an assumed identity is ` +
        `narrowed to the capabilities in REPORT, unless ${CAPABILITIES_VARIABLE} is set already or PLATFORM_TOKEN is a fixed token.` +
        '\nThe engine is terraform or tofu, or the one that TERRAFORM_BINARY_NAME names.' +
        "\nExit codes: the engine's own; 1 not approved or not proved, 2 usage error, 3 PLAN or REPORT cannot be read, REPORT is inconclusive, or the token cannot be narrowed." +
        '\nExample: platform-iac apply tfplan --approved report.json',
    )
    .action(async (plan: string, flags: ApplyFlags) => exitWith(await apply(plan, flags, output)));
}

async function apply(plan: string, flags: ApplyFlags, output: Output): Promise<number> {
  const say = (text: string): void => output.err(`platform-iac: ${text}\n`);
  const { approved, digest, maxAge } = flags;
  const longest = maxAge === undefined ? undefined : readAge(maxAge);
  if (maxAge !== undefined && longest === undefined)
    throw new CommandError(
      reportExitCodes.usage,
      `Cannot read --max-age ${maxAge}: it is not a time. Pass a number and d, h or m, such as 7d.`,
    );
  const missing = missingFolderProblem(flags.dir ?? '.');
  if (missing !== undefined) throw new CommandError(reportExitCodes.usage, missing);
  let saved: Buffer;
  try {
    saved = readFileSync(plan);
  } catch (error) {
    throw new CommandError(
      UNREADABLE_EXIT_CODE,
      `${describeReadError(plan, error)} Create it with "platform-iac plan --out ${shellWord(plan)}".`,
    );
  }
  let report: ApprovedReport;
  try {
    report = readReport(approved);
  } catch (error) {
    const isInconclusive = error instanceof loadReview().InconclusiveReportError || isReadError(error);
    const code = isInconclusive ? reportExitCodes.inconclusive : reportExitCodes.usage;
    throw new CommandError(code, (error as Error).message);
  }
  if (digest !== undefined && digest !== report.digest)
    throw new CommandError(
      reportExitCodes.findings,
      `${approved} has the digest ${report.digest}, not the approved digest ${digest}. Nothing was applied.`,
    );
  const dir = flags.dir ?? findProjectStack(report) ?? '.';
  const folder = hasConfiguration(dir) ? undefined : findPlannedFolder(report, [plan, approved]);
  if (folder !== undefined)
    throw new CommandError(
      reportExitCodes.usage,
      `Cannot apply in ${resolve(dir)}: it contains no configuration. ${approved} is about ${folder}. Pass --dir ${shellWord(folder)}.`,
    );
  const expired = longest === undefined ? undefined : expiredReason(report, longest, approved);
  if (expired !== undefined) throw new CommandError(reportExitCodes.findings, expired);
  const capabilities = flags.narrow ? narrowing(report) : undefined;
  const engine = startEngine(dir);
  // The files can be replaced while the engine runs: engine and provider read what was read here.
  const scratch = mkdtempSync(join(tmpdir(), 'platform-approved-'));
  try {
    const copy = join(scratch, 'report.json');
    writeFileSync(copy, JSON.stringify(report), { mode: 0o600 });
    const planCopy = join(scratch, 'tfplan');
    writeFileSync(planCopy, saved, { mode: 0o600 });
    const read = await readSavedPlan(engine, { plan: resolve(plan), copy: planCopy }, dir);
    if (engine.interrupted() !== undefined) return engine.interrupted() ?? 1;
    if (typeof read === 'string') throw new CommandError(reportExitCodes.inconclusive, `${read} Nothing was started.`);
    const refused =
      comparePlan(read, { name: basename(approved), report }) ??
      (flags.proved === true ? findUnproved(read) : undefined);
    if (refused !== undefined) throw new CommandError(reportExitCodes.findings, refused);
    const color = output.terminal?.color === true ? [] : ['-no-color'];
    const { code, text } = await engine.run(['apply', '-input=false', ...color, planCopy], {
      env: {
        [APPROVED_VARIABLE]: copy,
        [DIGEST_VARIABLE]: report.digest,
        [REVIEW_VARIABLE]: undefined,
        ...(capabilities !== undefined && { [CAPABILITIES_VARIABLE]: capabilities }),
      },
      show: output.raw ?? output.out,
    });
    if (code !== 0 && /Saved plan is stale/.test(text))
      say(
        `The state has changed since ${plan} was created, so nothing was applied. Create a new plan with "platform-iac plan --expect ${shellWord(approved)}", which compares it with ${approved}.`,
      );
    return code;
  } finally {
    engine.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Like `plan`, an apply in the folder of a project is one of its stack. The report decides only between stacks of the project. */
function findProjectStack({ plans }: ApprovedReport): string | undefined {
  return hasConfiguration('.') ? undefined : findPlannedStack(plans.flatMap(({ stack }) => stack ?? []));
}

function hasConfiguration(folder: string): boolean {
  return existsSync(folder) && statSync(folder).isDirectory() && readdirSync(folder).some(isConfigurationFile);
}

/**
 * Returns the folder of the plan: the engine would only report a missing provider. A report does not name the folder that it was
 * created in, which contains its files by default.
 */
function findPlannedFolder({ plans }: ApprovedReport, files: readonly string[]): string | undefined {
  return [...plans.flatMap(({ stack }) => stack ?? []), ...files.map((file) => dirname(file))].find(hasConfiguration);
}

const UNITS = { d: 86_400_000, h: 3_600_000, m: 60_000 } as const;

/** Returns a time in milliseconds; `undefined` if the text is none. */
function readAge(text: string): number | undefined {
  const [, number, unit] = /^(\d{1,6})([dhm])$/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number) * UNITS[unit as keyof typeof UNITS];
}

/** Returns the reason why the report is too old. A report without a time has no age. */
function expiredReason({ provenance }: ApprovedReport, longest: number, name: string): string | undefined {
  const created = Date.parse(provenance?.time ?? '');
  if (Number.isNaN(created))
    return `Cannot apply ${name}: it has no time, so its age is unknown. Review the plan again.`;
  const age = Date.now() - created;
  if (age >= 0 && age <= longest) return undefined;
  return `Cannot apply ${name}: it was created at ${new Date(created).toISOString()}, which --max-age does not allow. Review the plan again.`;
}

/** A plan without writes needs no capability, and a token cannot be narrowed to none. */
const NO_WRITE = 'groups.list';

/** Returns the capabilities for the token; `undefined` if it cannot be narrowed. Throws if they are not known. */
function narrowing({ leastCapabilities }: ApprovedReport): string | undefined {
  const isFixed = (process.env['PLATFORM_TOKEN'] ?? '') !== '';
  if (isFixed || process.env[CAPABILITIES_VARIABLE] !== undefined) return undefined;
  const { capabilities, isNarrowable, problems } = leastCapabilities;
  if (problems.length > 0)
    throw new CommandError(
      reportExitCodes.inconclusive,
      `Cannot narrow the token: the report does not know every capability that the plan needs. ${problems.join(' ')} Use --no-narrow to apply with the whole token.`,
    );
  if (!isNarrowable) return undefined;
  return capabilities.length > 0 ? capabilities.join(',') : NO_WRITE;
}
