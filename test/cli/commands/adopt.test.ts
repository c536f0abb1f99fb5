/** Tests `platform-iac adopt` without the proof; `test/acceptance/adopt.test.ts` runs it with Terraform. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createClient } from '../../../src/client';
import { runCli } from '../../../src/cli/program';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';
import { group } from '../../../src/model/kinds';

jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'adopt-'));
const before = { ...process.env };
let running: RunningEmulator;

const principal = { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' };
const seed = {
  groups: [
    {
      name: 'acme',
      groups: [
        {
          name: 'payments',
          identities: [{ name: 'ci', ...principal }],
          roleBindings: [{ identity: 'ci', role: 'viewer' }],
        },
        { name: 'shop', groups: [{ name: 'web' }] },
      ],
    },
  ],
};

beforeAll(async () => {
  running = await startEmulator({ seed });
  Object.assign(process.env, { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token });
});
afterEach(() => running.faults.clear());
afterAll(async () => {
  process.env = before;
  await running.close();
  rmSync(folder, { recursive: true });
});

async function adopt(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const all = ['adopt', '--no-verify', ...args];
  const code = await runCli(all, { out: (text) => (out += text), err: (text) => (err += text) });
  return { code, out, err };
}
/** A clone is packed first. */
const PACKED = `  npm pack ${process.cwd()}\n  npm install\n`;
const read = (...path: readonly string[]) => readFileSync(join(folder, ...path), 'utf8');

test('it writes a project with a program, a test, the imports and a pipeline', async () => {
  const dir = join(folder, 'acme');
  const { code, out, err } = await adopt('--out', dir, '--pipeline', 'github');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^Wrote \d+ files to .*acme: they declare 6 objects\.\n/);
  expect(out).not.toContain('If all owners are yours');
  expect(out).toContain(
    `\nNext:\n  cd ${dir}\n${PACKED}  npm test\n  npm run plan\n\nThen let the pipeline apply, whose backend has the state: see "Pipeline" in\nREADME.md. Delete the imports only after its first apply.\n\n` +
      'To apply your own layout, run your formatter, for example:\n  npx prettier --write main.ts organization\n',
  );
  expect(readdirSync(dir)).toEqual(
    expect.arrayContaining([
      '.github',
      '.gitignore',
      'NOT-ADOPTED.md',
      'README.md',
      'imports.json',
      'main.ts',
      'package.json',
    ]),
  );
  expect(read('acme/organization/organization.ts')).toContain(`from 'cdktf-provider-platform/cdktn';`);
  expect(read('acme/main.ts')).toContain(`from 'cdktn';`);
  expect(Object.keys(JSON.parse(read('acme/imports.json')) as object)).toEqual([
    'groups',
    'identities',
    'roleBindings',
  ]);
  expect(read('acme/README.md')).toContain('## First apply');
  expect(read('acme/README.md')).not.toContain('platform-iac emulator');
  expect(read('acme/README.md')).toContain('In a new clone, run `npm install` first.');
  // Only a test that applies the organization needs Terraform.
  const isApplied = read('acme/organization/organization.test.ts').includes('applied(');
  expect(read('acme/README.md').includes('in the process of the test')).toBe(isApplied);
  expect(read('acme/AGENTS.md').includes('Tests apply the organization')).toBe(isApplied);
  expect(read('acme/README.md')).toContain('Before others plan or apply, write a backend');
  expect(read('acme/README.md')).toContain('\n## Pipeline\n');
  expect(read('acme/AGENTS.md')).toContain('The pipeline plans and applies it.');
  expect(read('acme/AGENTS.md')).not.toContain('the emulator does not have the objects');
});

