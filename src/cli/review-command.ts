import { readFileSync, statSync } from 'node:fs';
import { InvalidArgumentError, type Command } from 'commander';
import type { Plan } from '../review';
import type { Output } from './process';
import { addReportOptions, loadReview, printReport, type ReadPlans, REPORT_HELP, type ReportFlags } from './report';

/** `platform-iac review`: what plans change in who can do what. */
export function addReviewCommand(program: Command, output: Output, exitWith: (code: number) => void): void {
  const command = program
    .command('review')
    .description('say what plans change in who can do what')
    .argument('<plan...>', 'what "terraform show -json" says of a saved plan; - is stdin', collectedPlans);
  addReportOptions(command)
    .addHelpText(
      'after',
      `\nSeveral stacks are one report. A plan may be followed by its review plan.${REPORT_HELP}` +
        '\nExample: terraform plan -out=tfplan && terraform show -json tfplan | platform-iac review -',
    )
    .action(async (files: readonly string[], flags: ReportFlags) =>
      exitWith(await printReport(() => readPlans(files), flags, output)),
    );
}

/** Those that can be read, and why others cannot. */
function readPlans(files: readonly string[]): ReadPlans {
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

function collectedPlans(file: string, before: readonly string[] = []): readonly string[] {
  if (file === '-' && before.includes('-')) throw new InvalidArgumentError('Standard input can be read once only.');
  return [...before, file];
}
