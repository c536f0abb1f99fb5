/**
 * When a plugin's process ends. Terraform asks with a call and kills after two seconds; it may itself be killed and ask
 * nothing; signals reach the whole process group. In each case what was begun comes to an end first, within bounds.
 */
import type { InFlight } from './in-flight';
import type { Log } from './log';

export interface Lifetime {
  /** The host called Shutdown. */
  shutdownRequested(): void;
  connectionOpened(): void;
  connectionClosed(): void;
}

/** The parts of `process` that matter here. */
export interface HostProcess {
  readonly ppid: number;
  readonly stderr: { write(text: string, done: () => void): unknown };
  on(event: string, listener: (argument: unknown) => void): unknown;
  exit(code: number): void;
}

/**
 * Ends `process` when it is time. SIGINT and SIGHUP are ignored: they come to the whole group, and Terraform decides
 * then what becomes of the work in progress, through StopProvider and Shutdown. SIGTERM is meant for this process.
 */
export function superviseLifetime(process: HostProcess, inFlight: InFlight, log: Log): Lifetime {
  let connections = 0;
  let ending = false;
  const endWithin = (limitMs: number, exitCode: number): void => {
    if (ending) return;
    ending = true;
    void inFlight.idle(limitMs).then(() => setTimeout(() => process.exit(exitCode), flushMs));
  };
  const hostIsGone = (): void => {
    log.warn('The program that started this provider is gone', { calls_in_flight: inFlight.size });
    endWithin(orphanLimitMs, 0);
  };

  process.on('SIGINT', () => undefined);
  process.on('SIGHUP', () => undefined);
  process.on('SIGTERM', () => {
    inFlight.abort('the provider was told to end (SIGTERM)');
    endWithin(terminationLimitMs, 128 + 15);
  });
  process.on('uncaughtException', (error) => {
    // Terraform shows a line that begins like this, and those that follow it, to the user.
    process.stderr.write(`panic: ${error instanceof Error ? error.stack : String(error)}\n`, () => process.exit(2));
  });

  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && !ending) hostIsGone();
  }, parentCheckMs).unref();

  return {
    shutdownRequested() {
      // Nobody will hear these answers: the host has given up on them.
      inFlight.abort('Terraform ended before this call was answered');
      endWithin(shutdownLimitMs, 0);
    },
    connectionOpened() {
      connections += 1;
    },
    connectionClosed() {
      connections -= 1;
      if (connections === 0 && !ending) hostIsGone();
    },
  };
}

/** Terraform kills two seconds after it asked. */
const shutdownLimitMs = 1_500;
const terminationLimitMs = 5_000;
/** Longer than any single call of a sane provider. */
const orphanLimitMs = 10 * 60_000;
const parentCheckMs = 1_000;
/** Lets the last answer leave. */
const flushMs = 20;
