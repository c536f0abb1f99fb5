import type { Command } from 'commander';
import type { Output } from './process';
import { addReportOptions, printReport, REPORT_HELP, type ReportFlags } from './report';
import { collectedFiles, readContexts, readPlans } from './sources';

interface ReviewFlags extends ReportFlags {
  readonly context?: readonly string[];
}

/** `platform-iac review`: what plans change in who can do what. */
export function addReviewCommand(program: Command, output: Output, exitWith: (code: number) => void): void {
  const command = program
    .command('review')
    .description('say what plans change in who can do what')
    .argument('<plan...>', 'what "terraform show -json" says of a saved plan; - is stdin', collectedFiles);
  command.option(
    '--context <file>',
    'names, roles and existing objects: context.json of "platform-iac plan --json-out"; may be repeated',
    collectedFiles,
  );
  addReportOptions(command)
    .addHelpText(
      'after',
      `\nSeveral stacks are one report. A plan may be followed by its review plan.${REPORT_HELP}` +
        '\nExample: terraform plan -out=tfplan && terraform show -json tfplan | platform-iac review -',
    )
    .action(async (files: readonly string[], flags: ReviewFlags) => {
      const read = () => readContexts(readPlans(files), flags.context);
      exitWith(await printReport(read, flags, output));
    });
}
