import { Command, CommanderError } from 'commander';
import { VERSION } from '../model/api';
import { printable } from '../base/text/printable';
import { isInExecutable } from '../install/locate';
import { addAccessReviewCommand } from './commands/access-review';
import { addAccessTestCommand } from './commands/access-test';
import { addAddressesCommand } from './commands/addresses';
import { addAdoptCommand } from './commands/adopt';
import { addApplyCommand } from './commands/apply';
import { addCheckStackCommand } from './commands/check-stack';
import { addCompletionCommand } from './commands/completion';
import { addConformanceCommand } from './commands/conformance';
import { addDriftCommand } from './commands/drift';
import { addEmulatorCommand } from './commands/emulator';
import { limitToExecutable } from './executable';
import { addExploreCommand } from './commands/explore';
import { addInitCommand } from './commands/init';
import { addInstallCommand } from './commands/install';
import { addInviteCodeCommand } from './commands/invite-code';
import { addOidcTokenCommand } from './commands/oidc-token';
import { helpFormat, wrapHelp } from './help';
import { restoringApiVersion } from './live';
import { applyOptionRules } from './option-rules';
import { replaceLine, type Output } from './process';
import { addPlanCommand } from './commands/plan';
import { addQuestionCommands } from './commands/questions';
import { addReviewCommand } from './commands/review';
import { addSchemaCommand } from './commands/schema';
import { addSnapshotCommand } from './commands/snapshot';

/** The exit code of the process. */
const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

/** The commands by their purpose. The help has this order. */
const COMMANDS = {
  'Start a project:': [addInitCommand, addAdoptCommand, addInstallCommand],
  'Review and apply changes:': [
    addPlanCommand,
    addReviewCommand,
    addApplyCommand,
    addCheckStackCommand,
    addAddressesCommand,
  ],
  'Examine an organization:': [
    ...[addQuestionCommands, addExploreCommand, addAccessTestCommand],
    ...[addAccessReviewCommand, addDriftCommand, addSnapshotCommand],
  ],
  'Test without a service:': [addEmulatorCommand, addOidcTokenCommand],
  'Other commands:': [addInviteCodeCommand, addConformanceCommand, addSchemaCommand, addCompletionCommand],
} as const;

/**
 * Runs `platform-iac` with these arguments.
 *
 * @returns the exit code; every error is written to `err` in words, without a stack trace.
 */
export async function runCli(
  args: readonly string[],
  { out, err, coloredErr, showStatus, terminal }: Output = processOutput,
  isExecutable: boolean = isInExecutable(),
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
    .configureOutput({ writeOut: (text) => output.out(wrapHelp(text, terminal?.width)), writeErr: output.err })
    .configureHelp(helpFormat(terminal?.width))
    .showHelpAfterError('(see platform-iac --help)')
    .exitOverride();
  let code: number = exitCodes.done;
  for (const [heading, additions] of Object.entries(COMMANDS)) {
    program.commandsGroup(heading);
    for (const addCommand of additions) addCommand(program, output, (ended) => (code = ended));
  }
  if (isExecutable) limitToExecutable(program);
  applyOptionRules(program);
  // The arguments of each command would leave no space for its description.
  program.configureHelp({ ...program.configureHelp(), subcommandTerm: (command) => command.name() });
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
    terminal: { width: process.stdout.columns || 80, color: hasColor },
  }),
};
