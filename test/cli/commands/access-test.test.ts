/** Tests `platform-iac access test` with a plan, a state and the live organization. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../../src/cli/program';
import { startEmulator } from '../../../src/emulator';
import type { Assertion } from '../../../src/review';

jest.setTimeout(60_000);

const corpus = join(__dirname, '../../review/corpus');
const planOf = (name: string) =>
  join(corpus, readdirSync(corpus).find((file) => file.startsWith(`${name}.terraform-`)) ?? name);
const folder = mkdtempSync(join(tmpdir(), 'access-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const code = await runCli(['access', 'test', ...args], {
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, out, err };
}

let files = 0;
function file(content: unknown): string {
  const path = join(folder, `${files++}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
  return path;
}

const token = {
  issuer: 'https://token.actions.githubusercontent.com',
  subject: 'repo:acme/shop:ref:refs/heads/main',
};
const passes: Assertion = { name: 'ci pushes', token, can: ['repo.create'], where: ['acme/payments'] };
const fails: Assertion = { name: 'ci grants nothing', token, cannot: ['role_bindings.*'], where: ['acme/**'] };
const assertionsIn = (...assertions: readonly Assertion[]) => file({ assertions });

test('all assertions pass', async () => {
  expect(await run(assertionsIn(passes), '--plan', planOf('owner-added'))).toEqual({
    code: 0,
    err: '',
    out: 'ok  ci pushes\n\n1 assertion: 1 passed, 0 failed, 0 inconclusive.\n',
  });
});

test('a failed assertion is printed with its file and line, the reason and the grant', async () => {
  const path = assertionsIn(passes, fails);
  const { code, out } = await run(path, '--plan', planOf('owner-added'));
  expect(code).toBe(1);
  expect(out).toContain(
    `FAIL  ci grants nothing\n    ${path}:16\n    The token can act as acme/payments/ci, which has`,
  );
  expect(out).toContain('by owner in acme/payments');
  expect(out).toContain('platform_role_binding.ci_owns');
});

test('prints JUnit and JSON', async () => {
  const path = assertionsIn(passes, fails);
  const junit = await run(path, '--plan', planOf('owner-added'), '--format', 'junit');
  expect(junit.code).toBe(1);
  expect(junit.out).toMatch(
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites tests="2" failures="1" errors="0">/,
  );
  const json = await run(path, '--plan', planOf('owner-added'), '--format', 'json');
  expect((JSON.parse(json.out) as { tests: { result: string }[] }).tests.map((test) => test.result)).toEqual([
    'pass',
    'fail',
  ]);
});

test.each<[string, () => readonly string[], number, string]>([
  [
    'no such file',
    () => [join(folder, 'nowhere.json'), '--plan', planOf('owner-added')],
    3,
    'nowhere.json: no such file.',
  ],
  ['no JSON', () => [file('nothing'), '--plan', planOf('owner-added')], 3, 'JSON'],
  ['no assertions', () => [file({}), '--plan', planOf('owner-added')], 2, 'contains no assertions'],
  [
    'both "can" and "cannot"',
    () => [file({ assertions: [{ ...passes, cannot: ['*'] }] }), '--plan', planOf('owner-added')],
    2,
    'assertions[0]: give either "can" or "cannot"',
  ],
  [
    'a subject among the claims',
    () => [
      file({ assertions: [{ ...passes, token: { ...token, claims: { sub: 'x' } } }] }),
      '--plan',
      planOf('owner-added'),
    ],
    2,
    'assertions[0].token.claims.sub',
  ],
  ['no source', () => [assertionsIn(passes)], 2, 'Pass --plan, --state or --live.'],
  ['a plan that cannot be read', () => [assertionsIn(passes), '--plan', 'nowhere.json'], 3, 'no such file'],
  ['a plan that failed', () => [assertionsIn(passes), '--plan', planOf('errored')], 3, ''],
  [
    'what is unknown before the apply',
    () => [assertionsIn({ ...fails, where: ['acme/shop'] }), '--plan', planOf('deferred-data')],
    3,
    '',
  ],
])('%s', async (_, args, code, message) => {
  const result = await run(...args());
  expect(result.err).toContain(message);
  expect(result.code).toBe(code);
});

test('the live organization is checked, including people', async () => {
  const environment = process.env;
  const organization = await startEmulator({
    seed: {
      groups: [
        {
          name: 'acme',
          identities: [{ name: 'ci', claimMatch: token }],
          roleBindings: [{ identity: 'acme/ci', role: 'viewer' }],
        },
      ],
    },
  });
  process.env = {
    ...environment,
    PLATFORM_BASE_URL: organization.baseUrl,
    PLATFORM_AUTH_URL: organization.authUrl,
    PLATFORM_TOKEN: organization.token,
  };
  try {
    const assertions: readonly Assertion[] = [
      { token, can: ['repo.list'], where: ['acme'] },
      { token, cannot: ['repo.create'], where: ['acme'] },
      { person: 'administrator', can: ['role_bindings.create'], where: ['acme'] },
      { person: 'nobody@acme.example', cannot: ['repo.list'], where: ['acme'] },
    ];
    const { code, out, err } = await run(assertionsIn(...assertions), '--live');
    expect({ code, err, last: out.split('\n').at(-2) }).toEqual({
      code: 0,
      err: '',
      last: '4 assertions: 4 passed, 0 failed, 0 inconclusive.',
    });
    const opposite = { token, can: ['repo.create'], where: ['acme'] };
    expect((await run(assertionsIn(opposite), '--live')).code).toBe(1);
  } finally {
    process.env = environment;
    await organization.close();
  }
});
