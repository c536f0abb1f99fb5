import { Command, CommanderError } from 'commander';
import type * as LateCommands from './commands';
import { isReadError, UNREADABLE_EXIT_CODE } from '../base/files/read-error';
import { describeFileError } from '../base/files/write-error';
import { VERSION } from '../model/api';
import { printable } from '../base/text/printable';
import { isInExecutable } from '../install/own-package';
import { HELP_OPTION, helpFormat, wrapHelp } from './help';
import { CommandError, endWithError, replaceLine, type Output } from './process';

const VERSION_OPTION: readonly string[] = ['-V', '--version'];

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
    .version(VERSION, VERSION_OPTION.join(', '), 'Print the version')
    .helpOption(HELP_OPTION.join(', '), 'Show this help')
    .helpCommand(false)
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 rejected or failed, 2 usage error, 3 an input file cannot be read; the help of each command lists further exit codes.',
    )
    .configureOutput({ writeOut: (text) => output.out(wrapHelp(text, terminal?.width)), writeErr: output.err })
    .configureHelp(helpFormat(terminal?.width))
    .showHelpAfterError('(see platform-iac --help)')
    .exitOverride();
  let code: number = exitCodes.done;
  const commands = VERSION_OPTION.includes(args[0] ?? '') ? undefined : loadCommands();
  commands?.addCommands(program, output, (ended) => (code = ended), { args, isExecutable });
  if (args.length === 0) {
    program.outputHelp();
    return exitCodes.usage;
  }
  try {
    const parse = () => program.parseAsync(args, { from: 'user' });
    await (commands?.withApiVersionRestored(parse) ?? parse());
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    if (error instanceof CommandError) return endWithError(exitCodes.failed, output)(error);
    output.err(`platform-iac: ${error instanceof Error ? describeFileError(error) : String(error)}\n`);
    return isReadError(error) ? UNREADABLE_EXIT_CODE : exitCodes.failed;
  }
}

/** Loaded late: the version needs no command. */
function loadCommands(): typeof LateCommands {
  // oxlint-disable-next-line typescript/no-require-imports -- loads a folder late in CommonJS and in a bundle alike
  return require('./commands') as typeof LateCommands;
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
