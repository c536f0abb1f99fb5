import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runCli } from '../../../src/cli/program';
import { builtCli } from '../../support/built';

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

test.each([
  ['--seed', 'seed.yaml'],
  ['--root-name', 'globex'],
])('%s with a data file that contains an organization is ignored, which the command says', async (option, value) => {
  writeFileSync(join(dir, 'seed.yaml'), 'groups:\n  - name: globex\n');
  const data = join(dir, 'organization.db');
  const given = option === '--seed' ? join(dir, value) : value;
  const first = start('--data', data);
  await ready(first.child);
  first.child.kill('SIGTERM');
  expect((await first.ended).stderr).toBe('');
  const second = start('--data', data, option, given);
  expect((await rootGroup(await ready(second.child))).name).toBe('acme');
  second.child.kill('SIGTERM');
  expect((await second.ended).stderr).toBe(
    `Warning: ${data} contains an organization, so ${option} is ignored. To start with ${option}, use another file or delete this one.\n`,
  );
});

test.each([
  ['--seed', 'corrected.yaml'],
  ['--root-name', 'globex'],
])('%s after a first start with an error in the seed is not ignored, and is no warning', async (option, value) => {
  const [wrong, data] = [join(dir, 'wrong.yaml'), join(dir, 'organization.db')];
  writeFileSync(wrong, 'groups:\n  - name: NOT\n');
  writeFileSync(join(dir, 'corrected.yaml'), 'groups:\n  - name: globex\n');
  expect(await start('--data', data, '--seed', wrong).ended).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('groups[0]') as string,
  });
  expect(existsSync(data)).toBe(false);
  const { child, ended } = start('--data', data, option, option === '--seed' ? join(dir, value) : value);
  expect((await rootGroup(await ready(child))).name).toBe('globex');
  child.kill('SIGTERM');
  expect((await ended).stderr).toBe('');
});

test('--root-name with the name in the data file is no warning', async () => {
  const data = join(dir, 'organization.db');
  for (let time = 0; time < 2; time++) {
    const { child, ended } = start('--data', data, '--root-name', 'globex');
    expect((await rootGroup(await ready(child))).name).toBe('globex');
    child.kill('SIGTERM');
    expect((await ended).stderr).toBe('');
  }
});

test('a data file that git would commit is a warning, and .platform-iac is a folder that git ignores', async () => {
  execFileSync('git', ['init', '--quiet', dir]);
  const run = async (data: string) => {
    const { child, ended } = start('--data', join(dir, data));
    await ready(child);
    child.kill('SIGTERM');
    return (await ended).stderr;
  };
  expect(await run('organization.db')).toBe(
    `Warning: git would commit ${join(dir, 'organization.db')}, which contains the keys that sign tokens. Use --data .platform-iac/organization.db, which git ignores, or add the file to .gitignore.\n`,
  );
  writeFileSync(join(dir, '.gitignore'), '*.db*\n');
  expect(await run('organization.db')).toBe('');
  rmSync(join(dir, '.gitignore'));
  for (const suffix of ['', '-lock']) rmSync(join(dir, `organization.db${suffix}`));
  expect(await run('.platform-iac/organization.db')).toBe('');
  expect(execFileSync('git', ['status', '--porcelain'], { cwd: dir, encoding: 'utf8' })).toBe('');
});

test.each(['/proc', '/dev/null', '/sys'].filter((folder) => existsSync(folder)))(
  'a data file in %s, where nobody can write, is an error about the file and not about a port',
  async (folder) => {
    const { code, stderr } = await start('--data', `${folder}/organization.db`).ended;
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringContaining(`platform-iac: The data file ${folder}/organization.db cannot be opened: `),
    ]);
    expect(stderr).not.toMatch(/\bE[A-Z]{4,}\b|I\/O|os error/);
  },
);

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
  const expected = [
    ['missing.yaml', 3],
    ['broken.yaml', 3],
    ['text.db', 1],
    ['tls.crt', 3],
  ] as const;
  for (const [index, [name, exitCode]] of expected.entries()) {
    const { code, stderr } = await attempts[index]!.ended;
    expect(code).toBe(exitCode);
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
