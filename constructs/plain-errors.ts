/**
 * Prints an uncaught error of a program in a sentence, with the line of the program, and saves CPU time. The scripts of new projects
 * load it before the program: `node --require cdktf-provider-platform/plain-errors --import tsx main.ts`.
 */
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { formatSourceLine, findUserLine, type SourceLine } from './base/source-line';

/** The message of esbuild, with which tsx reads programs. */
const SYNTAX_ERROR = /^Transform failed with \d+ errors?:\n(?<file>.+):(?<line>\d+):\d+: ERROR: (?<problem>.+)/;

/** The flag of V8 by its version, from that of Node 20 to that of Node 26. An unknown flag would print an error. */
const OPTIMIZE_LATE: Readonly<Record<string, string>> = {
  11: '--interrupt-budget=1000000',
  12: '--invocation-count-for-turbofan=30000',
  13: '--invocation-count-for-turbofan=30000',
  14: '--invocation-count-for-turbofan=30000',
};

// By default, compiling hot functions again takes a third of the CPU of a program that ends after a second.
const flag = OPTIMIZE_LATE[Number.parseInt(process.versions.v8)];
if (flag !== undefined) setFlagsFromString(flag);

// For a module that is not found, the calls of the loader come before the line of the program.
Error.stackTraceLimit = 50;

process.on('uncaughtExceptionMonitor', (error: unknown) => {
  // A program that handles errors decides about them.
  if (process.listenerCount('uncaughtException') > 0) return;
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(1);
});

/** Returns a sentence about an error of the running program, and the line of the program. */
export function describeError(error: unknown): string {
  const program = relative(process.cwd(), process.argv[1] ?? '');
  // Its package.json or cdktf.json still has the old name of a renamed program.
  if (program !== '' && !existsSync(program))
    return `Cannot run ${program}: the file does not exist. Correct its name in the scripts of package.json and in cdktf.json.`;
  const { reason, source } = getCause(error);
  const sentence = /[.?!]$/.test(reason) ? reason : `${reason}.`;
  return `Cannot run ${program}: ${sentence} "npx tsx ${program}" shows all calls.${formatSourceLine(source)}`;
}

function getCause(error: unknown): { readonly reason: string; readonly source?: SourceLine | undefined } {
  if (!(error instanceof Error)) return { reason: `it threw ${inspect(error)}` };
  const { file, line, problem } = SYNTAX_ERROR.exec(error.message)?.groups ?? {};
  if (file !== undefined && problem !== undefined)
    return { reason: problem, source: { file: relative(process.cwd(), file), line: Number(line) } };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  // Node lists the importing files in the message, too.
  return { reason: error.message.replace(/\nRequire stack:[^]*$/, ''), source: findUserLine(frames) };
}
