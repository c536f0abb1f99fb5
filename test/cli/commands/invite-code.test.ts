import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../../src/cli/program';
import { publicJwkProblem } from '../../../src/model/schema/check-keys';
import { encryptedValues } from '../../../src/provider/safeguards/encrypted-secret';
import { groupInvite } from '../../../src/model/kinds';

const folder = mkdtempSync(join(tmpdir(), 'invite-code-'));
const file = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const code = await runCli(['invite-code', ...args], { out: (text) => (out += text), err: (text) => (err += text) });
  return { code, out, err };
}

/** Returns the encrypted code, as the state contains it. */
async function sealed(code: string, recipient: string): Promise<string> {
  const values = await encryptedValues(
    groupInvite.terraform!.encryptedSecret!,
    'the invite',
    { code },
    { recipient_jwk: recipient },
  );
  return String(values['encrypted_code']);
}

test('creates a key pair: a private key that only its owner can read, and a public key for the configuration', async () => {
  const { code, out, err } = await run('--new-key', file('ada.jwk'));
  expect(code).toBe(0);
  expect(statSync(file('ada.jwk')).mode & 0o777).toBe(0o600);
  const { d, ...rest } = JSON.parse(readFileSync(file('ada.jwk'), 'utf8')) as Record<string, string>;
  expect(JSON.parse(out)).toEqual(rest);
  expect(publicJwkProblem(out)).toBeUndefined();
  expect(d).toEqual(expect.stringMatching(/./));
  expect(err).not.toContain(d);
  expect(await run('--new-key', file('ada.jwk'))).toMatchObject({ code: 1, err: expect.stringContaining('exists') });
});

test('decrypts the code with the private key', async () => {
  const { out: recipient } = await run('--new-key', file('bob.jwk'));
  const encrypted = await sealed('kid.a-code', recipient);
  expect(await run('--key', file('bob.jwk'), encrypted)).toEqual({ code: 0, out: 'kid.a-code\n', err: '' });
});

test('reads the encrypted code from stdin', async () => {
  const { out: recipient } = await run('--new-key', file('eve.jwk'));
  const input = `${await sealed('kid.a-code', recipient)}\n`;
  const args = [require.resolve('tsx/cli'), 'src/cli/main.ts', 'invite-code', '--key', file('eve.jwk')];
  expect(execFileSync(process.execPath, args, { input, encoding: 'utf8' })).toBe('kid.a-code\n');
});

test('errors describe the problem, and contain no key', async () => {
  const { out: recipient } = await run('--new-key', file('carl.jwk'));
  await run('--new-key', file('other.jwk'));
  const encrypted = await sealed('kid.a-code', recipient);
  writeFileSync(file('public.jwk'), recipient);
  writeFileSync(file('text.txt'), 'hush-hush');
  const refused: [string[], string, number?][] = [
    [['--key', file('other.jwk'), encrypted], 'Cannot decrypt the code'],
    [['--key', file('carl.jwk'), `${encrypted.slice(0, -4)}AAAA`], 'Cannot decrypt the code'],
    [['--key', file('carl.jwk'), 'kid.a-code'], 'This is not an encrypted code'],
    [['--key', file('public.jwk'), encrypted], 'contains a public key'],
    [['--key', file('text.txt'), encrypted], 'does not contain a JSON Web Key'],
    [['--key', file('missing.jwk'), encrypted], 'missing.jwk: no such file.', 3],
    [['--key', folder, encrypted], 'it is a folder.', 3],
  ];
  for (const [args, problem, exitCode = 1] of refused) {
    const { code, out, err } = await run(...args);
    expect([code, out, err]).toEqual([exitCode, '', expect.stringContaining(problem)]);
    expect(err).not.toContain('hush-hush');
  }
  expect((await run()).code).toBe(2);
  expect((await run('--key', 'a', '--new-key', 'b')).code).toBe(2);
});
