/** Tests `platform-iac serve-review` as an operator starts it. */
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { Command } from 'commander';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'node:https';
import { addServeReviewCommand } from '../../src/cli/serve-review-command';
import { createCertificate } from '../../src/plugin/goplugin/certificate';

const folder = mkdtempSync(join(tmpdir(), 'serve-review-'));
const before = { ...process.env };
afterEach(() => (process.env = { ...before }));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command until `stopped` ends. */
async function run(args: readonly string[], stopped: (out: string) => Promise<unknown> = async () => undefined) {
  let [out, err, code] = ['', '', 0];
  const program = new Command().exitOverride();
  const output = { out: (text: string) => (out += text), err: (text: string) => (err += text) };
  let ready: (text: string) => void = () => undefined;
  const started = new Promise<string>((resolve) => (ready = resolve));
  const announce = (text: string) => {
    output.out(text);
    ready(text);
  };
  addServeReviewCommand(
    program,
    { ...output, out: announce },
    (ended) => (code = ended),
    () => started.then(stopped),
  );
  await program.parseAsync(['serve-review', '--port', '0', ...args], { from: 'user' });
  return { out, err, code };
}

const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

test('it prints its address and paths, and answers HCP Terraform with the key of a file', async () => {
  process.env['REVIEW_HCP_HMAC_KEY_FILE'] = file('key', 'the key\n');
  const { out, err, code } = await run([], async (text) => {
    const { url } = JSON.parse(text) as { readonly url: string };
    const body = JSON.stringify({ payload_version: 1, stage: 'test', access_token: 'test-token' });
    const signature = createHmac('sha512', 'the key').update(body).digest('hex');
    const headers = { 'x-tfc-task-signature': signature };
    const response = await fetch(`${url}/hcp-terraform`, { method: 'POST', headers, body });
    expect(response.status).toBe(200);
  });
  expect({ code, paths: (JSON.parse(out) as { paths: unknown }).paths }).toEqual({
    code: 0,
    paths: ['/hcp-terraform'],
  });
  expect(err).toMatch(/^\S+Z \/hcp-terraform: 200 The run task is ready\.\n$/);
});

test('it serves both, if the secrets of both are set', async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  process.env['REVIEW_HCP_HMAC_KEY'] = 'the key';
  process.env['REVIEW_GITHUB_WEBHOOK_SECRET'] = 'the secret';
  process.env['REVIEW_GITHUB_APP_KEY'] = privateKey;
  const { out } = await run(['--github-app', 'Iv1.app']);
  expect(JSON.parse(out)).toMatchObject({ paths: ['/hcp-terraform', '/github'] });
});

test('it serves TLS', async () => {
  process.env['REVIEW_HCP_HMAC_KEY'] = 'the key';
  const { certificatePem, privateKeyPem } = createCertificate();
  const [cert, key] = [file('tls.pem', certificatePem), file('tls.key', privateKeyPem)];
  const { out } = await run(['--tls-cert', cert, '--tls-key', key], async (text) => {
    const { url } = JSON.parse(text) as { readonly url: string };
    const status = await new Promise((resolve, reject) => {
      const options = { ca: certificatePem, checkServerIdentity: () => undefined };
      request(`${url}/healthz`, options, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
  });
  expect(out).toContain('https://127.0.0.1:');
});

const key = { REVIEW_HCP_HMAC_KEY: 'key' };
test.each<[string, readonly string[], Record<string, string>, string]>([
  ['no secret', [], {}, 'Nothing to serve. Set REVIEW_HCP_HMAC_KEY'],
  ['an empty secret', [], { REVIEW_HCP_HMAC_KEY: ' ' }, 'REVIEW_HCP_HMAC_KEY is empty.'],
  [
    'a secret twice',
    [],
    { ...key, REVIEW_HCP_HMAC_KEY_FILE: 'key' },
    'Set REVIEW_HCP_HMAC_KEY or REVIEW_HCP_HMAC_KEY_FILE, not both.',
  ],
  [
    'a missing file',
    [],
    { REVIEW_HCP_HMAC_KEY_FILE: '/missing' },
    'Cannot read the file of REVIEW_HCP_HMAC_KEY_FILE, /missing: ENOENT.',
  ],
  ['an App without secrets', ['--github-app', '1'], key, 'The protection rule is incomplete.'],
  [
    'secrets without an App',
    [],
    { ...key, REVIEW_GITHUB_WEBHOOK_SECRET: 'the-secret' },
    'The protection rule is incomplete.',
  ],
  [
    'a key that is none',
    ['--github-app', '1'],
    { REVIEW_GITHUB_WEBHOOK_SECRET: 'the-secret', REVIEW_GITHUB_APP_KEY: 'the-secret' },
    'Cannot use REVIEW_GITHUB_APP_KEY: it is not an RSA private key',
  ],
  ['a public address without TLS', ['--host', '0.0.0.0'], key, '--host 0.0.0.0 needs --tls-cert and --tls-key'],
  ['half of TLS', ['--tls-cert', 'a.pem'], key, 'TLS needs both --tls-cert and --tls-key.'],
  [
    'TLS and plaintext',
    ['--tls-cert', 'a', '--tls-key', 'b', '--allow-plaintext'],
    key,
    '--allow-plaintext contradicts --tls-cert.',
  ],
  ['a missing configuration', ['--config', '/missing'], key, 'Cannot read /missing.'],
])('%s is a usage error', async (_, args, environment, message) => {
  Object.assign(process.env, environment);
  const { code, err, out } = await run(args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(`platform-iac: ${message}`);
  expect(err).not.toContain('the-secret');
});
