/** Runs a module in a process of its own, as people run the set-up: before anything of ours is loaded. */
import { spawn } from 'node:child_process';

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Place {
  readonly cwd?: string;
  /** @default that of the test */
  readonly env?: NodeJS.ProcessEnv;
}

export function runModule(script: string, { cwd, env }: Place = {}): Promise<Outcome> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd, env, timeout: 20_000 });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  return new Promise((done) => child.once('close', (code) => done({ code, stdout, stderr })));
}
