/** `platform-iac snapshot`: its options, the keys, and a file that another command can use. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';
import { runCli } from '../../../src/cli/program';
import { verifiedSnapshot } from '../../../src/review/snapshot';

const folder = mkdtempSync(join(tmpdir(), 'snapshot-'));
const at = (name: string) => join(folder, name);
const environment = { ...process.env };
let running: RunningEmulator;

beforeAll(async () => {
  running = await startEmulator();
  Object.assign(process.env, { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token });
});
afterAll(async () => {
  process.env = environment;
  rmSync(folder, { recursive: true });
  await running.close();
});

async function snapshot(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const write = { out: (text: string) => (out += text), err: (text: string) => (err += text) };
  return { code: await runCli(['snapshot', ...args], write), out, err };
}

test('a new key is private, and is never overwritten', async () => {
  const { code, out, err } = await snapshot('--new-key', at('key'));
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('BEGIN PUBLIC KEY') as string });
  expect(err).toContain(`The private key is in ${at('key')}: keep it secret.`);
  expect(statSync(at('key')).mode & 0o777).toBe(0o600);
  writeFileSync(at('key.pub'), out);
  const before = readFileSync(at('key'), 'utf8');
  expect(await snapshot('--new-key', at('key'))).toMatchObject({
    code: 1,
    err: `platform-iac: Cannot write ${at('key')}: it exists. Name another file.\n`,
  });
  expect(readFileSync(at('key'), 'utf8')).toBe(before);
});

test('it writes a private file with the organization and every state, which the public key verifies', async () => {
  writeFileSync(at('org.tfstate'), JSON.stringify({ version: 4, serial: 1, lineage: 'l', outputs: {}, resources: [] }));
  writeFileSync(at('new.tfstate'), '');
  const states = ['--state', at('org.tfstate'), '--state', `bootstrap=${at('new.tfstate')}`];
  const { code, err } = await snapshot('--live', ...states, '--key', at('key'), '--out', at('file'));
  expect({ code, err }).toEqual({
    code: 0,
    err: `platform-iac: Wrote ${at('file')}: 2 stacks, signed with ${at('key')}.\n`,
  });
  expect(statSync(at('file')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  const read = verifiedSnapshot(readFileSync(at('file'), 'utf8'), 'file', {
    publicKey: readFileSync(at('key.pub'), 'utf8'),
    roots: ['acme'],
  });
  expect(read).toMatchObject({
    service: running.baseUrl,
    stacks: [{ name: 'org', state: { serial: 1 } }, { name: 'bootstrap' }],
  });
});

test.each([
  ['no option', [], 2, 'pass --live, --key FILE and --out FILE, or --new-key FILE'],
  ['a new key and a file', ['--new-key', 'x', '--out', 'y'], 2, '--new-key only generates a key pair'],
  ['a missing key', ['--live', '--key', at('none'), '--out', at('x')], 3, `Cannot read ${at('none')}: no such file.`],
  ['a public key', ['--live', '--key', at('key.pub'), '--out', at('x')], 3, 'it is not a private key as PEM'],
  ['an unknown group', ['--live', '--root', 'acm', '--key', at('key'), '--out', at('x')], 3, 'Did you mean "acme"?'],
  ['a missing state', ['--live', '--state', at('no'), '--key', at('key'), '--out', at('x')], 3, 'no such file'],
  [
    'two states of one name',
    [
      '--live',
      '--state',
      at('org.tfstate'),
      '--state',
      `org=${at('new.tfstate')}`,
      '--key',
      at('key'),
      '--out',
      at('x'),
    ],
    2,
    'Two stacks have the name org. Name each: --state NAME=DIR.',
  ],
])('%s is an error, and nothing is written', async (_, args, code, message) => {
  expect(await snapshot(...args)).toMatchObject({ code, err: expect.stringContaining(message) as string });
  expect(readdirSync(folder)).not.toContain('x');
});