test('the README of a project in every format describes what the program does, without paths of this machine', async () => {
  for (const [name, ...args] of [
    ['readme-constructs'],
    ['readme-yaml', '--format', 'yaml'],
    ['readme-stacks', '--stack-size', '3'],
    ['readme-hcl', '--format', 'hcl'],
  ] as const) {
    const dir = join(folder, name);
    expect(await adopt('--out', dir, ...args)).toMatchObject({ code: 0 });
    const readme = read(name, 'README.md');
    const program = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
    // A rule of the program stops the synthesis, so that no report shows the violation.
    expect(program.filter((path) => read(name, path).includes('new Rules('))).toEqual([]);
    // The program has the uid.
    expect([name, readme.includes('ROOT_GROUP_UID')]).toEqual([name, false]);
    expect(readme).toContain('PLATFORM_BASE_URL');
    expect(readme).not.toMatch(/ '?\/\w/);
    // An apply without the state creates a used invite again, which no import contains.
    const file = { 'readme-hcl': 'imports.tf', 'readme-stacks': 'imports' }[name as string] ?? 'imports.json';
    expect(readme).toMatch(/If the state is lost:\n\n1\. Delete the \w+ of each invite that was used or has expired\./);
    expect(readme).toMatch(new RegExp(`\`cp (-R )?NEW_FOLDER/${file} \\.\` and \`rm -r NEW_FOLDER\``));
    if (name === 'readme-hcl') expect(readme).toMatch(/\n {3}terraform init\n.+ plan\n {3}```\n/);
    else expect(readme).toMatch(/Run `npm install`, `npm test` and `npm run plan`/);
  }
});

test('a second run writes the same code, and keeps edited files', async () => {
  const dir = join(folder, 'twice');
  await adopt('--out', dir, '--cdk', 'cdktf', '--pipeline', 'none');
  const first = read('twice/organization/organization.ts');
  expect((await adopt('--out', dir, '--cdk', 'cdktf', '--pipeline', 'none')).code).toBe(0);
  expect(read('twice/organization/organization.ts')).toBe(first);
  writeFileSync(join(dir, 'main.ts'), '// mine');
  const { code, err } = await adopt('--out', dir);
  expect({ code, err }).toEqual({
    code: 1,
    err: `platform-iac: Cannot write the project to ${dir}: someone has changed main.ts since. To add only objects that no stack manages, pass --unmanaged. Otherwise name a new folder, and merge both.\n`,
  });
  expect(read('twice/main.ts')).toBe('// mine');
});

test.each([
  ['--only', 'acme/paymnts', 'Did you mean "acme/payments"?'],
  ['--exclude', 'acme/payments/cj', 'Did you mean "acme/payments/ci"?'],
  ['--only', 'acme/shop/w', 'Did you mean "acme/shop/web"?'],
  ['--only', 'acme/shop/zzz/deep', 'acme/shop contains "web".'],
  ['--only', 'acme/nothing/**', 'acme contains "payments", "shop"'],
  ['--only', 'elsewhere/**', 'Paths begin with acme.'],
])('%s %s selects nothing, which is an error', async (flag, pattern, next) => {
  const dir = join(folder, 'unmatched');
  const { code, out, err } = await adopt('--out', dir, flag, pattern);
  expect({ code, out, isWritten: existsSync(dir) }).toEqual({ code: 2, out: '', isWritten: false });
  const text = `platform-iac: No object matches ${flag} "${pattern}". ${next}`;
  expect(err.slice(0, text.length)).toBe(text);
  expect(err).toMatch(/ Nothing was written\.\n$/);
});

test('a selection of no object is an error', async () => {
  const dir = join(folder, 'none');
  expect(await adopt('--out', dir, '--only', 'acme/shop', '--exclude', 'acme/shop')).toEqual({
    ...{ code: 2, out: '' },
    err: 'platform-iac: --only and --exclude select no object. Correct the patterns. Nothing was written.\n',
  });
  expect(existsSync(dir)).toBe(false);
});

test('--without-imports, --root and --exclude', async () => {
  const dir = join(folder, 'part');
  const root = ['--root', 'acme', '--exclude', 'acme/shop'];
  const { code, out } = await adopt('--out', dir, ...root, '--without-imports');
  expect(code).toBe(0);
  expect(out).toMatch(
    /declare \d+ objects?\.\n2 objects are not selected by --only and --exclude \(see NOT-ADOPTED\.md\)\.\n/,
  );
  expect(out).not.toContain('acme/shop');
  expect(existsSync(join(dir, 'imports.json'))).toBe(false);
  expect(read('part/main.ts')).not.toContain('importExisting');
});

test('--stack-size writes a stack for each part of the tree, with imports and a script for all plans', async () => {
  const dir = join(folder, 'stacks');
  const { code, out, err } = await adopt('--out', dir, '--stack-size', '3', '--cdk', 'cdktf');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/ they declare 6 objects in \d stacks of \d to 3 objects\.\n/);
  const stacks = readdirSync(join(dir, 'imports')).map((name) => name.replace('.json', ''));
  expect(stacks).toContain('acme');
  for (const stack of stacks)
    expect(read('stacks/organization', stack, 'organization.ts')).toContain(`const stack = newStack(app, '${stack}');`);
  expect(read('stacks/organization/organization.ts')).toContain(
    `import { organization as acme } from './acme/organization';`,
  );
  expect(read('stacks/main.ts')).toContain('importExisting(group, JSON.parse(');
  expect(JSON.parse(read('stacks/package.json'))).toMatchObject({
    scripts: { plan: 'node --require cdktf-provider-platform/plain-errors --import tsx main.ts && ./plan.sh' },
  });
  expect(statSync(join(dir, 'plan.sh')).mode & 0o100).toBe(0o100);
  expect(read('stacks/README.md')).toMatch(/^\| `acme` \| [123] \|$/m);
  expect(read('stacks/README.md')).toMatch(/^\| `review\.config\.json` \|/m);
  expect(readdirSync(dir)).not.toContain('.github');
});

test('--stack-size that is no number, that is too small, or with a pipeline is an error', async () => {
  const dir = join(folder, 'no-stacks');
  const errors = [];
  for (const args of [['0'], ['1'], ['9', '--pipeline', 'gitlab']])
    errors.push(await adopt('--out', dir, '--root', 'acme', '--stack-size', ...args));
  expect(errors).toMatchObject([
    { code: 2, err: expect.stringContaining(`argument '0' is invalid. Pass a number of objects, such as 2500.`) },
    {
      ...{ code: 1, out: '' },
      err: 'platform-iac: Cannot divide the organization: the group "acme/payments" directly contains 2 objects, and a stack may contain 1. Pass --stack-size 2, or more. Nothing was written.\n',
    },
    {
      ...{ code: 2, out: '' },
      err: 'platform-iac: Cannot write a pipeline for several stacks: it applies one stack. Omit --pipeline, or --stack-size.\n',
    },
  ]);
  expect(existsSync(dir)).toBe(false);
});

test('a folder that is not empty is refused before anything is read', async () => {
  const dir = join(folder, 'full');
  mkdirSync(dir);
  writeFileSync(join(dir, 'a'), 'a');
  await running.requestLog.clear();
  const { code, err } = await adopt('--out', dir);
  expect({ code, err }).toEqual({
    code: 1,
    err: `platform-iac: Cannot write the project to ${dir}: it is not empty. Name a new folder.\n`,
  });
  expect(await running.requestLog.entries()).toEqual([]);
});

test('a list that fails halfway and a token that cannot list everything write nothing', async () => {
  const dir = join(folder, 'nothing');
  // The list of v1 replaces a denied one.
  for (const path of ['/iam/v2beta1/roleBindings', '/iam/v1/roleBindings'])
    await running.faults.add({ effect: 'error', code: 'PERMISSION_DENIED', path });
  const { code, err } = await adopt('--out', dir);
  expect(code).toBe(3);
  expect(err).toMatch(/^platform-iac: Cannot read the role bindings: .*\nplatform-iac: Nothing was written: /);
  expect(existsSync(dir)).toBe(false);
});

test.each(['constructs', 'yaml', 'hcl'])('an interruption while it reads for %s writes nothing', async (format) => {
  const dir = join(folder, `interrupted-${format}`);
  await running.faults.add({ effect: 'latency', latencyMs: 60_000, path: '/iam/v2beta1/roleBindings' });
  const ended = adopt('--out', dir, '--format', format);
  while ((await running.faults.list()).some(({ hits }) => hits === 0))
    await new Promise((resolve) => setTimeout(resolve, 10));
  process.emit('SIGINT', 'SIGINT');
  expect(await ended).toEqual({ code: 130, out: '', err: 'platform-iac: Interrupted. Nothing was written.\n' });
  expect(readdirSync(folder).filter((name) => name.includes('interrupted'))).toEqual([]);
});

test.each([
  ['Looking up people', 'Nothing was written.', false],
  ['Wrote ', 'The project is written, but it is not proven. To prove it, run the command again.', true],
])('an interruption at "%s" says what is written, and what to do next', async (moment, message, isWritten) => {
  const dir = join(folder, `interrupted at ${moment.trim()}`);
  let [out, err] = ['', ''];
  const interrupt = (text: string) => text.startsWith(moment) && process.emit('SIGINT', 'SIGINT');
  const code = await runCli(['adopt', '--out', dir], {
    out: (text) => {
      out += text;
      interrupt(text);
    },
    err: (text) => (err += text),
    showStatus: interrupt,
  });
  expect({ code, err }).toEqual({ code: 130, err: `platform-iac: Interrupted. ${message}\n` });
  expect(out.split('\n')).toHaveLength(isWritten ? 2 : 1);
  expect(existsSync(dir)).toBe(isWritten);
  if (isWritten) expect(await adopt('--out', dir)).toMatchObject({ code: 0, err: '' });
});

test('an unreachable service, an unknown root and a wrong flag are errors', async () => {
  const dir = join(folder, 'never');
  const unknown = await adopt('--out', dir, '--root', 'other');
  expect(unknown).toMatchObject({
    code: 3,
    err: expect.stringMatching(/^platform-iac: Cannot read the organization\. .*other.* Nothing was written\.\n$/s),
  });
  const unreadable = join(folder, 'unreadable.json');
  writeFileSync(unreadable, '{}');
  expect(await adopt('--out', dir, '--snapshot', unreadable, '--snapshot-key', unreadable)).toMatchObject({
    ...{ code: 3, err: expect.stringContaining('it is not a snapshot.') },
  });
  expect(await adopt('--out', dir, '--snapshot', 'a')).toMatchObject({
    ...{ code: 2, err: 'platform-iac: Pass --snapshot FILE and --snapshot-key FILE together.\n' },
  });
  expect(await adopt()).toMatchObject({ code: 2, err: expect.stringContaining(`required option '--out <dir>'`) });
  expect(readdirSync(folder)).not.toContain('never');
});

describe('--unmanaged', () => {
  const noState = join(folder, 'no.tfstate');
  beforeAll(() => writeFileSync(noState, ''));

  /** Returns a state that manages the group payments. */
  async function getState(address: object): Promise<string> {
    const client = createClient({ baseUrl: running.baseUrl, token: running.token });
    const { uid } = await client.find(group, 'acme/payments');
    await client.close();
    const resource = { mode: 'managed', type: 'platform_group', ...address, instances: [{ attributes: { uid } }] };
    const file = join(folder, 'some.tfstate');
    writeFileSync(file, JSON.stringify({ version: 4, resources: [resource] }));
    return file;
  }

  test('rules of the project that the objects break are named with the next step', async () => {
    const dir = join(folder, 'ruled');
    mkdirSync(dir);
    writeFileSync(join(dir, 'package.json'), '{"dependencies":{"cdktf":"1"}}');
    const rule = { name: 'people only', rule: 'never', who: { people: false }, where: ['**'], reason: 'So.' };
    const invariants = [
      { ...rule, can: ['viewer'], except: ['acme/shop'] },
      { ...rule, name: 'people own', can: ['owner'] },
    ];
    const trustedAccounts = [principal.servicePrincipal];
    writeFileSync(join(dir, 'review.config.json'), JSON.stringify({ trustedAccounts, invariants }));
    const { out } = await adopt('--out', dir, '--unmanaged', '--state', await getState({ name: 'payments' }));
    const text = out.replaceAll(/\s+/g, ' ');
    expect(text).toContain(
      'The objects break rules of review.config.json, and the review reports it: acme/payments/ci violates "people only". So. To allow the access, write this line after the "name" of the rule:',
    );
    expect(out).toContain('\n    "except": ["acme/shop", "acme/payments/ci"],\n');
    // The grant of the administrator, who is a person.
    expect(text).not.toContain('"people own"');
    // The configuration declares the account.
    expect(text).not.toContain('accept the workloads of others');
  });

  test.each([
    ['never', { rule: 'never', who: { people: false }, can: ['viewer'], where: ['**'] }, '["acme/new"]'],
    ['noOutsiders', { rule: 'noOutsiders' }, undefined],
  ])('the exceptions of %s name the new identities of declared owners only', async (rule, fields, except) => {
    const repository = (name: string) => ({
      issuer: 'https://token.actions.githubusercontent.com',
      subject: `repo:${name}/x@2:ref:refs/heads/main`,
    });
    const uid = 'ac3e'.repeat(10);
    const [old, grant] = [`${uid}/${'1'.repeat(16)}`, `${uid}/${'2'.repeat(16)}`];
    const stranger = repository('evilcorp@666');
    const company = await startEmulator({
      seed: {
        groups: [
          {
            ...{ uid, name: 'acme' },
            identities: [
              { uid: old, name: 'old', claimMatch: stranger },
              { name: 'new', claimMatch: repository('acme@1') },
              { name: 'rogue', claimMatch: stranger },
            ],
            roleBindings: [
              { uid: grant, identity: 'old', role: 'viewer' },
              ...['new', 'rogue'].map((identity) => ({ identity, role: 'viewer' })),
              { identity: 'rogue', role: 'owner' },
            ],
          },
        ],
      },
    });
    const dir = join(folder, `company-${rule}`);
    mkdirSync(join(dir, 'organization'), { recursive: true });
    writeFileSync(join(dir, 'package.json'), '{"dependencies":{"cdktn":"1"}}');
    writeFileSync(join(dir, 'organization/organization.ts'), "new Rules(app, { file: 'review.config.json' });");
    const invariants = [{ name: 'rule', reason: 'So.', ...fields }];
    writeFileSync(join(dir, 'review.config.json'), JSON.stringify({ owners: ['github:1'], invariants }));
    const state = join(folder, 'company.tfstate');
    const resource = (type: string, of: string) => ({
      ...{ mode: 'managed', type, name: 'a', instances: [{ attributes: { uid: of } }] },
    });
    const resources = [resource('platform_identity', old), resource('platform_role_binding', grant)];
    writeFileSync(state, JSON.stringify({ version: 4, resources }));
    Object.assign(process.env, { PLATFORM_BASE_URL: company.baseUrl, PLATFORM_TOKEN: company.token });
    const { out } = await adopt('--out', dir, '--unmanaged', '--state', state);
    Object.assign(process.env, { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token });
    await company.close();
    expect(/"except": (\[.*\])/.exec(out)?.[1]).toBe(except);
    const text = out.replaceAll(/\s+/g, ' ');
    expect(text).toContain('The objects break rules of review.config.json, so the synthesis fails:');
    expect(text).toContain(
      'review.config.json does not declare who controls acme/rogue. Remove the access of those that are not yours.',
    );
    expect(text).not.toContain('acme/old');
    expect(
      text.split(
        'To remove an object now, do not apply. Delete its declaration from organization/unmanaged.ts, and run `npx platform-iac drift`: it prints the delete commands.',
      ),
    ).toHaveLength(2);
  });

  test('a program gets a new file, and no existing file changes', async () => {
    const dir = join(folder, 'program');
    mkdirSync(dir);
    writeFileSync(join(dir, 'package.json'), '{"dependencies":{"cdktf":"1"}}');
    writeFileSync(join(dir, 'main.ts'), 'const acme = organization(app, group);\napp.synth();\n');
    const flags = ['--out', dir, '--unmanaged', '--state', await getState({ name: 'payments' })];
    const { code, out, err } = await adopt(...flags);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(
      `Wrote organization/unmanaged.ts in ${dir}: 5 objects.\nFindings of the current organization: `,
    );
    expect(out).toContain(
      '\nAdd these lines to main.ts, the second one before "app.synth();":\n' +
        `  import { addUnmanaged } from './organization/unmanaged';\n  addUnmanaged(acme);\n\nNext:\n  cd ${dir}\n  npx platform-iac plan\n`,
    );
    expect(out).toMatch(
      /organization: (\d+ (high|medium|low),? ?)+\.\n\n1 object gives owner: [^]*?\n\nTo list the findings, run in \S+:\n  npx platform-iac review --live --root /,
    );
    const text = read('program/organization/unmanaged.ts');
    expect(text).toContain(`import { Construct } from 'constructs';`);
    expect(text).toContain(`from 'cdktf-provider-platform';`);
    expect(text).toMatch(/const payments = Group\.fromUid\(\n? *unmanaged,\s+'payments',/);
    expect(text).not.toContain(`addGroup('payments'`);
    expect(read('program/main.ts')).toBe('const acme = organization(app, group);\napp.synth();\n');
    expect(readdirSync(join(dir, 'organization'))).toEqual(['unmanaged.ts']);
    const again = await adopt(...flags);
    expect(again).toEqual({ code: 0, err: '', out: 'Nothing was written: every object is managed.\n' });
    writeFileSync(join(dir, 'organization/unmanaged.ts'), '// edited');
    expect((await adopt(...flags)).out).toContain('Wrote organization/unmanaged-2.ts in');
    expect(read('program/organization/unmanaged.ts')).toBe('// edited');
    expect(read('program/organization/unmanaged-2.ts')).toContain('export function addUnmanaged2(');
  });

  const declaration = "const stack = new TerraformStack(app, 'organization');";
  test.each([
    ['in a function', 'organization/organization.ts', `${declaration}\n  return app;`, './unmanaged', 'return app;'],
    ['in one file', 'main.ts', `${declaration}\napp.synth();`, './organization/unmanaged', 'app.synth();'],
    ['in a folder', 'src/app.ts', `${declaration}\n  return org;`, '../organization/unmanaged', 'return org;'],
    ['of another form', 'main.ts', 'class Stack {}', './organization/unmanaged', undefined],
  ])('a program %s: the lines name the file and the place', async (name, file, text, from, next) => {
    const dir = join(folder, `program ${name}`);
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, 'package.json'), '{"dependencies":{"cdktn":"1"}}');
    writeFileSync(join(dir, file), text);
    const { code, out } = await adopt('--out', dir, '--unmanaged', '--state', noState);
    expect(code).toBe(0);
    const place =
      next === undefined
        ? /program\. The second one follows .*stack:/
        : `Add these lines to ${file}, the second one before "${next}":`;
    expect(out.replaceAll(/\n(?=\S)/g, ' ')).toMatch(place);
    expect(out).toContain(`  import { addUnmanaged } from '${from}';\n  addUnmanaged(stack);\n`);
  });

  test.each([
    ['of init', 'organization(app, group);', 'const root = organization(app, group);', 'root'],
    ['of adopt', 'const root = organization(app, group);', undefined, 'root'],
    ['of several stacks', 'const stacks = organization(app);', undefined, "stacks['STACK']"],
    ['without imports', 'organization(app);', 'const stacks = organization(app);', "stacks['STACK']"],
  ])('a program %s is called in main.ts, which no test runs: %s', async (name, call, replacement, scope) => {
    const dir = join(folder, `main ${name}`);
    mkdirSync(join(dir, 'organization'), { recursive: true });
    writeFileSync(join(dir, 'package.json'), '{"dependencies":{"cdktn":"1"}}');
    writeFileSync(join(dir, 'main.ts'), `const app = new App();\n${call}\napp.synth();\n`);
    writeFileSync(join(dir, 'organization/organization.ts'), `${declaration}\n  return root;`);
    const { out } = await adopt('--out', dir, '--unmanaged', '--state', noState);
    const text = out.replaceAll(/\n(?=\S)/g, ' ');
    expect(text).toContain(
      replacement === undefined
        ? 'Add these lines to main.ts, the second one before "app.synth();":'
        : `Add the first line to the imports of main.ts, and write the others instead of "${call}":`,
    );
    const first = replacement === undefined ? '' : `  ${replacement}\n`;
    expect(out).toContain(`'./organization/unmanaged';\n${first}  addUnmanaged(${scope});\n`);
    expect(
      text.includes('Instead of STACK, write the name of the stack that manages the groups of these objects.'),
    ).toBe(scope !== 'root');
  });

  test.each([
    ['cdktf', 'cdktf-provider-platform'],
    ['cdktn', 'cdktf-provider-platform/cdktn'],
  ])('a program with %s gets a file that imports %s', async (cdk, imported) => {
    const dir = join(folder, `program-of-${cdk}`);
    mkdirSync(dir);
    writeFileSync(join(dir, 'package.json'), JSON.stringify({ dependencies: { [cdk]: '1' } }));
    expect(await adopt('--out', dir, '--unmanaged', '--state', noState)).toMatchObject({ code: 0 });
    expect(read(`program-of-${cdk}/organization/unmanaged.ts`)).toContain(`from '${imported}';`);
  });

  test('a configuration in HCL gets new files, which refer to its resources', async () => {
    const dir = join(folder, 'configuration');
    mkdirSync(dir);
    writeFileSync(join(dir, 'main.tf'), 'resource "platform_group" "shop" {\n}\ndata "platform_role" "viewer" {\n}\n');
    const state = await getState({ name: 'pay' });
    const { code, out, err } = await adopt('--out', dir, '--unmanaged', '--state', state);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(`Wrote unmanaged.tf and unmanaged_imports.tf in ${dir}: 5 objects.\nFindings of the current`);
    expect(out).toMatch(/^1 object gives owner: role binding of administrator in acme \(your own access\)\.$/m);
    expect(out).toMatch(/\nNext:\n {2}cd .*\n.* plan\n {2}terraform apply\n {2}rm unmanaged_imports\.tf\n/);
    expect(out).toMatch(
      /^ {2}"trustedAccounts": \["SERVICE_PRINCIPAL_INGESTER"\] for acme\/payments\/ci, viewer\s+in acme\/payments$/m,
    );
    const text = read('configuration/unmanaged.tf');
    expect(text).toContain(
      `resource "platform_identity" "payments_ci" {\n  group_uid         = platform_group.pay.uid\n`,
    );
    const [, shop = ''] = /^resource "platform_group" "(shop_[0-9a-f]{8})" \{$/m.exec(text) ?? [];
    expect(text).toMatch(/^data "platform_role" "viewer_[0-9a-f]{8}" \{$/m);
    expect(text).toContain(`parent_uid = "${running.rootGroupUid}"`);
    expect(read('configuration/unmanaged_imports.tf')).toContain(`  to = platform_group.${shop}\n`);
    expect(read('configuration/main.tf')).toMatch(/^resource "platform_group" "shop" \{/);
  });

  test('a project that manages one group gets the objects in it, and one of several groups needs --root', async () => {
    const dir = join(folder, 'team');
    mkdirSync(dir);
    writeFileSync(join(dir, 'package.json'), '{}');
    const client = createClient({ baseUrl: running.baseUrl, token: running.token });
    const places = await Promise.all(['acme/payments', 'acme/shop'].map((path) => client.find(group, path)));
    await client.close();
    const state = join(folder, 'team.tfstate');
    const write = (uids: readonly string[]) => {
      const instances = uids.map((uid) => ({ attributes: { uid: `${uid}/${'9'.repeat(16)}` } }));
      const resource = { mode: 'managed', type: 'platform_identity', name: 'a', instances };
      writeFileSync(state, JSON.stringify({ version: 4, resources: [resource] }));
    };
    const [payments = '', shop = ''] = places.map(({ uid }) => uid);
    write([payments]);
    const { out } = await adopt('--out', dir, '--unmanaged', '--state', state);
    expect(out).toContain('Wrote organization/unmanaged.ts in');
    expect(read('team/organization/unmanaged.ts')).toContain("'ci'");
    expect(read('team/organization/unmanaged.ts')).not.toContain("'shop'");
    write([payments, shop]);
    expect(await adopt('--out', dir, '--unmanaged', '--state', state)).toMatchObject({
      code: 2,
      err: `platform-iac: Cannot select a group: the stacks manage objects in ${payments}, ${shop}. Pass --root with one of these uids. Nothing was written.\n`,
    });
  });

  test('a project of another organization than the token gets no object of it', async () => {
    const dir = join(folder, 'foreign');
    mkdirSync(dir);
    writeFileSync(join(dir, 'package.json'), '{}');
    const state = await getState({ name: 'payments' });
    const other = await startEmulator({ seed: { groups: [{ name: 'other', groups: [{ name: 'x' }] }] } });
    Object.assign(process.env, { PLATFORM_BASE_URL: other.baseUrl, PLATFORM_TOKEN: other.token });
    const run = await adopt('--out', dir, '--unmanaged', '--state', state);
    Object.assign(process.env, { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token });
    await other.close();
    expect(run).toEqual({
      ...{ code: 3, out: '' },
      err: `platform-iac: The stack belongs to another organization than the token, so nothing can be compared. The object is in the organization ${running.rootGroupUid}, and the token belongs to "other" (uid ${other.rootGroupUid}). Check PLATFORM_BASE_URL, PLATFORM_TOKEN and the state. Nothing was written.\n`,
    });
    expect(readdirSync(dir)).toEqual(['package.json']);
  });

  test('a folder without a project, a wrong state and other options are errors, and nothing is written', async () => {
    const dir = join(folder, 'none');
    expect(await adopt('--out', dir, '--unmanaged')).toMatchObject({
      ...{ code: 1, err: expect.stringContaining('it does not exist. Name the folder of a project') },
    });
    mkdirSync(dir);
    expect((await adopt('--out', dir, '--unmanaged')).err).toContain('it contains no package.json and no .tf file.');
    writeFileSync(join(dir, 'package.json'), '{}');
    expect((await adopt('--out', dir, '--unmanaged')).err).toMatch(
      /^platform-iac: Cannot find the stacks of .* Nothing was written\.\n$/,
    );
    const state = join(folder, 'no-state.json');
    writeFileSync(state, '{}');
    for (const [file, reason] of [
      [state, 'it is no state.'],
      [join(folder, 'missing.json'), 'no such file.'],
    ] as const)
      expect(await adopt('--out', dir, '--unmanaged', '--state', file)).toMatchObject({
        ...{ code: 3, err: expect.stringContaining(`Cannot read ${file}: ${reason}`) },
      });
    const other = await adopt('--out', dir, '--unmanaged', '--without-imports');
    expect(other).toMatchObject({ code: 2, err: expect.stringContaining('Omit --without-imports') });
    expect(await adopt('--out', dir, '--state', noState)).toMatchObject({
      ...{ code: 2, err: expect.stringContaining('Pass them with --unmanaged only.') },
    });
    for (const path of ['/iam/v2beta1/roles', '/iam/v1/roles'])
      await running.faults.add({ effect: 'error', code: 'PERMISSION_DENIED', path });
    const denied = await adopt('--out', dir, '--unmanaged', '--state', noState);
    expect(denied).toMatchObject({ code: 3, err: expect.stringContaining('Nothing was written') });
    expect(readdirSync(dir)).toEqual(['package.json']);
  });
});

test('with --no-verify, no person is looked up', async () => {
  const account = { issuer: 'https://login.example.com', subject: 'ada' };
  const roleBindings = [{ identity: 'ada', role: 'owner' }];
  const signedIn = await startEmulator({
    seed: { groups: [{ name: 'acme', roleBindings }], identities: [{ name: 'ada', account }] },
  });
  Object.assign(process.env, { PLATFORM_BASE_URL: signedIn.baseUrl, PLATFORM_TOKEN: signedIn.token });
  try {
    const dir = join(folder, 'people');
    expect(await adopt('--out', dir)).toMatchObject({ code: 0, err: '' });
    expect(read('people', 'organization', 'organization.ts')).toContain('ada');
    const paths = (await signedIn.requestLog.entries()).map(({ path }) => path);
    expect(paths.filter((path) => path.includes('lookupIdentity'))).toEqual([]);
  } finally {
    Object.assign(process.env, { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token });
    await signedIn.close();
  }
});

test('HCL is written without a program, and needs none', async () => {
  const dir = join(folder, 'hcl');
  expect(await adopt('--out', dir, '--format', 'hcl')).toMatchObject({ code: 0, err: '' });
  expect(readdirSync(dir).sort()).toEqual([
    ...['.gitignore', '.platform-iac', 'NOT-ADOPTED.md', 'README.md', 'imports.tf', 'main.tf'],
    ...['review.config.json', 'variables.tf', 'versions.tf'],
  ]);
  expect(read('hcl/README.md')).toMatch(/^\| `review\.config\.json` \|/m);
  writeFileSync(join(dir, 'main.tf'), '# mine');
  const edited = await adopt('--out', dir, '--format', 'hcl');
  expect(edited).toMatchObject({ code: 1, err: expect.stringContaining('someone has changed main.tf since.') });
  expect(read('hcl/main.tf')).toBe('# mine');
  const usage = await adopt('--out', join(folder, 'x'), '--format', 'hcl', '--pipeline', 'github');
  expect(usage).toMatchObject({ code: 2, err: expect.stringContaining('Cannot write HCL') });
});
