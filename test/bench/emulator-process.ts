/** The built emulator as a process of its own, as `platform-iac emulator` starts it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const cli = join(__dirname, '../../dist/platform-iac.js');
const probe = join(__dirname, 'probe.mjs');

/** The report of the process. */
export interface Inside {
  readonly rss: number;
  /** After a garbage collection. */
  readonly heap: number;
  /** The delays of its event loop since the last request: milliseconds by percentile. */
  readonly delay: Readonly<Record<'p50' | 'p99' | 'p99.9' | 'max', number>>;
}

export interface EmulatorProcess {
  readonly baseUrl: string;
  readonly token: string;
  readonly rootGroupUid: string;
  /** From its start to its first line. */
  readonly startMs: number;
  readonly child: ChildProcess;
  readonly look: () => Promise<Inside>;
  /** SIGTERM; rejects unless the process ends on its own with exit code 0. */
  readonly stop: () => Promise<void>;
}

/** @param args of `platform-iac emulator` */
export async function startEmulatorProcess(args: readonly string[] = []): Promise<EmulatorProcess> {
  const from = performance.now();
  const child = spawn(process.execPath, ['--expose-gc', '--import', probe, cli, 'emulator', ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  const first = once(createInterface({ input: child.stdout! }), 'line') as Promise<[string]>;
  const failed = ended.then(([code, signal]) => {
    throw new Error(`The emulator ended with ${String(code ?? signal)} before it was ready.`);
  });
  const [line] = await Promise.race([first, failed]);
  const startMs = performance.now() - from;
  failed.catch(() => undefined);
  const facts = JSON.parse(line) as Pick<EmulatorProcess, 'baseUrl' | 'token' | 'rootGroupUid'>;
  return {
    ...facts,
    startMs,
    child,
    look: async () => {
      child.send('look');
      const [inside] = (await once(child, 'message')) as [Inside];
      return inside;
    },
    stop: async () => {
      child.kill('SIGTERM');
      const [code, signal] = await ended;
      if (code !== 0) throw new Error(`The emulator ended with ${String(code ?? signal)} after SIGTERM.`);
    },
  };
}

/** The memory of a process in bytes, as Linux counts it; not a number elsewhere. */
export function rssOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  } catch {
    return Number.NaN;
  }
}
