/**
 * `platform-iac who-can`, `where-can` and `why`, as users call them: over a plan, a state, and the live organization.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROVIDER_ADDRESS } from '../../../src/model/api';
import { runCli } from '../../../src/cli/program';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';
import type { Answer } from '../../../src/review';
import { ACME } from '../../review/corpus/parts';

jest.setTimeout(60_000);

const corpus = join(__dirname, '../../review/corpus');
const planOf = (name: string) =>
  join(corpus, readdirSync(corpus).find((file) => file.startsWith(`${name}.terraform-`)) ?? name);
const folder = mkdtempSync(join(tmpdir(), 'questions-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(args: readonly string[], terminal?: { readonly width: number; readonly color: boolean }) {
  let [out, err] = ['', ''];
  const code = await runCli(args, {
    out: (text) => (out += text),
    err: (text) => (err += text),
    ...(terminal && { terminal }),
  });
  return { code, out, err };
}

const plan = ['--plan', planOf('owner-added')];

test('a state without the name of the root group has one reason, with a line that works', async () => {
  const root = 'ac3e'.repeat(10);
  const provider = `provider["${PROVIDER_ADDRESS}"]`;
  const attributes = { uid: `${root}/${'5'.repeat(16)}`, parent_uid: root, name: 'shop' };
  const shop = { mode: 'managed', type: 'platform_group', name: 'shop', provider, instances: [{ attributes }] };
  const [state, configuration] = [join(folder, 'unnamed.tfstate'), join(folder, 'names.json')];
  writeFileSync(state, JSON.stringify({ version: 4, serial: 1, resources: [shop] }));
  const question = ['who-can', 'repo.list', 'acme/shop', '--state', state];
  const { code, err } = await run(question);
  expect({ code, lines: err.trim().split('\n') }).toEqual({
    code: 2,
    lines: [expect.stringContaining('Cannot find group')],
  });
  const [, names = ''] = /Add ("names": \{.*?\}) to review\.config\.json, or add --live/.exec(err) ?? [];
  writeFileSync(configuration, `{ ${names} }`);
  expect(await run([...question, '--config', configuration])).toMatchObject({ code: 1, err: '' });
  expect((await run(['who-can', 'repo.list', root, '--state', state])).err).toContain('the name of the root group');
});

test('who-can answers for the organization before and after the plan', async () => {
  const after = await run(['who-can', 'role_bindings.create', 'acme/payments', ...plan]);
  expect(after).toEqual({
    code: 0,
    err: expect.stringMatching(/^\nNo owners are declared, [^]*\n {2}"owners": \["github:acme"\]\n$/),
    out: `1 identity has role_bindings.create in acme/payments:

acme/payments/ci  (It is unknown if outsiders can assume it: no owners are declared; any workflow on branch main of acme/shop)
  owner in acme/payments and 1 group beneath: full control
    platform_role_binding.ci_owns (${planOf('owner-added')})

The answer covers only the plan or state. --live adds objects that are managed elsewhere.
`,
  });
  const before = await run(['who-can', 'role_bindings.create', 'acme/payments', ...plan, '--before']);
  expect(before.code).toBe(1);
  expect(before.out).toContain('Nobody has role_bindings.create in acme/payments.');
});

test('where-can lists groups and capabilities of an identity', async () => {
  const { code, out } = await run(['where-can', 'acme/deployer', ...plan, '--format', 'json']);
  expect(code).toBe(0);
  const { rows, version } = JSON.parse(out) as Answer;
  expect(version).toBe(1);
  expect(rows.map(({ group, role, rights }) => [group, role, rights])).toEqual([['acme', 'editor', 'writes']]);
  expect((await run(['where-can', 'acme/deployer', ...plan, '--capability', 'roles.create'])).code).toBe(1);
});

test('the first line of an answer is a sentence, also for a question about any capability', async () => {
  const first = async (...args: string[]) => (await run([...args, ...plan])).out.split('\n')[0];
  expect(await first('who-can', '*', 'acme/payments/**')).toBe(
    '2 identities have some capability in acme/payments/**:',
  );
  expect(await first('where-can', 'acme/deployer')).toBe('acme/deployer has some capability in:');
  expect(await first('where-can', 'acme/deployer', '--capability', 'roles.create')).toBe(
    'acme/deployer has roles.create nowhere.',
  );
});

test('why prints every chain with its groups and its declaration', async () => {
  const { code, out } = await run(['why', 'acme/deployer', 'repo.create', 'acme/payments/checkout', ...plan]);
  expect(code).toBe(0);
  expect(out).toContain('acme/deployer has repo.create in acme/payments/checkout:');
  expect(out).toContain('inherited: acme → acme/payments → acme/payments/checkout');
  expect(out).toContain('platform_role_binding.deployer_edits');
  const not = await run(['why', 'acme/deployer', 'roles.create', 'acme', ...plan]);
  expect(not.code).toBe(1);
  expect(not.out).toContain('acme/deployer does not have roles.create in acme.');
});

test('the name of a built-in role means all of its capabilities, as in rules', async () => {
  const who = await run(['who-can', 'owner', 'acme/payments', ...plan]);
  expect(who.out).toContain('1 identity has all capabilities of owner in acme/payments:\n\nacme/payments/ci');
  expect(who.out).toContain('owner in acme/payments and 1 group beneath: full control\n');
  expect((await run(['who-can', 'owner', 'acme', ...plan])).out).toBe(
    'Nobody has all capabilities of owner in acme.\n\nThe answer covers only the plan or state. --live adds objects that are managed elsewhere.\n',
  );
  const where = await run(['where-can', 'acme/payments/ci', '--capability', 'owner', ...plan]);
  expect(where.out).toContain('acme/payments/ci has all capabilities of owner in:');
  const why = await run(['why', 'acme/payments/ci', 'editor', 'acme/payments/checkout', ...plan]);
  expect(why.out).toContain('acme/payments/ci has all capabilities of editor in acme/payments/checkout:');
  expect(why.out.match(/ in acme\/payments and/g)).toHaveLength(1);
  expect((await run(['why', 'acme/deployer', 'owner', 'acme', ...plan])).code).toBe(1);
});

test('lines are not wider than the terminal, and have no color', async () => {
  const { out } = await run(['who-can', '*', 'acme/**', ...plan], { width: 60, color: true });
  // A word stays whole, so that it can be copied.
  expect(out.split('\n').filter((line) => line.length > 60 && line.trim().includes(' '))).toEqual([]);
  expect(out).not.toContain('\u001b');
});

test.each([
  [['who-can', 'role_bindings.creat', 'acme', ...plan], 2, 'Did you mean role_bindings.create?'],
  [['who-can', 'nothing.at_all', 'acme', ...plan], 2, 'Cannot find capability "nothing.at_all"'],
  [['who-can', 'nothing.at_all', 'acme', ...plan], 2, 'or a role such as owner.'],
  [['who-can', 'onwer', 'acme', ...plan], 2, 'Did you mean owner?'],
  [['who-can', 'repo.list', 'acme/paymnts', ...plan], 2, 'Did you mean acme/payments?'],
  [['where-can', 'ci', ...plan], 2, 'Did you mean acme/payments/ci?'],
  [['why', 'acme/*', 'repo.list', 'acme', ...plan], 2, 'may match several'],
  [['who-can', 'repo.list', 'acme'], 2, 'Pass --plan, --state or --live.'],
  [['who-can', 'repo.list', 'acme', '--plan', 'nowhere.json'], 3, 'Cannot read nowhere.json: no such file.'],
  [['who-can', 'repo.list', 'acme', '--state', planOf('owner-added')], 3, 'as a state: it is a plan'],
  [
    ['who-can', 'repo.list', 'acme', ...plan, '--synth', 'nowhere'],
    2,
    'nowhere is not the folder of a synthesized stack',
  ],
  [['who-can', 'repo.list', 'acme', ...plan, '--format', 'xml'], 2, 'Allowed choices are text, json, csv'],
])('%j exits with %i', async (args, code, message) => {
  const result = await run(args);
  expect(result.err).toContain(message);
  expect(result.code).toBe(code);
});

test('with a source that was not read, it names the failed read instead of an unknown name', async () => {
  const { code, err } = await run(['who-can', 'repo.list', 'beta', ...plan, '--live']);
  expect(code).toBe(3);
  expect(err).toMatch(/^platform-iac: live: cannot read the organization\. /);
  expect(err).not.toContain('Cannot find group');
});

test('a query that depends on the apply is inconclusive', async () => {
  const { code, err } = await run(['who-can', 'repo.list', 'acme', '--plan', planOf('deferred-data')]);
  expect(code).toBe(3);
  expect(err).toContain('Cannot resolve');
});

describe('the live organization', () => {
  let organization: RunningEmulator;
  const environment = process.env;
  const match = {
    issuer: 'https://token.actions.githubusercontent.com',
    subject: 'repo:acme/shop:ref:refs/heads/main',
  };
  beforeAll(async () => {
    organization = await startEmulator({
      seed: {
        groups: [
          {
            ...{ uid: ACME, name: 'acme' },
            identities: [{ name: '-cmd', claimMatch: match }],
            groups: [{ name: 'payments', roleBindings: [{ identity: 'acme/-cmd', role: 'viewer' }] }],
          },
        ],
      },
    });
    const { baseUrl, token } = organization;
    process.env = { ...environment, PLATFORM_BASE_URL: baseUrl, PLATFORM_TOKEN: token };
  });
  afterAll(async () => {
    process.env = environment;
    await organization.close();
  });

  test('an access review: a line for each identity, group and role', async () => {
    const { code, out, err } = await run(['who-can', '*', 'acme/**', '--live', '--format', 'csv']);
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringMatching(/^\nNo owners are declared, [^]*\n$/),
    });
    const [heading = '', ...rows] = out.trimEnd().split('\r\n');
    const names = heading.split(',');
    const cells = rows.map((row) => Object.fromEntries(row.split(',').map((cell, index) => [names[index], cell])));
    expect(cells.map((row) => [row['identity'], row['group'], row['role'], row['access'], row['declared']])).toEqual([
      ['administrator', 'acme', 'owner', 'owns', 'unknown: no stack was read'],
      ['acme/-cmd', 'acme/payments', 'viewer', 'reads', 'unknown: no stack was read'],
    ]);
    expect(cells[0]).toMatchObject({ assumed_by: 'the person who signs in', capabilities: 'all' });
    expect(cells[1]).toMatchObject({ last_use: 'never' });
  });

  test('a person can be given by path, uid or e-mail address', async () => {
    const { out } = await run(['where-can', 'administrator', '--live', '--format', 'json']);
    const [row] = (JSON.parse(out) as Answer).rows;
    const byUid = await run(['where-can', row?.identityUid ?? '', '--live', '--format', 'json']);
    expect((JSON.parse(byUid.out) as Answer).rows).toEqual((JSON.parse(out) as Answer).rows);
  });

  test('a caller who cannot see everything gets a warning and an inconclusive answer', async () => {
    const token = await organization.tokenFor(
      (JSON.parse((await run(['where-can', 'administrator', '--live', '--format', 'json'])).out) as Answer).rows[0]
        ?.identityUid ?? '',
      ['groups.list', 'roles.list'],
    );
    process.env = { ...process.env, PLATFORM_TOKEN: token };
    const { code, err } = await run(['who-can', 'repo.list', 'acme', '--live']);
    process.env = { ...process.env, PLATFORM_TOKEN: organization.token };
    expect(code).toBe(3);
    expect(err).toContain('(role_bindings.list)');
  });

  test('objects that a state manages are marked', async () => {
    const { out } = await run(['who-can', '*', 'acme/**', '--live', '--state', stateFile(), '--format', 'json']);
    const rows = (JSON.parse(out) as Answer).rows;
    expect(rows.map(({ isManaged }) => isManaged)).toEqual([false, false]);
  });

  test('without a state, no format shows which objects are managed', async () => {
    const question = ['who-can', '*', 'acme/**', '--live'];
    expect((await run(question)).out).not.toContain('not managed');
    expect((await run([...question, '--state', stateFile()])).out).toContain(', not managed here');
    const rows = (JSON.parse((await run([...question, '--format', 'json'])).out) as Answer).rows;
    expect(rows.filter((row) => 'isManaged' in row)).toEqual([]);
    const [heading = '', line = ''] = (await run([...question, '--format', 'csv'])).out.split(/\r?\n/);
    expect(line.split(',')[heading.split(',').indexOf('declared')]).toBe('unknown: no stack was read');
  });
});

/** Returns a file with a state that manages only the root group. */
function stateFile(): string {
  const file = join(folder, 'terraform.tfstate');
  const attributes = { uid: ACME, name: 'acme', parent_uid: null };
  const provider = `provider["${PROVIDER_ADDRESS}"]`;
  const resource = { mode: 'managed', type: 'platform_group', name: 'acme', provider, instances: [{ attributes }] };
  writeFileSync(file, JSON.stringify({ version: 4, terraform_version: '1.11.4', resources: [resource] }));
  expect(readFileSync(file, 'utf8')).toContain(ACME);
  return file;
}
