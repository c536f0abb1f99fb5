import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createCertificate } from '../../../src/plugin/goplugin/certificate';
import { bundlePlugin } from '../../support/bundle-plugin';
import { startPlugin, type PluginProcess } from '../../support/plugin-client';

// A guard against hanging, not a measure of speed.
jest.setTimeout(60_000);

const bundle = bundlePlugin(join(__dirname, 'fixture/main.ts'), 'probe');
const started: PluginProcess[] = [];

afterEach(() => Promise.all(started.splice(0).map((plugin) => plugin.kill())));
afterAll(() => bundle.remove());

async function start(env: Readonly<Record<string, string | undefined>> = {}, args: readonly string[] = []) {
  const plugin = await startPlugin(bundle.file, { env, args });
  started.push(plugin);
  return plugin;
}

const unavailable = expect.objectContaining({ code: 14 });

test('started by hand it explains itself on stderr and fails', async () => {
  for (const cookie of [undefined, 'wrong']) {
    const plugin = await start({ TF_PLUGIN_MAGIC_COOKIE: cookie });
    expect(await plugin.exited).toBe(1);
    expect(plugin.line).toBeUndefined();
    expect(plugin.stderr()).toContain('version 1.2.3');
    expect(plugin.stderr()).toContain('source = "example.com/test/probe"');
    expect(plugin.stderr()).toContain('\nIn registries, its source is registry.example.com/test/probe.\n');
  }
});

test('with --version it prints its version and nothing else', async () => {
  const plugin = await start({ TF_PLUGIN_MAGIC_COOKIE: undefined }, ['--version']);
  expect(await plugin.exited).toBe(0);
  expect([plugin.line, plugin.stderr()]).toEqual(['1.2.3', '']);
});

test('one line with six fields answers the handshake', async () => {
  const { line } = await start();
  expect(line).toMatch(/^1\|6\|unix\|\/[^|]+\/socket\|grpc\|[A-Za-z0-9+/]{300,}$/);
});

test('protocol 6 is picked from any list that has it', async () => {
  for (const versions of ['5,6', '6', undefined]) {
    expect((await start({ PLUGIN_PROTOCOL_VERSIONS: versions })).line).toMatch(/^1\|6\|/);
  }
});

test('a host without protocol 6 gets an error in one line', async () => {
  const plugin = await start({ PLUGIN_PROTOCOL_VERSIONS: '5' });
  expect(plugin.line).toContain('cannot start: this provider requires plugin protocol 6');
  expect(await plugin.exited).toBe(1);
});

test('only the announced client gets in', async () => {
  const plugin = await start();
  await expect(plugin.connect(null).call('GetProviderSchema')).rejects.toEqual(unavailable);
  await expect(plugin.connect(createCertificate()).call('GetProviderSchema')).rejects.toEqual(unavailable);
  await expect(plugin.connect().call('GetProviderSchema')).resolves.toMatchObject({
    provider: { block: { version: 0 } },
  });
});

test('without a client certificate it serves plain text', async () => {
  const plugin = await start({ PLUGIN_CLIENT_CERT: undefined });
  expect(plugin.line).toMatch(/\|grpc\|$/);
  await expect(plugin.connect().call('GetProviderSchema')).resolves.toBeDefined();
});

test('the socket is in a directory that nobody else can enter, and is removed after the connection', async () => {
  const plugin = await start();
  const directory = dirname(plugin.line!.split('|')[3]!);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  await plugin.connect().call('GetProviderSchema');
  expect(existsSync(directory)).toBe(false);
});

test('the socket directory of the host is honored, and a process that ends unconnected leaves nothing in it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sockets-'));
  const plugin = await start({ PLUGIN_UNIX_SOCKET_DIR: directory });
  expect(plugin.line).toContain(`|${directory}/`);
  plugin.child.kill('SIGTERM');
  expect(await plugin.exited).toBe(143);
  expect(readdirSync(directory)).toEqual([]);
  rmSync(directory, { recursive: true });
});

test('where no socket fits it listens on the loopback interface in the range given', async () => {
  const directory = join(mkdtempSync(join(tmpdir(), 'long-')), 'x'.repeat(150));
  mkdirSync(directory);
  for (const dir of [directory, '/nowhere/at/all']) {
    const plugin = await start({ TMPDIR: dir, PLUGIN_MIN_PORT: '21000', PLUGIN_MAX_PORT: '21999' });
    expect(plugin.line).toMatch(/^1\|6\|tcp\|127\.0\.0\.1:21\d\d\d\|grpc\|/);
    await expect(plugin.connect().call('GetProviderSchema')).resolves.toBeDefined();
  }
  rmSync(dirname(directory), { recursive: true });
});

test('a host that asks about multiplexing gets a no', async () => {
  expect((await start({ PLUGIN_MULTIPLEX_GRPC: 'true' })).line).toMatch(/\|false$/);
});

test('a start that fails is one readable line that names what to change', async () => {
  const occupied = createServer();
  await new Promise<void>((resolve) => occupied.listen(0, '127.0.0.1', resolve));
  const port = String((occupied.address() as AddressInfo).port);
  const plugin = await start({
    TMPDIR: '/nowhere',
    PLUGIN_MIN_PORT: port,
    PLUGIN_MAX_PORT: port,
    NODE_OPTIONS: '--no-warnings',
  });
  expect(plugin.line).toMatch(
    /^terraform-provider-probe cannot start: .*Set TMPDIR.* NODE_OPTIONS is set to "--no-warnings"/,
  );
  expect(await plugin.exited).toBe(1);
  occupied.close();
});

test('with --debug it serves plain text and prints where', async () => {
  const plugin = await start({ TF_PLUGIN_MAGIC_COOKIE: undefined }, ['--debug']);
  const json = /^TF_REATTACH_PROVIDERS='(.*)'$/.exec(plugin.line!)![1]!;
  const addresses = JSON.parse(json);
  expect(addresses['registry.example.com/test/probe']).toEqual(addresses['example.com/test/probe']);
  const { Addr, ...rest } = addresses['example.com/test/probe'];
  expect(rest).toEqual({ Protocol: 'grpc', ProtocolVersion: 6, Pid: plugin.child.pid, Test: true });
  plugin.child.kill('SIGINT');
  expect(await plugin.exited).toBe(0);
  expect(existsSync(Addr.String)).toBe(false);
});
