/** Tests `platform-iac conformance` as a process of its own that is interrupted. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { type RunningEmulator, startEmulator } from '../../src/emulator';
import { builtCli } from '../support/built';

jest.setTimeout(60_000);

let service: RunningEmulator;
beforeEach(async () => {
  service = await startEmulator();
});
afterEach(() => service.close());

function start() {
  const args = [builtCli(), 'conformance', '--parent', service.rootGroupUid, '--throwaway-root', service.rootGroupUid];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], PLATFORM_BASE_URL: service.baseUrl, PLATFORM_TOKEN: service.token },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { child, ended: Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]) };
}

/** Returns what exists. A look-up of a person is a read, although the emulator remembers the account. */
async function organization(): Promise<unknown> {
  const { identities, ...others } = await service.snapshot();
  return { ...others, identities: identities?.filter((identity) => !('account' in identity)) };
}

async function untilItHasObjects(): Promise<void> {
  const posts = async () => (await service.requestLog.entries()).filter(({ method }) => method === 'POST').length;
  while ((await posts()) < 5) await new Promise((resolve) => setTimeout(resolve, 10));
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends the process with exit code 3, and nothing is left',
  async (signal) => {
    const before = await organization();
    await service.faults.add({ effect: 'latency', latencyMs: 30, method: 'POST' });
    const { child, ended } = start();
    await untilItHasObjects();
    child.kill(signal);
    const [[code], out, err] = await ended;
    expect({ code, err }).toEqual({ code: 3, err: 'Interrupted. Removing the group of the run.\n' });
    expect(out).toContain('Incomplete: the run was interrupted.');
    expect(await organization()).toEqual(before);
  },
);

test('a killed process leaves a group, and says in its description who removes it', async () => {
  const before = await organization();
  await service.faults.add({ effect: 'latency', latencyMs: 30, method: 'POST' });
  const { child, ended } = start();
  await untilItHasObjects();
  child.kill('SIGKILL');
  await ended;
  const left = JSON.stringify(await organization());
  expect(left).toContain('Made by platform-iac conformance');
  await service.faults.clear();
  const [[code], out] = await start().ended;
  expect([code, out]).toEqual([0, expect.stringContaining(' rules confirmed by the published contract.')]);
  expect(await organization()).toEqual(before);
});
