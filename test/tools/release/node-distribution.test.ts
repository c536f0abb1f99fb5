/** The official distribution of Node, on loopback: its signed checksums, its archives, and the newest security release. */
import { type ChildProcessWithoutNullStreams, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { zipSync } from 'fflate';

jest.setTimeout(60_000);

const missing = ['gpg', 'gpgv', 'tar'].filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
if (missing.length > 0)
  process.stdout.write(`The signatures of Node are not tested: ${missing.join(', ')} is missing.\n`);
const each = missing.length > 0 ? test.skip : test;

const version = '26.3.1';
const names = ['linux_amd64', 'linux_arm64', 'darwin_amd64', 'darwin_arm64', 'windows_amd64', 'windows_arm64'] as const;
type Name = (typeof names)[number];
const createArchive = (name: Name, of = version) => {
  const [os = '', cpu] = name.replace('amd64', 'x64').split('_');
  return os === 'windows' ? `node-v${of}-win-${cpu}.zip` : `node-v${of}-${os}-${cpu}.tar.gz`;
};
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

// A short path: the sockets of GnuPG are in it.
const home = mkdtempSync('/tmp/gpg-');
const scratch = mkdtempSync(join(tmpdir(), 'node-distribution-'));
const files = new Map<string, Buffer>();
const archives = new Map<string, Buffer>();
let server: Server;
let url: string;
let child: ChildProcessWithoutNullStreams;
let lines: Interface;
const program = `
  import { createInterface } from 'node:readline';
  import { platforms } from ${JSON.stringify(resolve('src/tools/release/platforms.mjs'))};
  import * as node from ${JSON.stringify(resolve('src/tools/release/node-distribution.mjs'))};
  for await (const call of createInterface({ input: process.stdin }))
    console.log(await eval(call).then(JSON.stringify, ({ message }) => JSON.stringify(message)));`;
const keys = join(scratch, 'keys.asc');
const pin = join(scratch, 'node-pin.json');

const gpg = (...args: string[]) =>
  execFileSync('gpg', ['--batch', '--yes', '--homedir', home, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
function sign(text: string, { key = 'releaser', mode = '--detach-sign' } = {}): Buffer {
  const file = join(scratch, 'to-sign');
  writeFileSync(file, text);
  return gpg('--local-user', key, '--output', '-', mode, file);
}

beforeAll(async () => {
  if (missing.length > 0) return;
  for (const key of ['releaser', 'second', 'other'])
    gpg('--passphrase', '', '--quick-generate-key', key, 'ed25519', 'sign', 'never');
  for (const name of names) {
    const archive = createArchive(name);
    const folder = archive.replace(/\.(tar\.gz|zip)$/, '');
    if (archive.endsWith('.zip')) {
      const contents = { 'node.exe': Buffer.from(name), LICENSE: Buffer.from('license'), 'npm.cmd': Buffer.from('') };
      archives.set(archive, Buffer.from(zipSync({ [folder]: contents })));
    } else {
      mkdirSync(join(scratch, folder, 'bin'), { recursive: true });
      for (const [file, text] of [
        ['bin/node', name],
        ['bin/npm', ''],
        ['LICENSE', 'license'],
      ] as const)
        writeFileSync(join(scratch, folder, file), text);
      execFileSync('tar', ['-czf', archive, folder], { cwd: scratch });
      archives.set(archive, readFileSync(join(scratch, archive)));
    }
  }
  server = createServer((request, response) => {
    const body = files.get(request.url ?? '');
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  child = spawn(process.execPath, ['--input-type=module', '--eval', program], { env: { ...process.env, CI: 'true' } });
  lines = createInterface({ input: child.stdout });
});
afterAll(() => {
  child?.stdin.end();
  server?.close();
  spawnSync('gpgconf', ['--homedir', home, '--kill', 'all']);
  for (const folder of [home, scratch]) rmSync(folder, { recursive: true, force: true });
});

const sums = () => [...archives].map(([archive, bytes]) => `${sha256(bytes)}  ${archive}\n`).join('');
const entries = [
  { version: `v${version}`, date: '2026-11-03', security: true },
  { version: 'v26.3.0', date: '2026-10-01', security: false },
  { version: 'v24.18.9', date: '2026-11-04', security: true },
  { version: 'v9.99.99', date: '2019-01-01', security: true },
];
/** Serves this text instead of a file. */
const serve = (path: string, body: string | Buffer) => files.set(path, Buffer.from(body));
const sumsPath = `/v${version}/SHASUMS256.txt`;

beforeEach(() => {
  if (missing.length > 0) return;
  files.clear();
  serve('/index.json', JSON.stringify(entries));
  for (const [archive, bytes] of archives) files.set(`/v${version}/${archive}`, bytes);
  serve(sumsPath, sums());
  serve(`${sumsPath}.sig`, sign(sums()));
  // The signing key is not the first one of the file.
  writeFileSync(
    keys,
    `Words about the keys.\n\n${['second', 'releaser'].map((key) => gpg('--armor', '--export', key).toString()).join('\n')}`,
  );
  writeFileSync(
    pin,
    JSON.stringify({
      version,
      sha256: Object.fromEntries(names.map((name) => [name, sha256(archives.get(createArchive(name))!)])),
    }),
  );
});

/** Returns the result of a function of the module, or the reason why it refuses. One process runs all: it loads an HTTP client. */
async function result<T = string>(call: string): Promise<T> {
  const answer = new Promise<string>((resolved) => lines.once('line', resolved));
  child.stdin.write(`${call.replaceAll('distribution)', `${JSON.stringify({ url, keys, pin })})`)}\n`);
  return JSON.parse(await answer) as T;
}
const check = () => result('node.checkPin(distribution)');
const fetchNode = <T = string>(name: Name, folder: string) =>
  result<T>(
    `node.fetchNode(platforms.find(({ name }) => name === '${name}'), ${JSON.stringify(folder)}, distribution)`,
  );

each('a signed and current version passes, and an update pins the same', async () => {
  expect(await check()).toBe(version);
  const pinned = JSON.parse(readFileSync(pin, 'utf8')) as object;
  rmSync(pin);
  expect(await result('node.updatePin(distribution)')).toBe(version);
  expect(JSON.parse(readFileSync(pin, 'utf8'))).toEqual(pinned);
});

each('the program and the license of each platform come from its archive', async () => {
  for (const name of ['linux_arm64', 'windows_amd64'] as const) {
    const folder = mkdtempSync(join(scratch, 'unpacked-'));
    const node = await fetchNode<Record<'version' | 'binary' | 'license', string>>(name, folder);
    expect(node.version).toBe(version);
    expect([readFileSync(node.binary, 'utf8'), readFileSync(node.license, 'utf8')]).toEqual([name, 'license']);
    expect(existsSync(join(node.binary, '../npm'))).toBe(false);
  }
});

each('an archive with another checksum is not unpacked', async () => {
  for (const name of ['linux_amd64', 'windows_arm64'] as const) {
    const folder = mkdtempSync(join(scratch, 'wrong-'));
    files.set(
      `/v${version}/${createArchive(name)}`,
      archives.get(createArchive(name === 'linux_amd64' ? 'linux_arm64' : 'windows_amd64'))!,
    );
    expect(await fetchNode(name, folder)).toContain('is not the pinned Node: its SHA-256 is');
    expect(existsSync(join(folder, createArchive(name)))).toBe(false);
  }
});

const newer = (security?: boolean) => JSON.stringify([{ version: 'v26.10.0', security }, ...entries]);
each.each<[string, () => void, string]>([
  ['without a pinned version', () => rmSync(pin), 'node-pin.json does not exist. Run the workflow "Node"'],
  [
    'a pinned version without a platform',
    () => writeFileSync(pin, JSON.stringify({ version, sha256: {} })),
    'node-pin.json lacks linux_amd64',
  ],
  [
    'a version that is no version',
    () => writeFileSync(pin, readFileSync(pin, 'utf8').replace(version, '../26')),
    'node-pin.json lacks a version',
  ],
  [
    'another pinned checksum',
    () => writeFileSync(pin, readFileSync(pin, 'utf8').replace(/[0-9a-f]{64}/, '0'.repeat(64))),
    'other checksums than Node 26.3.1: linux_amd64.',
  ],
  [
    'changed checksums',
    () =>
      serve(
        sumsPath,
        sums().replace(/^[0-9a-f]/, (digit) => (digit === '0' ? '1' : '0')),
      ),
    'The signature of',
  ],
  ['a signature by another key', () => serve(`${sumsPath}.sig`, sign(sums(), { key: 'other' })), 'The signature of'],
  ['a signature of other checksums', () => serve(`${sumsPath}.sig`, sign('')), 'The signature of'],
  [
    'a signed message instead of a signature',
    () => serve(`${sumsPath}.sig`, sign(sums(), { mode: '--sign' })),
    'The signature of',
  ],
  [
    'a signature by a key that has expired',
    () => {
      const past = ['--faked-system-time', '20200101T000000!'];
      gpg(...past, '--passphrase', '', '--quick-generate-key', 'expired', 'ed25519', 'sign', '1d');
      writeFileSync(keys, gpg('--armor', '--export', 'expired'));
      writeFileSync(join(scratch, 'to-sign'), sums());
      const args = ['--local-user', 'expired', '--output', '-', '--detach-sign', join(scratch, 'to-sign')];
      serve(`${sumsPath}.sig`, gpg(...past, ...args));
    },
    'EXPKEYSIG',
  ],
  ['an empty signature', () => serve(`${sumsPath}.sig`, ''), 'The signature of'],
  ['no keys', () => writeFileSync(keys, ''), 'The signature of'],
  ['no checksums', () => files.delete(sumsPath), 'SHASUMS256.txt responded with 404'],
  ['no signature', () => files.delete(`${sumsPath}.sig`), 'SHASUMS256.txt.sig responded with 404'],
  ['no index', () => files.delete('/index.json'), 'index.json responded with 404'],
  ['an index without a security release', () => serve('/index.json', '[]'), 'lists no security release'],
  [
    'a newer security release',
    () => serve('/index.json', newer(true)),
    'Node 26.3.1 is older than the security release 26.10.0.',
  ],
  [
    'a newer release that may be one',
    () => serve('/index.json', newer()),
    'Node 26.3.1 is older than the security release 26.10.0.',
  ],
  [
    'a release whose version cannot be compared',
    () => serve('/index.json', JSON.stringify([{ version: 'v26.x', security: true }, ...entries])),
    'index.json has an unknown version: v26.x.',
  ],
  [
    'signed checksums of another version',
    () => {
      const other = sums().replaceAll(version, '26.3.0');
      serve(sumsPath, other);
      serve(`${sumsPath}.sig`, sign(other));
    },
    'lacks linux_amd64, linux_arm64',
  ],
])('a release stops: %s', async (_, change, reason) => {
  change();
  expect(await check()).toContain(reason);
});

each('a newer release without a security fix stops nothing', async () => {
  serve('/index.json', newer(false));
  expect(await check()).toBe(version);
});

each('an update neither goes back nor pins checksums without a signature', async () => {
  const before = readFileSync(pin, 'utf8');
  serve('/index.json', JSON.stringify(entries.slice(1)));
  expect(await result('node.updatePin(distribution)')).toContain('Node 26.3.1 is pinned, and the newest version');
  serve('/index.json', JSON.stringify(entries));
  serve(`${sumsPath}.sig`, sign(sums(), { key: 'other' }));
  expect(await result('node.updatePin(distribution)')).toContain('The signature of');
  expect(readFileSync(pin, 'utf8')).toBe(before);
});

each('the keys in the repository are those that the file names', () => {
  const text = readFileSync('src/tools/release/node-keys.asc', 'utf8');
  const named = [...text.matchAll(/^([0-9A-F]{40}), \S/gm)].map(([, fingerprint]) => fingerprint);
  const shown = gpg('--show-keys', '--with-colons', 'src/tools/release/node-keys.asc').toString();
  const found = [...shown.matchAll(/^pub:.*\n(?:^(?!fpr).*\n)*fpr:+([0-9A-F]+):/gm)].map(
    ([, fingerprint]) => fingerprint,
  );
  expect(named.length).toBeGreaterThan(5);
  expect(found).toEqual(named);
});
