/**
 * The folder of a release, with nothing but Terraform on PATH: as a mirror of files, as a mirror on the network, and behind a
 * registry that signs. The executable for this machine is built once.
 */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startEmulator } from '../../src/emulator';
import { createCertificate } from '../../src/plugin/goplugin/certificate';
import { terraform, type Terraform } from '../support/terraform';
import { blocksOf } from './docs/blocks';

jest.setTimeout(300_000);

/** Does not block the emulator of this process. */
const execute = promisify(execFile);

const release = resolve('dist/release');
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const base = `terraform-provider-platform_${version}`;
const os = process.platform;
const arch = process.arch === 'x64' ? 'amd64' : process.arch;
const platform = `${os}_${arch}`;
const scratch = mkdtempSync(join(tmpdir(), 'release-test-'));
const bin = join(scratch, 'bin');
const authority = join(scratch, 'authority.pem');
const engine = process.env['TERRAFORM_BINARY_NAME'] ?? 'terraform';
const example = readFileSync('examples/plain-hcl/main.tf', 'utf8');
const privateAddress = 'platform-iac.internal/npm/platform';
const publicAddress = `${basename(engine) === 'tofu' ? 'registry.opentofu.org' : 'registry.terraform.io'}/platform-iac/platform`;

let publicKey: string;
let keyId: string;
let server: Server | undefined;
let host: string;
/** Signs nothing of this release, if set. */
let isForged = false;

beforeAll(async () => {
  // A short path: the sockets of GnuPG are in it.
  const home = mkdtempSync('/tmp/gpg-');
  const env = { ...process.env, GNUPGHOME: home, GPG_KEY: 'release@example.com' };
  try {
    const gpg = (...args: string[]) =>
      execFileSync('gpg', ['--batch', ...args], { env, encoding: 'utf8', stdio: 'pipe' });
    gpg('--passphrase', '', '--quick-generate-key', env.GPG_KEY, 'rsa2048', 'sign', 'never');
    publicKey = gpg('--armor', '--export', env.GPG_KEY);
    keyId = /^fpr:+\w{24}(\w{16}):/m.exec(gpg('--with-colons', '--list-keys'))?.[1] ?? '';
    const what = isBuilt() ? ['--no-executables'] : [platform, '--node', newestNode()];
    execFileSync(process.execPath, ['src/tools/release/release-build.mjs', ...what], { env, stdio: 'pipe' });
    spawnSync('gpgconf', ['--kill', 'all'], { env });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  mkdirSync(bin);
  symlinkSync(execFileSync('which', [engine], { encoding: 'utf8' }).trim(), join(bin, basename(engine)));
  const own = createCertificate();
  writeFileSync(authority, own.certificatePem);
  const listener = createServer({ key: own.privateKeyPem, cert: own.certificatePem }, ({ url = '' }, response) => {
    const body = bodyOf(decodeURIComponent(url));
    if (body === undefined) response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'content-type': typeof body === 'string' ? 'application/json' : 'application/zip' })
        .end(body);
  });
  server = listener;
  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening));
  host = `localhost:${(listener.address() as AddressInfo).port}`;
});

afterAll(() => {
  server?.close();
  rmSync(scratch, { recursive: true });
});

/** Installs the Node of the tests: the registry of packages has it, and the official distribution may be out of reach. */
function newestNode(): string {
  const folder = join(scratch, 'node');
  mkdirSync(folder);
  const program = `
    import { installNewestNode } from './src/tools/release/newest-node.mjs';
    const { path, reason } = await installNewestNode(${JSON.stringify(folder)});
    console.log(path ?? reason);`;
  const path = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }).trim();
  return join(path, 'node');
}

/** Returns true if an earlier run has built the executable of these sources. */
function isBuilt(): boolean {
  execFileSync(process.execPath, ['src/tools/build/build.mjs'], { stdio: 'pipe' });
  const built = statSync(join(release, `${base}_${platform}.zip`), { throwIfNoEntry: false });
  return built !== undefined && built.mtimeMs > statSync('dist/.stamp').mtimeMs;
}

