import type { Command } from 'commander';
import { readLimits } from '../report/access-limits';
import { CommandError, type Output } from '../process';
import { loadReview } from '../load-review';
import {
  addReportOptions,
  printReport,
  REPORT_HELP,
  reportExitCodes,
  type ReadPlans,
  type ReportFlags,
} from '../report/report-command';
import { readUtf8 } from '../plan/plan-site';
import { overwriteProblem } from '../report/report-formats';
import { collectedFiles, readPlans, readStates } from '../report/sources';

interface ReviewFlags extends ReportFlags {
  readonly state?: readonly string[];
  readonly baseline?: string;
}

const HELP =
  '\nPlans of several stacks produce one report. A plan may be followed by its review plan. context.json of "platform-iac plan --json-out" adds names.' +
  '\nWithout a plan, --live or --state reports the findings of the current organization: owners, outsiders, open invites, unneeded grants.';

const EXAMPLES =
  '\nExamples:' +
  '\n  terraform plan -out=tfplan && terraform show -json tfplan | platform-iac review -' +
  '\n  platform-iac review --live --format json > known.json' +
  '\n  platform-iac review --live --baseline known.json --fail-on medium';

/** `platform-iac review`: reports how plans change access, or the findings of the current organization. */
export function addReviewCommand(program: Command, output: Output, exitWith: (code: number) => void): void {
  const command = program
    .command('review')
    .argument('[plan...]', 'A saved plan as "terraform show -json" prints it; - is stdin', collectedFiles);
  addReportOptions(command)
    .option(
      '--state <file>',
      'Without a plan: a state, from "terraform show -json" or "terraform state pull"; may be repeated',
      collectedFiles,
    )
    .option('--baseline <file>', 'Without a plan: omit the findings of an earlier report of --format json')
    .addHelpText('after', `${HELP}${REPORT_HELP}${EXAMPLES}`)
    .action(async (files: readonly string[], flags: ReviewFlags) => exitWith(await review(files, flags, output)));
}

async function review(files: readonly string[], flags: ReviewFlags, output: Output): Promise<number> {
  const { state = [], baseline } = flags;
  const problem =
    usageProblem(files, flags) ??
    overwriteProblem(flags.save, [...files, ...state, baseline, flags.config, flags.configBefore, flags.expect]);
  if (problem !== undefined) throw new CommandError(reportExitCodes.usage, problem);
  if (files.length > 0) return printReport(() => readPlans(files), flags, output);
  return printReport(() => readCurrent(state, baseline), flags, output);
}

/** Returns the problem of options that do not fit together. */
function usageProblem(files: readonly string[], flags: ReviewFlags): string | undefined {
  const { state = [], baseline } = flags;
  if (files.length > 0) {
    const given = state.length > 0 ? '--state' : baseline === undefined ? undefined : '--baseline';
    return given && `${given} is for an organization without a plan. Omit it, or omit the plans.`;
  }
  if (state.length === 0 && flags.live !== true)
    return 'No plan is named. Pass the JSON of a plan. For the current organization, pass --live or --state.';
  const given = [
    ...(flags.expect === undefined ? [] : ['--expect']),
    ...(flags.leastCapabilities === true ? ['--least-capabilities'] : []),
    ...(readLimits(flags) === undefined ? [] : ['--no-new-access']),
  ];
  return given[0] && `${given[0]} requires a plan: a current organization has no new access and no approval.`;
}

/** Reads the states, and the baseline. An unreadable baseline is no usage error: a gate must not pass because of it. */
function readCurrent(state: readonly string[], baseline: string | undefined): ReadPlans {
  const read = readStates(state);
  if (baseline === undefined) return { ...read, current: {} };
  return { ...read, current: { baseline: loadReview().readBaseline(readUtf8(baseline), baseline) } };
}
