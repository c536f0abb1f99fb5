/** Tests the contents of the page of `platform-iac explore`, for each type of source. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../../src/cli/program';
import { startEmulator } from '../../../src/emulator';
import { dataIn } from '../../review/page/page-data';

jest.setTimeout(60_000);

const corpus = join(__dirname, '../../review/corpus');
const planOf = (name: string) =>
  join(corpus, readdirSync(corpus).find((file) => file.startsWith(`${name}.terraform-`)) ?? name);

const folder = mkdtempSync(join(tmpdir(), 'explore-'));
afterAll(() => rmSync(folder, { recursive: true }));

const environment = process.env;
beforeEach(() => {
  process.env = Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('PLATFORM_')));
});
afterEach(() => {
  process.env = environment;
});

async function run(args: readonly string[], terminal?: { readonly width: number; readonly color: boolean }) {
  let [out, err] = ['', ''];
  const code = await runCli(['explore', ...args], {
    out: (text) => (out += text),
    err: (text) => (err += text),
    ...(terminal && { terminal }),
  });
  return { code, out, err };
}

/** Returns a file with the state before a plan. */
function getState(name: string): string {
  const { prior_state } = JSON.parse(readFileSync(planOf(name), 'utf8')) as { prior_state: object };
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(prior_state));
  return file;
}

test('a plan is shown with the organization before and after it, without findings', async () => {
  const { code, out, err } = await run([planOf('owner-added')]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const data = dataIn(out);
  expect(data).toMatchObject({ title: [['acme']], sources: [planOf('owner-added')], problems: [] });
  expect(data.lead).toEqual([expect.stringMatching(/^\d+ objects, 1 change\.$/)]);
  expect(data.review).toBeUndefined();
  expect(data.before?.grants.length).toBe(data.after.grants.length - 1);
});

test('a state is shown in the file that --out names', async () => {
  const target = join(folder, 'page.html');
  const { code, out, err } = await run(['--state', getState('owner-added'), '--out', target], {
    width: 80,
    color: true,
  });
  expect({ code, out, err }).toEqual({
    code: 0,
    out: '',
    err: expect.stringMatching(
      /^platform-iac: Wrote \S+\. Open it in a browser\.\nThe review assumes [^]*an environment:\s+acme\/deployer\.\nNo owners are declared, [^]*\n {2}"owners": \["github:acme"\]\n$/,
    ),
  });
  const data = dataIn(readFileSync(target, 'utf8'));
  expect(data.before).toBeUndefined();
  expect(data.after.groups.map(({ name }) => name)).toContain('acme');
  expect(data.after.grants.length).toBeGreaterThan(0);
});

test('without declared owners, the owners of workloads of the live organization are named', async () => {
  const claimMatch = {
    issuer: 'https://token.actions.githubusercontent.com',
    subject: 'repo:evilcorp@666/x@1:ref:refs/heads/main',
  };
  const acme = {
    name: 'acme',
    identities: [{ name: 'bot', claimMatch }],
    roleBindings: [{ identity: 'bot', role: 'owner' }],
  };
  const organization = await startEmulator({ seed: { groups: [acme] } });
  Object.assign(process.env, { PLATFORM_BASE_URL: organization.baseUrl, PLATFORM_TOKEN: organization.token });
  const declared = join(folder, 'review.config.json');
  writeFileSync(declared, JSON.stringify({ owners: ['github:666'] }));
  const target = join(folder, 'live.html');
  try {
    const { err } = await run(['--live', '--out', target], { width: 80, color: false });
    expect(err.replaceAll(/\s+/g, ' ')).toContain(
      'Trust policies name this owner: "github:666" (evilcorp): acme/bot, owner in acme Add the entry',
    );
    expect(Math.max(...err.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect((await run(['--live', '--config', declared, '--out', target])).err).toMatch(
      /^platform-iac: Wrote \S+\. Open it in a browser\.\nOwners, and how they obtain access:\n- acme\/bot: owner in acme\. [^]*\nThe review assumes [^\n]* is\s+protected\.\n$/,
    );
  } finally {
    await organization.close();
  }
});

test('the live organization is shown', async () => {
  const seed = { groups: [{ uid: 'ac3e'.repeat(10), name: 'acme', groups: [{ name: 'payments' }] }] };
  const organization = await startEmulator({ seed });
  Object.assign(process.env, { PLATFORM_BASE_URL: organization.baseUrl, PLATFORM_TOKEN: organization.token });
  try {
    const { code, out, err } = await run(['--live']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const data = dataIn(out);
    expect(data.before).toBeUndefined();
    expect(data.sources).toEqual([expect.stringMatching(/^the live service at \d{4}-\d\d-\d\d \d\d:\d\d UTC$/)]);
    expect(data.after.groups.map(({ name }) => name)).toEqual(['acme', 'payments']);
  } finally {
    await organization.close();
  }
});

test('an unreadable source is reported, also in the page, and exits with 3', async () => {
  const { code, out, err } = await run([planOf('owner-added'), '--state', 'nowhere.json']);
  expect(code).toBe(3);
  expect(err).toBe('platform-iac: Cannot read nowhere.json: no such file.\n');
  expect(dataIn(out).problems).toEqual([['Cannot read nowhere.json: no such file.']]);
  expect(await run(['--live'])).toMatchObject({ code: 3, out: '' });
});

test.each([
  [[], 'Name a plan, --state FILE or --live.'],
  [['-', '-'], 'Standard input can be read only once.'],
])('%j exits with 2', async (args, message) => {
  const { code, out, err } = await run(args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(message);
});

test('a page that cannot be written exits with 1', async () => {
  const { code, out, err } = await run([planOf('owner-added'), '--out', join(folder, 'nowhere/page.html')]);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('page.html: its folder does not exist.');
});

test('on a terminal it requires --out', async () => {
  const { code, out, err } = await run([planOf('owner-added')], { width: 80, color: true });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('Name a file with --out');
});
