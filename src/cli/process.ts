/** Shared parts of the commands: their output streams, and child commands on the same terminal. */
import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { isatty } from 'node:tty';

/** The outputs of a command: results go to `out`, messages to `err`. */
export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Like `out`, for printable text with colors. @default out */
  readonly raw?: (text: string) => void;
  /** Like `err`, for the colors of other programs. Absent if `err` shows none. */
  readonly coloredErr?: (text: string) => void;
  /** Replaces the last line of `err` with printable text of one line. Absent if `err` is not a terminal. */
  readonly showStatus?: (line: string) => void;
  /** The terminal of `out`. @default none: a file or a pipe */
  readonly terminal?: { readonly width: number; readonly color: boolean };
}

/** Ends a command with an exit code. `runCli` prints the message, if there is one. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message = '') {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Returns a function that prints an error, and returns its exit code: `failed` unless it has its own. */
export function endWithError(failed: number, { err }: Pick<Output, 'err'>): (error: unknown) => number {
  return (error) => {
    const message = error instanceof Error ? error.message : String(error);
    if (message !== '') err(`platform-iac: ${message}\n`);
    return error instanceof CommandError ? error.exitCode : failed;
  };
}

/** Exit codes of shells for a missing command, and for one that cannot be run. */
const exitCodes: Readonly<Record<string, number>> = { ENOENT: 127, EACCES: 126 };

export interface EndedProcess {
  /** The command's exit code; 128 + n after signal n, as shells have it. */
  readonly code: number;
  /** The reason why it could not be started. */
  readonly problem?: string;
}

/** Runs a command at our own terminal, passing signals on, to its end. */
export async function runCommand(
  [command = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<EndedProcess> {
  const child = spawn(command, args, { stdio: 'inherit', env });
  const stopPassing = passSignals(child);
  try {
    return await new Promise((resolve) => {
      child.once('error', (error: NodeJS.ErrnoException) =>
        resolve({ code: exitCodes[error.code ?? ''] ?? 126, problem: getProblem(command, error) }),
      );
      child.once('close', (code, signal) => resolve({ code: code ?? 128 + constants.signals[signal ?? 'SIGKILL'] }));
    });
  } finally {
    stopPassing();
  }
}

function passSignals(child: ChildProcess): () => void {
  return onSignals((signal, isPassed) => {
    if (isPassed) child.kill(signal);
  });
}

/**
 * Calls `heard` for each signal, which then no longer ends the process, until the returned function is called.
 * `isPassed`: true if child commands need the signal passed on.
 */
export function onSignals(heard: (signal: NodeJS.Signals, isPassed: boolean) => void): () => void {
  // A terminal sends Ctrl-C to the command itself. Passed on too, it would be a second one, and Terraform stops
  // immediately at the second.
  // Not by `process.stdin`, which loads the modules that read it.
  const atTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const hear = (signal: NodeJS.Signals) => heard(signal, signal !== 'SIGINT' || !atTerminal);
  for (const signal of signals) process.on(signal, hear);
  return () => signals.forEach((signal) => process.off(signal, hear));
}

/** Waits until Node has delivered all received signals. Node delivers them in its event loop, so a listener must stay until then. */
export async function heardSignals(): Promise<void> {
  // The first turn may follow the one that receives signals.
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** The first signal that a command receives. */
export interface Interruption {
  /** Aborted by the signal. */
  readonly signal: AbortSignal;
  /** Returns the exit code of shells for the signal; `undefined` without one. */
  heard(): Promise<number | undefined>;
  end(): void;
}

/** Lets the first signal interrupt a command, which then reports what it has written. The second one ends the process. */
export function awaitInterruption(): Interruption {
  const abort = new AbortController();
  let code: number | undefined;
  const end = onSignals((signal) => {
    code ??= 128 + constants.signals[signal];
    end();
    abort.abort();
  });
  const heard = async () => {
    await heardSignals();
    return code;
  };
  return { signal: abort.signal, heard, end };
}

function getProblem(command: string, { code, message }: NodeJS.ErrnoException): string {
  return code === 'ENOENT' ? `Command not found: ${command}.` : `Cannot run ${command}: ${message}.`;
}

/**
 * Returns a function that replaces the last line of a terminal. An empty line leaves nothing on it. A line is cut at the
 * width of the terminal: only the last row of a wrapped line could be replaced.
 */
export function replaceLine(terminal: { write(text: string): unknown; readonly columns: number }) {
  let isEmpty = true;
  return (line: string): void => {
    // Some terminals do not report their width.
    const shown = line.slice(0, (terminal.columns || 80) - 1);
    // Erases to the end of the line: in the log of a terminal, spaces would leave the former text.
    if (!isEmpty || shown !== '') terminal.write(`\r\u001b[K${shown}`);
    isEmpty = shown === '';
  };
}

/** Returns a word of a shell, quoted if a character could have a meaning in it. */
export function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : shellQuoted(text);
}

export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
