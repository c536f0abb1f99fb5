import { Command, CommanderError } from 'commander';
import { VERSION } from '../api';
import { printable } from '../text/printable';
import { addAccessReviewCommand } from './access-review-command';
import { addAccessTestCommand } from './access-test-command';
import { addAddressesCommand } from './addresses-command';
import { addAdoptCommand } from './adopt-command';
import { addApplyCommand } from './apply-command';
import { addCheckStackCommand } from './check-stack-command';
import { addCompletionCommand } from './completion-command';
import { addConformanceCommand } from './conformance-command';
import { addDriftCommand } from './drift-command';
import { addEmulatorCommand } from './emulator-command';
import { limitToExecutable } from './executable';
import { addExploreCommand } from './explore-command';
import { addInitCommand } from './init-command';
import { addInstallCommand } from './install-command';
import { addInviteCodeCommand } from './invite-code-command';
import { addOidcTokenCommand } from './oidc-token-command';
import { restoringApiVersion } from './live';
import { replaceLine, type Output } from './process';
import { addPlanCommand } from './plan-command';
import { addQuestionCommands } from './question-commands';
import { addReviewCommand } from './review-command';
import { addSchemaCommand } from './schema-command';
import { addSnapshotCommand } from './snapshot-command';

/** The exit code of the process. */
const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

/**
 * Runs `platform-iac` with these arguments.
 *
 * @returns the exit code; every error is written to `err` in words, without a stack trace.
 */
export async function runCli(
  args: readonly string[],
  { out, err, coloredErr, showStatus, terminal }: Output = processOutput,
  isExecutable: boolean = process.getBuiltinModule('node:sea').isSea(),
): Promise<number> {
  // Prints texts of a service.
  const output: Output = {
    out: (text) => out(printable(text)),
    err: (text) => err(printable(text)),
    raw: out,
    ...(coloredErr && { coloredErr }),
    ...(showStatus && { showStatus: (line) => showStatus(printable(line)) }),
    ...(terminal && { terminal }),
  };
  const program = new Command('platform-iac')
    .description('Plan, review and apply changes of an organization, and answer who has which access')
    .version(VERSION, '-V, --version', 'Print the version')
    .helpOption('-h, --help', 'Show the help of a command')
    .helpCommand(false)
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 rejected or failed, 2 usage error; the help of each command lists further exit codes.',
    )
    .configureOutput({ writeOut: output.out, writeErr: output.err })
    .showHelpAfterError('(see platform-iac --help)')
    .exitOverride();
  let code: number = exitCodes.done;
  addInitCommand(program, output, (ended) => (code = ended));
  addAdoptCommand(program, output, (ended) => (code = ended));
  addInstallCommand(program, output);
  addEmulatorCommand(program, output, (ended) => (code = ended));
  addOidcTokenCommand(program, output);
  addPlanCommand(program, output, (ended) => (code = ended));
  addApplyCommand(program, output, (ended) => (code = ended));
  addCheckStackCommand(program, output, (ended) => (code = ended));
  addReviewCommand(program, output, (ended) => (code = ended));
  addExploreCommand(program, output, (ended) => (code = ended));
  addQuestionCommands(program, output, (ended) => (code = ended));
  addAccessReviewCommand(program, output, (ended) => (code = ended));
  addAccessTestCommand(program, output, (ended) => (code = ended));
  addAddressesCommand(program, output, (ended) => (code = ended));
  addDriftCommand(program, output, (ended) => (code = ended));
  addSnapshotCommand(program, output, (ended) => (code = ended));
  addConformanceCommand(program, output, (ended) => (code = ended));
  addInviteCodeCommand(program, output);
  addSchemaCommand(program, output);
  addCompletionCommand(program, output);
  if (isExecutable) limitToExecutable(program);
  for (const command of program.commands)
    command.showHelpAfterError(
      command.name() === 'plan'
        ? '(pass options of "terraform plan" after --: platform-iac plan -- -var-file=FILE; see platform-iac plan --help)'
        : `(see platform-iac ${command.name()} --help)`,
    );
  if (args.length === 0) {
    program.outputHelp();
    return exitCodes.usage;
  }
  try {
    await restoringApiVersion(() => program.parseAsync(args, { from: 'user' }));
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    output.err(`platform-iac: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCodes.failed;
  }
}

const hasColor = (process.env['NO_COLOR'] ?? '') === '';

const processOutput: Output = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  ...(process.stderr.isTTY && hasColor && { coloredErr: (text) => process.stderr.write(text) }),
  ...(process.stderr.isTTY && { showStatus: replaceLine(process.stderr) }),
  ...(process.stdout.isTTY && {
    terminal: { width: process.stdout.columns, color: hasColor },
  }),
};