/** Serves the release as a mirror below `/mirror/`, and as a registry. */
function bodyOf(url: string): string | Buffer | undefined {
  const registry = '/v1/providers/platform-iac/platform';
  const file = /^\/(?:mirror|files)\/([\w./-]+)$/.exec(url)?.[1];
  if (url === '/.well-known/terraform.json') return JSON.stringify({ 'providers.v1': '/v1/providers/' });
  if (url === `${registry}/versions`)
    return JSON.stringify({ versions: [{ version, protocols: ['6.0'], platforms: [{ os, arch }] }] });
  if (url === `${registry}/${version}/download/${os}/${arch}`) {
    const filename = `${base}_${platform}.zip`;
    const sums = readFileSync(join(release, `${base}_SHA256SUMS`), 'utf8');
    return JSON.stringify({
      ...{ protocols: ['6.0'], os, arch, filename, download_url: `https://${host}/files/${filename}` },
      shasums_url: `https://${host}/files/${base}_SHA256SUMS`,
      shasums_signature_url: `https://${host}/files/${base}_SHA256SUMS.sig`,
      shasum: sums
        .split('\n')
        .find((line) => line.endsWith(filename))
        ?.split(' ')[0],
      signing_keys: { gpg_public_keys: [{ key_id: keyId, ascii_armor: publicKey }] },
    });
  }
  if (file === undefined || file.includes('..') || !existsSync(join(release, file))) return undefined;
  const bytes = readFileSync(join(release, file));
  if (isForged && file.endsWith('SHA256SUMS')) return Buffer.concat([bytes, Buffer.from(`${'0'.repeat(64)}  added\n`)]);
  return file.endsWith('.json') ? bytes.toString() : bytes;
}

function project(source: string, installation?: string, env: NodeJS.ProcessEnv = {}): Terraform {
  const tf = terraform({
    files: { 'main.tf': example.replace(/source = ".*"/, `source = "${source}"`) },
    env: { ...env, PATH: bin, SSL_CERT_FILE: authority },
  });
  if (installation !== undefined)
    writeFileSync(tf.env['TF_CLI_CONFIG_FILE'] ?? '', `provider_installation {\n  ${installation}\n}\n`);
  return tf;
}

test('from a mirror of files, without Node, with compressed responses: plan, review, apply, migration to the public address, and destroy', async () => {
  const emulator = await startEmulator();
  const { id: compression } = await emulator.faults.add({ effect: 'compression', unrequested: true });
  const tf = project(privateAddress, `filesystem_mirror {\n    path = "${release}"\n  }`, {
    PLATFORM_BASE_URL: emulator.baseUrl,
    PLATFORM_TOKEN: emulator.token,
    TF_VAR_root_group_uid: emulator.rootGroupUid,
  });
  try {
    await tf.init();
    await tf.ok('plan', '-out=plan');
    tf.write({ 'plan.json': (await tf.ok('show', '-json', 'plan')).stdout });
    const folder = join(tf.dir, '.terraform/providers', privateAddress, version, platform);
    expect(readdirSync(folder).sort()).toEqual([
      ...['LICENSE', 'NODE-LICENSE.txt', 'THIRD-PARTY-NOTICES.txt'],
      `terraform-provider-platform_v${version}`,
    ]);
    const executable = join(folder, `terraform-provider-platform_v${version}`);
    const review = spawnSync(executable, ['review', 'plan.json'], { cwd: tf.dir, env: tf.env, encoding: 'utf8' });
    expect(review.stdout + review.stderr).toMatch(/engineering\/[^]*platform_role_binding\.ci_views/);
    // Its Node has SQLite: the executable contains the emulator.
    const started = await execute(executable, ['emulator', '--', '/bin/sh', '-c', 'echo "$PLATFORM_BASE_URL"']);
    expect(started).toEqual({ stdout: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\n$/), stderr: '' });
    // The hash of the archive in the lock file is that of this executable.
    const own = await execute(executable, ['plan', '--format', 'json'], { cwd: tf.dir, env: tf.env });
    const { findings, executes, verdict } = JSON.parse(own.stdout) as {
      readonly findings: readonly { id: string }[];
      readonly executes: readonly { kind: string }[];
      readonly verdict: { readonly result: string };
    };
    expect(verdict.result).toBe('changed');
    expect(executes.filter(({ kind }) => kind === 'lock')).toHaveLength(1);
    expect(findings.filter(({ id }) => id === 'runs-code')).toEqual([]);
    await tf.ok('apply', 'plan');

    const adopt = ['adopt', '--out', 'adopted'];
    const adopted = await execute(executable, adopt, { cwd: tf.dir, env: tf.env });
    expect(adopted.stdout).toMatch(
      /Plan: \d+ to import, 0 to add[^]*Access: nobody gains or loses anything\.[^]*Next:\n {2}cd adopted\n {2}terraform init\n/,
    );
    expect(tf.read('adopted/versions.tf')).toContain('"platform-iac/platform"');
    expect(tf.read('adopted/.gitignore')).toContain('*.tfstate');
    expect(tf.read('adopted/README.md')).not.toMatch(/npx|Node/);

    tf.write({ 'main.tf': example.replace(/source = ".*"/, 'source = "platform-iac/platform"') });
    await tf.ok('state', 'replace-provider', '-auto-approve', privateAddress, publicAddress);
    await tf.init();
    expect((await tf.plan()).changed).toBe(false);
    await tf.destroy();
    expect((await emulator.faults.list()).find(({ id }) => id === compression)?.hits).toBeGreaterThan(10);
  } finally {
    tf.close();
    await emulator.close();
  }
});

