/**
 * Ends the process of a plugin. Terraform calls Shutdown and kills the process two seconds later; Terraform may be
 * killed without calling anything; signals reach the whole process group. In each case calls in progress are aborted
 * and have a time limit to finish.
 */
import { Cancellation } from '../../grpc/cancellation';
import { printable } from '../../base/text/printable';
import { HostGoneError } from '../sdk/context';
import type { LeveledLog } from './log';

export interface Lifetime {
  /** The host knows where to connect. */
  started(): void;
  /** The host called Shutdown. */
  shutdownRequested(): void;
  connectionOpened(): void;
  connectionClosed(): void;
}

/** The part of `process` that is used here. */
export interface HostProcess {
  readonly ppid: number;
  readonly stderr: { write(text: string, done: () => void): unknown };
  on(event: string, listener: (argument: unknown) => void): unknown;
  exit(code: number): void;
}

/**
 * Ends `process` when Terraform is done with it. Ignores SIGINT and SIGHUP: the whole group receives them, and
 * Terraform then decides about the work in progress, through StopProvider and Shutdown. SIGTERM is for this process.
 * `failToStart` receives an uncaught error before the end of the start.
 */
export function superviseLifetime(
  process: HostProcess,
  inFlight: InFlight,
  log: LeveledLog,
  failToStart?: (error: unknown) => void,
): Lifetime {
  let starting = true;
  let connections = 0;
  let ending = false;
  let end = (): void => undefined;
  const endWithin = (limitMs: number, exitCode: number): void => {
    if (ending) return;
    ending = true;
    void inFlight.idle(limitMs).then(() => {
      end = () => process.exit(exitCode);
      if (connections === 0) end();
      else setTimeout(end, flushMs);
    });
  };
  const hostIsGone = (): void => {
    log.warn('The program that started this provider is gone', { calls_in_flight: inFlight.size });
    // The next run repeats this work: later writes of this process would be duplicates.
    inFlight.abort(new HostGoneError('the program that started this provider is gone'));
    endWithin(orphanLimitMs, 0);
  };

  process.on('SIGINT', () => undefined);
  process.on('SIGHUP', () => undefined);
  process.on('SIGTERM', () => {
    inFlight.abort(new Error('the provider received SIGTERM'));
    endWithin(terminationLimitMs, 128 + 15);
  });
  process.on('uncaughtException', (error) => {
    if (starting && failToStart !== undefined) {
      failToStart(error);
      return;
    }
    // Terraform shows a line that begins like this, and those that follow it, to the user.
    const text = printable(String(error instanceof Error ? error.stack : error));
    process.stderr.write(`panic: ${text}\n`, () => process.exit(2));
  });

  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && !ending) hostIsGone();
  }, parentCheckMs).unref();

  return {
    started() {
      starting = false;
    },
    shutdownRequested() {
      // Terraform no longer waits for the responses.
      inFlight.abort(new HostGoneError('Terraform ended before this call did'));
      endWithin(shutdownLimitMs, 0);
    },
    connectionOpened() {
      connections += 1;
    },
    connectionClosed() {
      connections -= 1;
      if (connections > 0) return;
      if (ending) end();
      else hostIsGone();
    },
  };
}

/** Below the two seconds after which Terraform kills the process. */
const shutdownLimitMs = 1_500;
const terminationLimitMs = 5_000;
/** Longer than any operation that cannot be stopped. */
const orphanLimitMs = 10 * 60_000;
const parentCheckMs = 1_000;
/** For a host that keeps its connection open after the last response: most close it, and wait for the end of this process. */
const flushMs = 300;

/** The calls in progress. A process that ends waits for them, or tells them to stop. */
export interface InFlight {
  readonly size: number;
  /** Runs `work` and counts it until it settles, even if its caller has gone. */
  run<T>(work: (cancellation: Cancellation) => Promise<T>): Promise<T>;
  /** Aborts the signal of every call, those to come included. */
  abort(reason: Error): void;
  /** Resolves when no call is in progress, or after `limitMs` at the latest. */
  idle(limitMs: number): Promise<void>;
}

export function trackCalls(): InFlight {
  const running = new Set<Cancellation>();
  const waiting = new Set<() => void>();
  let aborted: Error | undefined;
  return {
    get size() {
      return running.size;
    },
    async run(work) {
      const cancellation = new Cancellation();
      if (aborted !== undefined) cancellation.abort(aborted);
      running.add(cancellation);
      try {
        return await work(cancellation);
      } finally {
        running.delete(cancellation);
        if (running.size === 0) for (const resolve of waiting) resolve();
      }
    },
    abort(reason) {
      aborted = reason;
      for (const cancellation of running) cancellation.abort(aborted);
    },
    async idle(limitMs) {
      if (running.size === 0) return;
      await new Promise<void>((resolve) => {
        const settle = (): void => {
          clearTimeout(timer);
          waiting.delete(settle);
          resolve();
        };
        const timer = setTimeout(settle, limitMs);
        waiting.add(settle);
      });
    },
  };
}
