import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runCli } from '../../src/cli/program';
import { builtCli } from '../support/built';

jest.setTimeout(30_000);

const cli = builtCli();

let dir: string;
const started: ChildProcess[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'cli-'));
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  rmSync(dir, { recursive: true });
});

interface Ready {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly token: string;
  readonly rootGroupUid: string;
}

/** Starts the command in its own process, like a user. */
function start(...args: string[]): { child: ChildProcess; ended: Promise<{ code: number | null; stderr: string }> } {
  const child = spawn(process.execPath, [cli, 'emulator', ...args], { timeout: 20_000 });
  started.push(child);
  let stderr = '';
  child.stderr?.on('data', (data: Buffer) => (stderr += data.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stderr }));
  return { child, ended };
}

async function ready(child: ChildProcess): Promise<Ready> {
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
  return JSON.parse(line) as Ready;
}

async function rootGroup({ baseUrl, token, rootGroupUid }: Ready): Promise<{ status: number; name?: string }> {
  const response = await fetch(`${baseUrl}/iam/v2beta1/groups/${rootGroupUid}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, name: ((await response.json()) as { name?: string }).name };
}

test('the first line contains the URL of the API, and its token works immediately', async () => {
  const { child, ended } = start();
  const line = await ready(child);
  expect(Object.keys(line)).toEqual(['baseUrl', 'authUrl', 'token', 'rootGroupUid']);
  expect(await rootGroup(line)).toEqual({ status: 200, name: 'acme' });
  child.kill('SIGTERM');
  expect(await ended).toEqual({ code: 0, stderr: '' });
});

test('Ctrl-C stops it cleanly', async () => {
  const { child, ended } = start();
  await ready(child);
  child.kill('SIGINT');
  expect((await ended).code).toBe(0);
});

test('with --data the organization and its tokens stay valid after a restart', async () => {
  const data = join(dir, 'organization.db');
  const first = start('--data', data, '--public-url', 'http://api.example.com');
  const before = await ready(first.child);
  first.child.kill('SIGTERM');
  await first.ended;
  const second = start('--data', data, '--public-url', 'http://api.example.com');
  const after = await ready(second.child);
  expect(after.rootGroupUid).toBe(before.rootGroupUid);
  expect((await rootGroup({ ...after, token: before.token })).status).toBe(200);
});

test('--seed starts with the organization of a file', async () => {
  writeFileSync(join(dir, 'seed.yaml'), 'groups:\n  - name: globex\n    groups:\n      - name: payments\n');
  const { child } = start('--seed', join(dir, 'seed.yaml'));
  expect((await rootGroup(await ready(child))).name).toBe('globex');
});

test('a port in use is an error in one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { ended } = start('--port', String(port));
  expect(await ended).toEqual({
    code: 1,
    stderr: `platform-iac: Port ${port} is in use. Choose another with --port; 0 selects a free one.\n`,
  });
  other.close();
});

test('an invalid seed, data file or certificate is an error in one line with its path', async () => {
  writeFileSync(join(dir, 'broken.yaml'), 'groups: [');
  writeFileSync(join(dir, 'text.db'), 'not a database, but long enough to be looked at as one'.repeat(20));
  const attempts = [
    start('--seed', join(dir, 'missing.yaml')),
    start('--seed', join(dir, 'broken.yaml')),
    start('--data', join(dir, 'text.db')),
    start('--tls-cert', join(dir, 'tls.crt'), '--tls-key', join(dir, 'tls.key')),
  ];
  for (const [index, name] of ['missing.yaml', 'broken.yaml', 'text.db', 'tls.crt'].entries()) {
    const { code, stderr } = await attempts[index]!.ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^platform-iac: /);
    expect(stderr).toContain(name);
    expect(stderr).not.toContain('    at ');
  }
});

test.each([
  [['--host', '0.0.0.0', '--data', 'x.db'], '--host 0.0.0.0 needs --tls-cert and --tls-key'],
  [['--host', '::', '--data', 'x.db'], '--host :: needs --tls-cert and --tls-key'],
  [['--host', '10.0.0.1', '--', 'npm', 'test'], '--host 10.0.0.1 needs --tls-cert and --tls-key'],
  [['--host', '0.0.0.0', '--allow-plaintext'], "--host 0.0.0.0 needs --data: the administrator's token is not printed"],
  [['--tls-cert', 'tls.crt'], 'TLS needs both --tls-cert and --tls-key'],
  [['--tls-key', 'tls.key'], 'TLS needs both --tls-cert and --tls-key'],
  [['--tls-cert', 'a', '--tls-key', 'b', '--allow-plaintext'], '--allow-plaintext contradicts --tls-cert'],
])('%j is a usage error, and nothing starts', async (args, message) => {
  let [out, err] = ['', ''];
  const code = await runCli(['emulator', ...args], { out: (text) => (out += text), err: (text) => (err += text) });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(`error: ${message}`);
});
