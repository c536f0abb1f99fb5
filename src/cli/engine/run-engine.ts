/** Runs Terraform or OpenTofu for a command, captures its output, and passes signals to it. */
import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { onSignals } from '../process';

export interface EngineRun {
  /** The engine's exit code; 128 + n after signal n, as shells have it. */
  readonly code: number;
  readonly stdout: string;
  /** Standard output and error as they came, without colors. */
  readonly text: string;
}

export interface RunOptions {
  /** Added to the environment. */
  readonly env?: NodeJS.ProcessEnv;
  /** Receives the output, piece by piece. */
  readonly show?: (text: string) => void;
  /** @default none */
  readonly largestBytes?: number;
}

export interface Engine {
  /** Runs the engine to its end. Rejects if no engine is installed, or if it prints more than `largestBytes`. */
  run(args: readonly string[], options?: RunOptions): Promise<EngineRun>;
  /** The exit code for a signal that has come since; `undefined` without one. */
  interrupted(): number | undefined;
  /** Signals end the process again. */
  close(): void;
}

/** The commands of engines: the first one that is installed runs, unless TERRAFORM_BINARY_NAME names another. */
export const ENGINES = ['terraform', 'tofu'];

/**
 * The engine collects its garbage after its heap has grown by this many percent, unless the environment says otherwise. By default, Go does so
 * at 100 percent, which takes a seventh of the CPU time of a plan of 1,000 objects.
 */
const HEAP_GROWTH = { GOGC: '200' };

/** The folder and the environment of the engine. */
export interface EnginePlace {
  readonly dir: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Passes signals to the running command until `close`: an interrupted engine still has to clean up. */
export function startEngine(dir: string): Engine {
  return startEngineAt(() => ({ dir, env: process.env }));
}

/** Like {@link startEngine}; `place` is called for each command. */
export function startEngineAt(place: () => EnginePlace): Engine {
  const chosen = process.env['TERRAFORM_BINARY_NAME'];
  const candidates = chosen ? [chosen] : [...ENGINES];
  const running = new Set<ChildProcess>();
  let signalled: number | undefined;
  const close = onSignals((signal, isPassed) => {
    signalled ??= 128 + constants.signals[signal];
    if (isPassed) for (const child of running) child.kill(signal);
  });

  async function run(args: readonly string[], options: RunOptions = {}): Promise<EngineRun> {
    for (;;) {
      if (signalled !== undefined) return { code: signalled, stdout: '', text: '' };
      const command = candidates[0] ?? '';
      const ended = await runOnce(command, args, options);
      if (ended !== undefined) return ended;
      candidates.shift();
      if (candidates.length === 0)
        throw new Error(
          `Command not found: ${chosen ?? ENGINES.join(' or ')}. Install Terraform or OpenTofu, or name one in TERRAFORM_BINARY_NAME.`,
        );
    }
  }

  /** `undefined` if there is no such command. */
  function runOnce(command: string, args: readonly string[], options: RunOptions): Promise<EngineRun | undefined> {
    const { env, show, largestBytes = Infinity } = options;
    const { dir, env: environment } = place();
    return new Promise((resolve, reject) => {
      const failed = (error: NodeJS.ErrnoException): void => {
        if (error.code === 'ENOENT') resolve(undefined);
        else reject(new Error(`Cannot run ${command}: ${error.message}.`));
      };
      let child: ChildProcessByStdio<null, Readable, Readable>;
      try {
        const settings = { ...HEAP_GROWTH, ...environment, ...env };
        child = spawn(command, args, { cwd: dir, env: settings, stdio: ['ignore', 'pipe', 'pipe'] });
      } catch (error) {
        // Some errors are thrown, such as that of a path through a file.
        failed(error as NodeJS.ErrnoException);
        return;
      }
      running.add(child);
      const all: Buffer[] = [];
      const standard: Buffer[] = [];
      let bytes = 0;
      const take = (isStandard: boolean) => (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > largestBytes) return void child.kill('SIGKILL');
        all.push(chunk);
        if (isStandard) standard.push(chunk);
        show?.(chunk.toString('utf8'));
      };
      child.stdout.on('data', take(true));
      child.stderr.on('data', take(false));
      child.once('error', (error: NodeJS.ErrnoException) => {
        running.delete(child);
        failed(error);
      });
      child.once('close', (code, signal) => {
        running.delete(child);
        if (bytes > largestBytes)
          reject(new Error(`${command} ${args[0] ?? ''} printed more than ${largestBytes} bytes.`));
        const stdout = Buffer.concat(standard).toString('utf8');
        // Only `show` receives the colors: messages escape them.
        const text = stripVTControlCharacters(Buffer.concat(all).toString('utf8'));
        resolve({ code: code ?? 128 + constants.signals[signal ?? 'SIGKILL'], stdout, text });
      });
    });
  }

  return { run, interrupted: () => signalled, close };
}
