/** The emulator as a process of its own, which ends with the program that started it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './ensure.mjs';
import { Refusal } from './say.mjs';

const startLimitMs = 20_000;
const stopLimitMs = 5_000;

/**
 * Starts `platform-iac emulator` and waits until it is ready. It leads a process group of its own, so that Ctrl-C stops Terraform
 * first and the API it talks to afterwards; the channel between the two ends it even if this program is killed.
 *
 * @param {readonly string[]} args of `platform-iac emulator`
 * @returns {Promise<{ baseUrl: string, authUrl: string, token: string, rootGroupUid: string, stop: () => Promise<void> }>}
 */
export async function startEmulator(args = []) {
  const child = spawn(process.execPath, [join(root, 'dist/platform-iac.js'), 'emulator', ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (said += text));
  const ended = once(child, 'exit');
  const late = setTimeout(() => child.kill('SIGKILL'), startLimitMs);
  const first = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then(() => undefined),
  ]);
  clearTimeout(late);
  if (first === undefined) throw new Refusal(`The API did not start.\n${said.trim()}`);
  return {
    ...JSON.parse(first[0]),
    async stop() {
      const stuck = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
      child.kill('SIGTERM');
      await ended;
      clearTimeout(stuck);
    },
  };
}
