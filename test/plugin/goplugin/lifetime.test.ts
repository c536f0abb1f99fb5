import { spawn } from 'node:child_process';
import { connect } from 'node:http2';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { frame } from '../../../src/grpc/frame';
import { magicCookie } from '../../../src/plugin/goplugin/handshake';
import { encode } from '../../../src/grpc/codec';
import { providerMethods } from '../../../src/plugin/wire/service';
import { bundlePlugin } from '../../support/bundle-plugin';
import { startPlugin, type PluginProcess } from '../../support/plugin-client';

const bundle = bundlePlugin(join(__dirname, 'fixture/main.ts'), 'probe');
const started: PluginProcess[] = [];

afterEach(() => started.splice(0).forEach((plugin) => plugin.kill()));
afterAll(() => bundle.remove());

async function start() {
  const plugin = await startPlugin(bundle.file);
  started.push(plugin);
  const connection = plugin.connect();
  await connection.call('GetProviderSchema');
  return { plugin, connection };
}

async function said(plugin: PluginProcess, text: string): Promise<void> {
  for (let attempt = 0; attempt < 250; attempt += 1) {
    if (plugin.stderr().includes(text)) return;
    await delay(20);
  }
  throw new Error(`never said "${text}": ${plugin.stderr()}`);
}

const act = (typeName: string, note = '') => ({ typeName, private: Buffer.from(note) });

test('Shutdown is answered and ends an idle process at once', async () => {
  const { plugin, connection } = await start();
  const from = performance.now();
  await connection.shutdown();
  expect(await plugin.exited).toBe(0);
  expect(performance.now() - from).toBeLessThan(1_000);
});

test('Shutdown tells a call in progress to stop and ends within the two seconds that Terraform waits', async () => {
  const { plugin, connection } = await start();
  const stubborn = connection.call('ReadResource', act('wait', '60000')).catch(() => 'lost');
  const obedient = connection.call('ReadResource', act('waitUnlessAborted', '60000')).catch(() => 'lost');
  await said(plugin, 'began\nbegan');
  const from = performance.now();
  await connection.shutdown();
  expect(await plugin.exited).toBe(0);
  expect(performance.now() - from).toBeLessThan(2_000);
  expect(plugin.stderr()).toContain('aborted');
  await Promise.all([stubborn, obedient]);
});

test('the interrupt that reaches the whole process group does not disturb a call', async () => {
  const { plugin, connection } = await start();
  const call = connection.call('ReadResource', act('wait', '100'));
  await said(plugin, 'began');
  plugin.child.kill('SIGINT');
  plugin.child.kill('SIGHUP');
  await expect(call).resolves.toMatchObject({ private: Buffer.from('100') });
  await expect(connection.call('GetProviderSchema')).resolves.toBeDefined();
});

test('StopProvider leaves the process ready for more', async () => {
  const { connection } = await start();
  await expect(connection.call('StopProvider')).resolves.toEqual({ error: '' });
  await expect(connection.call('ReadResource', act('echo', 'x'))).resolves.toMatchObject({ private: Buffer.from('x') });
});

test('SIGTERM lets a call end early with its answer', async () => {
  const { plugin, connection } = await start();
  const call = connection.call('ReadResource', act('waitUnlessAborted', '60000'));
  await said(plugin, 'began');
  plugin.child.kill('SIGTERM');
  await expect(call).resolves.toMatchObject({ private: Buffer.from('60000') });
  expect(await plugin.exited).toBe(143);
});

test('when the connection breaks without Shutdown a call is finished undisturbed before the process ends', async () => {
  const plugin = await startPlugin(bundle.file, { env: { PLUGIN_CLIENT_CERT: undefined } });
  started.push(plugin);
  const path = plugin.line!.split('|')[3]!;
  const session = connect('http://localhost', { createConnection: () => createConnection(path) });
  const stream = session.request({
    ':method': 'POST',
    ':path': '/tfplugin6.Provider/ReadResource',
    'content-type': 'application/grpc',
  });
  stream.on('error', () => undefined);
  stream.end(frame(encode(providerMethods.ReadResource.request, act('waitUnlessAborted', '300'))));
  await said(plugin, 'began');
  session.destroy();
  expect(await plugin.exited).toBe(0);
  expect(plugin.stderr()).toBe('began\nfinished\n');
});

test('a host that is killed before it connected leaves no process behind', async () => {
  const script = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, [${JSON.stringify(bundle.file)}], { stdio: ['ignore', 'inherit', 'ignore'] });
    console.error(child.pid);
    setInterval(() => {}, 1000);`;
  const env = { ...process.env, [magicCookie.name]: magicCookie.value };
  const host = spawn(process.execPath, ['-e', script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const pid = await new Promise<number>((resolve) => host.stderr.once('data', (text: Buffer) => resolve(Number(text))));
  await new Promise((resolve) => host.stdout.once('data', resolve));
  host.kill('SIGKILL');
  await expect(goneWithin(pid, 5_000)).resolves.toBe(true);
});

async function goneWithin(pid: number, limitMs: number): Promise<boolean> {
  for (let waited = 0; waited < limitMs; waited += 50) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await delay(50);
  }
  process.kill(pid, 'SIGKILL');
  return false;
}

test('an exception that nobody caught is written as a panic, which Terraform shows', async () => {
  const { plugin, connection } = await start();
  await expect(connection.call('ReadResource', act('crash'))).rejects.toMatchObject({ code: 14 });
  expect(await plugin.exited).toBe(2);
  expect(plugin.stderr()).toMatch(/^panic: Error: the ground gave way\n\s+at /m);
});

test('a call that its caller cancels is told so, and only that one', async () => {
  const { plugin, connection } = await start();
  const given = connection.begin('ReadResource', act('waitUnlessAborted', '60000'));
  const kept = connection.call('ReadResource', act('wait', '300'));
  await said(plugin, 'began\nbegan');
  given.cancel();
  await expect(given.done).rejects.toMatchObject({ code: 1 });
  await said(plugin, 'aborted');
  await expect(kept).resolves.toMatchObject({ private: Buffer.from('300') });
});
