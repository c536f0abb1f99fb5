// @slow
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:http2';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { frame } from '../../../src/grpc/frame';
import { magicCookie } from '../../../src/plugin/goplugin/handshake';
import { superviseLifetime, trackCalls, type HostProcess } from '../../../src/plugin/goplugin/lifetime';
import { HostGoneError } from '../../../src/plugin';
import { createLog } from '../../../src/plugin/goplugin/log';
import { encode } from '../../../src/grpc/codec';
import { providerMethods } from '../../../src/plugin/wire/service';
import { bundlePlugin } from '../../support/bundle-plugin';
import { startPlugin, type PluginProcess } from '../../support/plugin-client';

// A guard against hanging, not a measure of speed.
jest.setTimeout(60_000);

const bundle = bundlePlugin(join(__dirname, 'fixture/main.ts'), 'probe');
const started: PluginProcess[] = [];

afterEach(() => Promise.all(started.splice(0).map((plugin) => plugin.kill())));
afterAll(() => bundle.remove());

async function start(env: Readonly<Record<string, string | undefined>> = {}) {
  const plugin = await startPlugin(bundle.file, { env });
  started.push(plugin);
  const connection = plugin.connect();
  await connection.call('GetProviderSchema');
  return { plugin, connection };
}

/** Resolves once the plugin has written `text` to stderr. */
async function said(plugin: PluginProcess, text: string): Promise<void> {
  while (!plugin.stderr().includes(text)) await once(plugin.child.stderr!, 'data');
}

const act = (typeName: string, note = '') => ({ typeName, private: Buffer.from(note) });

test('Shutdown is answered and ends an idle process', async () => {
  const { plugin, connection } = await start();
  await connection.shutdown();
  expect(await plugin.exited).toBe(0);
});

test('Shutdown tells a call in progress to stop, and ends the process also while one does not', async () => {
  const { plugin, connection } = await start();
  const stubborn = connection.call('ReadResource', act('never')).catch(() => 'lost');
  const obedient = connection.call('ReadResource', act('untilReleased')).catch(() => 'lost');
  await said(plugin, 'began\nbegan');
  await connection.shutdown();
  expect(await plugin.exited).toBe(0);
  expect(plugin.stderr()).toContain('aborted');
  await Promise.all([stubborn, obedient]);
});

test('the interrupt that reaches the whole process group does not disturb a call', async () => {
  const { plugin, connection } = await start();
  const call = connection.call('ReadResource', act('untilReleased', 'x'));
  await said(plugin, 'began');
  plugin.child.kill('SIGINT');
  plugin.child.kill('SIGHUP');
  plugin.child.kill('SIGUSR2');
  await expect(call).resolves.toMatchObject({ private: Buffer.from('x') });
  expect(plugin.stderr()).toBe('began\nfinished\n');
  await expect(connection.call('GetProviderSchema')).resolves.toBeDefined();
});

test('StopProvider leaves the process ready for more', async () => {
  const { connection } = await start();
  await expect(connection.call('StopProvider')).resolves.toEqual({ error: '' });
  await expect(connection.call('ReadResource', act('echo', 'x'))).resolves.toMatchObject({ private: Buffer.from('x') });
});

test('SIGTERM lets a call end early with its answer', async () => {
  const { plugin, connection } = await start();
  const call = connection.call('ReadResource', act('untilReleased', 'x'));
  await said(plugin, 'began');
  plugin.child.kill('SIGTERM');
  await expect(call).resolves.toMatchObject({ private: Buffer.from('x') });
  expect(await plugin.exited).toBe(143);
});

test('when the connection breaks without Shutdown a call is aborted, and ends before the process does', async () => {
  const plugin = await startPlugin(bundle.file, { env: { PLUGIN_CLIENT_CERT: undefined, TF_LOG: 'warn' } });
  started.push(plugin);
  const path = plugin.line!.split('|')[3]!;
  const session = connect('http://localhost', { createConnection: () => createConnection(path) });
  const stream = session.request({
    ':method': 'POST',
    ':path': '/tfplugin6.Provider/ReadResource',
    'content-type': 'application/grpc',
  });
  stream.on('error', () => undefined);
  stream.end(frame(encode(providerMethods.ReadResource.request, act('untilReleased'))));
  await said(plugin, 'began');
  session.destroy();
  expect(await plugin.exited).toBe(0);
  expect(plugin.stderr()).toMatch(/^began\n.*The program that started this provider is gone.*\naborted\n$/);
});

