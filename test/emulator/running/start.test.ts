// @slow
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { startEmulator } from '../../../src/emulator';
import { sendTo } from '../../../src/emulator/running/start';
import { builtLibrary } from '../../support/built';
import { program } from '../../support/program';

jest.setTimeout(60_000);

test('an emulator in a thread answers while a test blocks its own thread with a child process', async () => {
  const { baseUrl, token, requestLog, close } = await startEmulator({ thread: true });
  const script = `
    fetch('${baseUrl}/iam/v2beta1/groups', { headers: { authorization: 'Bearer ${token}' } })
      .then((response) => response.json())
      .then(({ totalCount }) => console.log(totalCount));`;
  expect(execFileSync(process.execPath, ['-e', script], { timeout: 30_000 }).toString()).toBe('1\n');
  expect(await requestLog.counts()).toEqual({ 'GET /iam/v2beta1/groups': 1 });
  await close();
});

test('a function does not cross to a thread, and the error says which', async () => {
  await expect(startEmulator({ thread: true, clock: () => new Date() })).rejects.toThrow(
    new TypeError('A function cannot be passed to the emulator\'s thread: omit either "clock" or "thread".'),
  );
});

test('what keeps an emulator from starting is said in the same words from either thread', async () => {
  // The thread of the sources takes five times as long to start.
  const start = builtLibrary('emulator')['startEmulator'] as typeof startEmulator;
  const { baseUrl, close } = await start();
  const port = Number(new URL(baseUrl).port);
  const failures = [{ port }, { seed: { groups: [{ name: 'NOT' }] } }, { seedFile: '/nowhere/seed.yaml' }];
  const messages = [false, true].map(async (thread) => {
    const said = failures.map((options) =>
      start({ thread, ...options }).catch((error: unknown) => (error as Error).message),
    );
    return (await Promise.all(said)).map((message) => (message as string).replaceAll(String(port), 'PORT'));
  });
  const [own, other] = await Promise.all(messages);
  await close();
  expect(own).toMatchObject([/127\.0\.0\.1:PORT/, /groups\[0\]/, /nowhere/].map((part) => expect.stringMatching(part)));
  expect(other).toEqual(own);
});

test.each([
  ['throws', 'throw new Error("out of order")', 'because of an error: out of order'],
  ['exits', 'process.exit(7)', 'with exit code 7'],
])('calls to a thread that %s are rejected with a sentence, also later ones', async (_, end, why) => {
  const send = sendTo(
    new Worker(`require('node:worker_threads').parentPort.once('message', () => { ${end} })`, { eval: true }),
  );
  const sentence = `The emulator's thread has ended, ${why}. Start another emulator.`;
  const calls = [send('one'), send('two')];
  for (const call of calls) await expect(call).rejects.toThrow(sentence);
  await expect(send('three')).rejects.toThrow(sentence);
});

describe('a program that never closes its emulator', () => {
  async function run(options: object, end: string): Promise<{ code: number | null; out: string }> {
    const args = program('test/emulator/support/forgetful.ts', JSON.stringify(options), end);
    // Killed only if it hangs, which the exit code then shows.
    const child = spawn(process.execPath, args, { timeout: 30_000, killSignal: 'SIGKILL' });
    let out = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (out += data.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, out };
  }
  const counts = '{"GET /iam/v2beta1/groups":1}\n';

  test.each([{}, { thread: true }])('ends on its own, started with %j', async (options) => {
    const [forgotten, failed] = await Promise.all([run(options, 'forget'), run(options, 'throw')]);
    expect(forgotten).toEqual({ code: 0, out: counts });
    expect(failed).toEqual({ code: 3, out: `${counts}The test failed.\n` });
  });

  test.each([{}, { thread: true }])('stays up if it asked for that, started with %j', async (options) => {
    const asked = JSON.stringify({ ...options, keepProcessAlive: true });
    const args = program('test/emulator/support/forgetful.ts', asked, 'forget');
    const child = spawn(process.execPath, args, { timeout: 30_000, killSignal: 'SIGKILL' });
    let out = '';
    child.stdout.on('data', (data: Buffer) => (out += data.toString()));
    await once(child.stdout, 'data');
    // The second program, which starts now and ends on its own, takes much longer than the first.
    await run(options, 'forget');
    expect([child.exitCode, child.signalCode, out]).toEqual([null, null, counts]);
    child.kill('SIGTERM');
    await once(child, 'close');
  });
});
