import type { Command } from 'commander';
import type { Output } from './process';
import { addReportOptions, printReport, REPORT_HELP, reportExitCodes, type ReportFlags } from './report';
import { overwriteProblem } from './report-formats';
import { collectedFiles, readPlans } from './sources';

/** `platform-iac review`: reports how plans change access. */
export function addReviewCommand(program: Command, output: Output, exitWith: (code: number) => void): void {
  const command = program
    .command('review')
    .description('Report how plans change access')
    .argument('<plan...>', 'A saved plan as "terraform show -json" prints it; - is stdin', collectedFiles);
  addReportOptions(command)
    .addHelpText(
      'after',
      `\nPlans of several stacks produce one report. A plan may be followed by its review plan. context.json of "platform-iac plan --json-out" adds names.${REPORT_HELP}` +
        '\nExample: terraform plan -out=tfplan && terraform show -json tfplan | platform-iac review -',
    )
    .action(async (files: readonly string[], flags: ReportFlags) => exitWith(await review(files, flags, output)));
}

async function review(files: readonly string[], flags: ReportFlags, output: Output): Promise<number> {
  const problem = overwriteProblem(flags.save, [...files, flags.config, flags.expect]);
  if (problem === undefined) return printReport(() => readPlans(files), flags, output);
  output.err(`platform-iac: ${problem}\n`);
  return reportExitCodes.usage;
}
