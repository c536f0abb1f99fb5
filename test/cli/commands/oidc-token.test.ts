import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../../src/cli/program';
import { startEmulator } from '../../../src/emulator';
import { startCannedServer } from '../../client/canned';
import { controlsIn, hostile } from '../../base/text/hostile';

const environment = { ...process.env };
const folder = mkdtempSync(join(tmpdir(), 'oidc-token-'));

beforeEach(() => {
  delete process.env['PLATFORM_AUTH_URL'];
  delete process.env['PLATFORM_BASE_URL'];
  delete process.env['PLATFORM_TOKEN'];
});
afterAll(() => {
  process.env = environment;
  rmSync(folder, { recursive: true });
});

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const code = await runCli(['oidc-token', ...args], { out: (text) => (out += text), err: (text) => (err += text) });
  return { code, out, err };
}

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());

test('the running emulator issues a token that assumes an identity', async () => {
  const { baseUrl, authUrl, token, rootGroupUid, oidcIssuer, close } = await startEmulator();
  Object.assign(process.env, { PLATFORM_AUTH_URL: authUrl, PLATFORM_TOKEN: token });
  const { code, out, err } = await run(
    '--subject',
    'repo:acme/shop',
    '--claim',
    'environment=production',
    '--claim',
    'a=b=c',
  );
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(claimsOf(out)).toMatchObject({
    iss: oidcIssuer,
    sub: 'repo:acme/shop',
    aud: '127.0.0.1',
    environment: 'production',
    a: 'b=c',
  });
  const claimMatch = {
    issuer: oidcIssuer,
    subject: 'repo:acme/shop',
    claims: { environment: 'production' },
  };
  const identity = await fetch(`${baseUrl}/iam/v2beta1/identities/${rootGroupUid}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ name: 'ci', claimMatch }),
  });
  const { uid } = JSON.parse(await identity.text());
  const query = new URLSearchParams({ aud: baseUrl, identity: uid });
  const exchange = await fetch(`${authUrl}/sts/exchange?${query.toString()}`, {
    headers: { authorization: `Bearer ${out.trim()}` },
  });
  expect(exchange.status).toBe(200);
  await close();
});

test('a data file signs for the last address of its emulator, also if it is not running', async () => {
  const dataFile = join(folder, 'organization.db');
  const { oidcIssuer: issuer, close } = await startEmulator({ dataFile });
  const running = await run('--subject', 'ci', '--data', dataFile, '--audience', 'deploy', '--lifetime', '60');
  await close();
  const stopped = await run('--subject', 'ci', '--data', dataFile);
  for (const { code, out, err } of [running, stopped]) {
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(claimsOf(out)).toMatchObject({ iss: issuer, sub: 'ci' });
  }
  const { aud, iat, exp } = claimsOf(running.out);
  expect({ aud, lifetime: exp - iat }).toEqual({ aud: 'deploy', lifetime: 60 });
});

test('a missing emulator is an error in one line', async () => {
  expect(await run('--subject', 'ci')).toMatchObject({ code: 1, err: expect.stringContaining('PLATFORM_AUTH_URL') });
  const missing = await run('--subject', 'ci', '--data', join(folder, 'none.db'));
  expect(missing).toMatchObject({
    code: 3,
    err: `platform-iac: Cannot read ${join(folder, 'none.db')}: no such file. Start the emulator with it first.\n`,
  });
  Object.assign(process.env, { PLATFORM_BASE_URL: 'http://127.0.0.1:9', PLATFORM_TOKEN: 'x' });
  expect(await run('--subject', 'ci')).toMatchObject({ code: 1, err: expect.stringContaining('Is it running?') });
});

test('a caller who is not the administrator is denied, with the reason', async () => {
  const { authUrl, administratorUid, tokenFor, close } = await startEmulator();
  const limited = await tokenFor(administratorUid, ['groups.list']);
  Object.assign(process.env, { PLATFORM_AUTH_URL: authUrl, PLATFORM_TOKEN: limited });
  const { code, out, err } = await run('--subject', 'ci');
  await close();
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('Permission denied');
  expect(err).not.toContain(limited);
});

test.each([
  [[]],
  [['--subject', 'ci', '--claim', 'nothing']],
  [['--subject', 'ci', '--lifetime', 'long']],
  [['--subject', 'ci', '--lifetime', '0']],
])('%j is a usage error', async (args) => {
  expect((await run(...args)).code).toBe(2);
});

test('control characters in a response are escaped for the terminal', async () => {
  for (const [status, body] of [
    [403, { message: hostile }],
    [200, { token: hostile }],
  ] as const) {
    const service = await startCannedServer((_, response) => {
      response.writeHead(status).end(JSON.stringify(body));
    });
    Object.assign(process.env, { PLATFORM_AUTH_URL: service.baseUrl, PLATFORM_TOKEN: 'secret' });
    const { out, err } = await run('--subject', 'x');
    await service.close();
    expect(out + err).toContain('a\\u001b[2J');
    expect(controlsIn(out + err)).toEqual([]);
  }
});