test('README.md: the block of the executables unpacks the zip and reviews a plan, without Node', () => {
  const block = blocksOf('README.md#Installation').find(({ text }) => text.startsWith('unzip'));
  const dir = join(scratch, 'readme');
  mkdirSync(dir);
  for (const tool of ['unzip', 'ln'])
    symlinkSync(execFileSync('which', [tool], { encoding: 'utf8' }).trim(), join(dir, tool));
  symlinkSync(join(release, `${base}_${platform}.zip`), join(dir, `${base}_${platform}.zip`));
  const noChanges = { format_version: '1.2', terraform_version: '1.11.4', configuration: { root_module: {} } };
  writeFileSync(join(dir, 'plan.json'), JSON.stringify({ ...noChanges, planned_values: {}, resource_changes: [] }));
  const lines = block?.text.replaceAll('linux_amd64', platform) ?? '';
  expect(lines.match(/\d+\.\d+\.\d+[\w.-]*?(?=_|\s)/g)).toEqual([version, version]);
  const shell = spawnSync('/bin/bash', ['-ec', lines], {
    cwd: dir,
    env: { PATH: dir, HOME: dir },
    encoding: 'utf8',
  });
  expect([shell.status, shell.stdout]).toEqual([0, expect.stringContaining('Nobody gains or loses access.')]);
});

test('from a mirror on the network, also for the lock file of a platform', async () => {
  const tf = project('platform-iac/platform', `network_mirror {\n    url = "https://${host}/mirror/"\n  }`);
  try {
    await tf.init();
    const installed = tf.read('.terraform.lock.hcl');
    const { archives } = JSON.parse(readFileSync(join(release, publicAddress, `${version}.json`), 'utf8')) as {
      archives: Record<string, { hashes: string[] }>;
    };
    expect(installed).toContain(archives[platform]?.hashes[0]);
    await tf.ok('providers', 'lock', `-platform=${platform}`, `-net-mirror=https://${host}/mirror/`);
    expect(tf.read('.terraform.lock.hcl')).toContain(archives[platform]?.hashes[0]);
  } finally {
    tf.close();
  }
});

test('from a registry: the signature is verified, and providers mirror copies the release', async () => {
  const tf = project(`${host}/platform-iac/platform`);
  try {
    isForged = true;
    const forged = await tf.run('init', '-no-color');
    expect([forged.code, forged.text]).toEqual([1, expect.stringMatching(/sign/)]);
    isForged = false;
    const { text } = await tf.init('-no-color');
    // OpenTofu does not say that a developer signed it.
    expect(text).toMatch(new RegExp(`\\((?:self-)?signed, key ID ${keyId}\\)`));
    await tf.ok('providers', 'mirror', `-platform=${platform}`, 'copy');
    const copied = JSON.parse(tf.read(join('copy', host, 'platform-iac/platform', `${version}.json`))) as unknown;
    expect(copied).toMatchObject({ archives: { [platform]: { url: `${base}_${platform}.zip` } } });
  } finally {
    isForged = false;
    tf.close();
  }
});

test('OpenTofu installs it, too', () => {
  const found = spawnSync('tofu', ['version'], { encoding: 'utf8' });
  if (found.error !== undefined) {
    process.stdout.write('OpenTofu did not install the release: tofu is not on PATH.\n');
    expect(existsSync(join(release, 'registry.opentofu.org/platform-iac/platform', `${version}.json`))).toBe(true);
    return;
  }
  const tf = project('platform-iac/platform', `filesystem_mirror {\n    path = "${release}"\n  }`);
  const { status, stderr } = spawnSync('tofu', ['init', '-no-color'], {
    cwd: tf.dir,
    env: { ...tf.env, PATH: process.env['PATH'] },
    encoding: 'utf8',
  });
  tf.close();
  expect([status, stderr]).toEqual([0, '']);
});