test('a host that is killed before it connected leaves no process behind', async () => {
  const script = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, [${JSON.stringify(bundle.file)}], { stdio: ['ignore', 'inherit', 'ignore'] });
    setInterval(() => {}, 1000);`;
  const env = { ...process.env, [magicCookie.name]: magicCookie.value };
  const host = spawn(process.execPath, ['-e', script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [handshake] = (await once(host.stdout, 'data')) as [Buffer];
  expect(handshake.toString()).toMatch(/^1\|6\|/);
  host.stdout.resume();
  host.kill('SIGKILL');
  // The provider writes to the same pipe as its host: it is closed when both have ended.
  await once(host.stdout, 'end');
});

test('an exception that nobody caught is written as a panic, which Terraform shows', async () => {
  const { plugin, connection } = await start();
  await expect(connection.call('ReadResource', act('crash'))).rejects.toMatchObject({ code: 14 });
  expect(await plugin.exited).toBe(2);
  expect(plugin.stderr()).toMatch(/^panic: Error: the ground gave way\n\s+at /m);
});

test('a call that its caller cancels is aborted, and only that one', async () => {
  const { plugin, connection } = await start();
  const given = connection.begin('ReadResource', act('untilReleased'));
  const kept = connection.call('ReadResource', act('untilReleased', 'kept'));
  await said(plugin, 'began\nbegan');
  given.cancel();
  await expect(given.done).rejects.toMatchObject({ code: 1 });
  await said(plugin, 'aborted');
  plugin.child.kill('SIGUSR2');
  await expect(kept).resolves.toMatchObject({ private: Buffer.from('kept') });
  expect(plugin.stderr()).toBe('began\nbegan\naborted\nfinished\n');
});

describe('how long it waits, by a clock of the test', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const log = createLog({ name: 'probe', env: {}, write: () => undefined });

  function supervise() {
    const exit = jest.fn();
    const listeners = new Map<string, (argument: unknown) => void>();
    const fake: HostProcess = {
      ppid: 1,
      stderr: { write: (_text, done) => done() },
      on: (event, listener) => listeners.set(event, listener),
      exit,
    };
    const inFlight = trackCalls();
    const lifetime = superviseLifetime(fake, inFlight, log);
    return { exit, inFlight, lifetime, signal: (name: string) => listeners.get(name)?.(name) };
  }

  test('an idle process ends as soon as its last response is sent', async () => {
    const { exit, lifetime } = supervise();
    lifetime.shutdownRequested();
    await jest.advanceTimersByTimeAsync(100);
    expect(exit.mock.calls).toEqual([[0]]);
  });

  test('while its host is connected it ends when that closes the connection, which it does with the last response', async () => {
    const { exit, lifetime } = supervise();
    lifetime.connectionOpened();
    lifetime.shutdownRequested();
    await jest.advanceTimersByTimeAsync(200);
    expect(exit).not.toHaveBeenCalled();
    lifetime.connectionClosed();
    expect(exit.mock.calls).toEqual([[0]]);
  });

  test('a host that does not close the connection is not waited for', async () => {
    const { exit, lifetime } = supervise();
    lifetime.connectionOpened();
    lifetime.shutdownRequested();
    await jest.advanceTimersByTimeAsync(400);
    expect(exit.mock.calls).toEqual([[0]]);
  });

  test('a call that ends after its host has closed the connection ends the process', async () => {
    const { exit, inFlight, lifetime } = supervise();
    let finish = (): void => undefined;
    const call = inFlight.run(() => new Promise<void>((resolve) => (finish = resolve)));
    lifetime.connectionOpened();
    lifetime.shutdownRequested();
    lifetime.connectionClosed();
    await jest.advanceTimersByTimeAsync(100);
    expect(exit).not.toHaveBeenCalled();
    finish();
    await call;
    await jest.advanceTimersByTimeAsync(0);
    expect(exit.mock.calls).toEqual([[0]]);
  });

  test('after Shutdown it ends within the two seconds that Terraform waits, even with calls in progress', async () => {
    const { exit, inFlight, lifetime } = supervise();
    void inFlight.run(() => new Promise(() => undefined));
    lifetime.shutdownRequested();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(exit).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(900);
    expect(exit.mock.calls).toEqual([[0]]);
  });

  test('after SIGTERM it waits five seconds for what is running', async () => {
    const { exit, inFlight, signal } = supervise();
    void inFlight.run(() => new Promise(() => undefined));
    signal('SIGTERM');
    await jest.advanceTimersByTimeAsync(4_900);
    expect(exit).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(200);
    expect(exit.mock.calls).toEqual([[143]]);
  });

  test('without its host every call is aborted with a reason, also calls that begin now', async () => {
    const { inFlight, lifetime } = supervise();
    const reasons: unknown[] = [];
    const call = async ({ signal }: AbortController): Promise<void> => {
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      reasons.push(signal.reason);
    };
    const running = inFlight.run(call);
    lifetime.connectionOpened();
    lifetime.connectionClosed();
    await Promise.all([running, inFlight.run(call)]);
    expect(reasons).toEqual([expect.any(HostGoneError), expect.any(HostGoneError)]);
  });

  test('without its host it ends when the last call does, and after ten minutes at the latest', async () => {
    const ending = supervise();
    let finish = (): void => undefined;
    void ending.inFlight.run(() => new Promise<void>((resolve) => (finish = resolve)));
    ending.lifetime.connectionOpened();
    ending.lifetime.connectionClosed();
    await jest.advanceTimersByTimeAsync(9 * 60_000);
    expect(ending.exit).not.toHaveBeenCalled();
    finish();
    await jest.advanceTimersByTimeAsync(100);
    expect(ending.exit.mock.calls).toEqual([[0]]);

    const stuck = supervise();
    void stuck.inFlight.run(() => new Promise(() => undefined));
    stuck.lifetime.connectionOpened();
    stuck.lifetime.connectionClosed();
    await jest.advanceTimersByTimeAsync(10 * 60_000 + 100);
    expect(stuck.exit.mock.calls).toEqual([[0]]);
  });
});
