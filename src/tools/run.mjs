/** Runs child processes, collects or passes on their output, and leaves none running. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Refusal } from './say.mjs';

/**
 * Variables for programs in Go: Terraform, the compiler, the linter, esbuild. Each runs for seconds at most, so they collect
 * garbage only if they need more than 2 GiB. This saves a tenth to a third of their CPU time.
 */
export const withoutGoGarbageCollection = { GOGC: 'off', GOMEMLIMIT: '2GiB' };

const running = new Set();

/** Ctrl-C reaches children through the terminal; SIGTERM is passed on. */
process.on('SIGTERM', () => {
  for (const child of running) child.kill('SIGTERM');
  process.exitCode = 143;
});

/**
 * Runs a program to its end. With `onLine` each line of its output (both streams) is handed over as it comes; the whole of it is
 * in the result. `inherit` lets it write to the terminal itself.
 *
 * @returns {Promise<{ code: number, output: string }>} the code is 128 + n after signal n
 */
export function run(command, args, { cwd, env = process.env, onLine, inherit = false } = {}) {
  const child = spawn(command, args, { cwd, env, stdio: inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const lines = [];
  const keep = (line) => {
    lines.push(line);
    onLine?.(line);
  };
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', keep);
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      running.delete(child);
      reject(new Refusal(`${command} cannot be started: ${error.message}`));
    });
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve({
        code: code ?? (signal === 'SIGKILL' ? 137 : signal === 'SIGINT' ? 130 : 143),
        output: lines.join('\n'),
      });
    });
  });
}

/** Like `run`, but throws a Refusal with the output of the program for an exit code other than 0. */
export async function runOk(command, args, options) {
  const result = await run(command, args, options);
  if (result.code !== 0)
    throw new Refusal(`${[command, ...args].join(' ')} exited with ${result.code}\n${result.output}`);
  return result;
}
