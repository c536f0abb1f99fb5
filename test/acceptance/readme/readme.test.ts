/** The README's lines, taken from the README and run. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';
import { createClient } from '../../../src/client';
import { group } from '../../../src/resources';
import { describeWith } from '../../support/engine';
import { blocksOf, readmeBlocks, type Block } from './blocks';
import { pack, reader, type Reader } from './reader';

jest.setTimeout(400_000);

let packed: string;
let newcomer: Reader;
let api: RunningEmulator;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  packed = mkdtempSync(join(tmpdir(), 'packed-'));
  newcomer = await reader(pack(packed));
  api = await startEmulator();
  env = { PLATFORM_BASE_URL: api.baseUrl, PLATFORM_TOKEN: api.token, ROOT_GROUP_UID: api.rootGroupUid };
});
afterAll(async () => {
  newcomer?.close();
  await api?.close();
  rmSync(packed, { recursive: true, force: true });
});

const sh = (text: string): Block => ({ section: '', language: 'sh', text, lead: '' });
const file = (name: string, text: string): Block => ({ section: '', language: 'text', text, lead: `\`${name}\`:` });
const organization = blocksOf('Your own organization');
const main = organization.find(({ lead }) => lead === '`main.ts`:')!;

test('whoever follows "Your own organization" line by line has one, with nothing left to do', async () => {
  const output = await newcomer.follow(organization);
  expect(output).toMatch(/Plan: 3 to add, 0 to change, 0 to destroy\./);
  expect(output).toMatch(/Apply complete! Resources: 3 added, 0 changed, 0 destroyed\.[^]*\nNo changes\./);
  expect(output).not.toMatch(/^\W*(Error|Warning):/m);
});

test('after a restart of the API the same lines find everything as it was', async () => {
  const output = await newcomer.follow(organization.slice(organization.indexOf(main) + 1));
  expect(output).toMatch(/No changes\.[^]*Resources: 0 added, 0 changed, 0 destroyed\.[^]*No changes\./);
});

/** What goes before a block that goes on from something the reader has, and after it. */
const surroundings: Readonly<Record<string, { readonly before: string; readonly after: string }>> = {
  'Waiting for a whole tree, and rotating': {
    before: `import { App, TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { PlatformProvider, Role } from 'cdktf-provider-platform';
const app = new App();
const stack = new TerraformStack(app, 'org');
new PlatformProvider(stack, 'platform');
const acme = Group.fromUid(stack, 'acme', process.env.ROOT_GROUP_UID!);
const viewer = Role.named(stack, 'viewer');
const team = new Construct(stack, 'team');
new Group(team, 'payments', { parent: acme, name: 'payments' });`,
    after: `app.synth();`,
  },
  'Inviting people': {
    before: `import { App, TerraformStack } from 'cdktf';
import { Group, PlatformProvider, Role } from 'cdktf-provider-platform';
const app = new App();
const stack = new TerraformStack(app, 'invites');
new PlatformProvider(stack, 'platform');
const acme = Group.fromUid(stack, 'acme', process.env.ROOT_GROUP_UID!);
const viewer = Role.named(stack, 'viewer');`,
    after: 'app.synth();',
  },
  'Changing an attribute afterwards': { before: main.text.replace('app.synth();', ''), after: 'app.synth();' },
  'The embedded API': { before: '', after: '' },
  'The client': {
    before: `const { PLATFORM_BASE_URL: baseUrl = '', PLATFORM_TOKEN: token = '', ROOT_GROUP_UID: rootGroupUid = '' } = process.env;
const uid = rootGroupUid;`,
    after: '',
  },
};

const programs = Object.entries(surroundings).flatMap(([section, { before, after }]) =>
  blocksOf(section)
    .filter(({ language }) => language === 'ts')
    .map(({ text }, index) => ({
      name: `${section.toLowerCase().replaceAll(/\W+/g, '-')}-${index}.mts`,
      text: [before, text, after].join('\n'),
    })),
);

test('the other programs compile', async () => {
  const compiler = resolve('node_modules/typescript/bin/tsc');
  const types = resolve('node_modules/@types');
  const options = `--noEmit --strict --skipLibCheck --target es2022 --module nodenext --types node --typeRoots ${types}`;
  await newcomer.follow([
    ...programs.map(({ name, text }) => file(name, text)),
    sh(`node ${compiler} ${options} ${programs.map(({ name }) => name).join(' ')}`),
  ]);
});

test('the keys of "Inviting people" are made', async () => {
  const makeKeys = blocksOf('Inviting people').filter(({ language }) => language === 'sh');
  await newcomer.follow([...makeKeys, sh('test -s ada.public.jwk')]);
});

test.each(programs)('$name runs', async ({ name }) => {
  await newcomer.follow([sh(`npx tsx ${name}`)], env);
});

test('an attribute that is changed afterwards is changed', async () => {
  await newcomer.follow([sh('npx tsx changing-an-attribute-afterwards-0.mts')], env);
  const stack = readFileSync(join(newcomer.dir, 'cdktf.out/stacks/org/cdk.tf.json'), 'utf8');
  expect(stack).toContain('"description": "Takes the money and counts it."');
});

test('whoever follows "The provider" line by line has a configuration in HCL that Terraform plans', async () => {
  const output = await newcomer.follow([sh('mkdir hcl && cd hcl'), ...blocksOf('The provider')], env);
  expect(output).toContain('Plan: 1 to add, 0 to change, 0 to destroy.');
});

test('whoever follows "Reviewing a change" there has that plan reviewed', async () => {
  const lines = [sh('cd hcl\nexport TF_VAR_root_group_uid=$ROOT_GROUP_UID'), ...blocksOf('Reviewing a change')];
  const output = await newcomer.follow([...lines, sh('cat comment.md')], env);
  expect(output).toMatch(
    /\n### 🟢 Nobody gains or loses access\.\n[^]*1 created\. No findings\.[^]*<!-- platform-iac review -->\n### 🟢 Nobody gains/,
  );
});

test('whoever follows "Asking who can do what" is answered from a plan, a state and the service', async () => {
  const name = 'printf \'{"names":{"%s":"acme"}}\' "$ROOT_GROUP_UID" > review.config.json';
  const inStack = `npx tsx main.ts
cd cdktf.out/stacks/org
terraform init
terraform plan -out=tfplan
terraform show -json tfplan > ../../../plan.json
terraform apply tfplan
terraform state pull > ../../../terraform.tfstate
cd ../../..`;
  const output = await newcomer.follow(
    [
      sh(`mkdir asked && cd asked && ln -s ../node_modules node_modules\n${name}`),
      main,
      sh(inStack),
      ...blocksOf('Asking who can do what'),
      sh('cat access-review.csv'),
    ],
    env,
  );
  expect(output).toMatch(
    /who-can repo\.list acme\/payments[^]*acme\/payments\/ci[^]*where-can[^]*acme\/payments[^]*main\.ts:\d+/,
  );
  expect(output).toMatch(/access-review\.csv\n[^]*acme\/payments\/ci,/);
});

test('whoever follows "Inviting people" has a code that the key opens', async () => {
  const output = await newcomer.follow(
    [
      sh('cd cdktf.out/stacks/invites\nterraform init\nterraform apply'),
      sh('terraform output -raw ada_code | npx platform-iac invite-code --key ../../../ada.private.jwk'),
    ],
    env,
  );
  expect(output).toContain('Apply complete! Resources: 1 added, 0 changed, 0 destroyed.');
  expect(output).toMatch(/\n[\w-]+\.[\w-]+\s*$/);
});

describeWith('query', 'whoever follows "Finding and importing what exists" line by line', () => {
  test('has configuration for what exists, and a plan that imports it', async () => {
    const client = createClient({ baseUrl: api.baseUrl, token: api.token });
    for (const name of ['there', 'here']) await client.create(group, api.rootGroupUid, { name });
    // Those of the sections above lie in the same organization.
    const { totalCount } = await client.page(group, { descendantsOf: api.rootGroupUid });
    await client.close();
    const exists = blocksOf('Finding and importing what exists');
    const output = await newcomer.follow([sh('mkdir found && cd found'), ...blocksOf('The provider'), ...exists], env);
    expect(output).toMatch(/list\.platform_group\.all\s+uid=\S+\s+there\n/);
    expect(output).toContain(`Plan: ${totalCount} to import, 1 to add, 0 to change, 0 to destroy.`);
  });
});

test('with the alias for CDK Terrain the same program is planned', async () => {
  const [manifest] = blocksOf('With CDK Terrain');
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(manifest!.text).toContain(`"cdktf-provider-platform": "^${version}"`);
  const output = await newcomer.follow(
    [
      sh('mkdir terrain && cd terrain'),
      file('package.json', manifest!.text),
      main,
      sh(`npm install cdktf-provider-platform\nnpm ls cdktf\nnpx tsx main.ts`),
      sh('cd cdktf.out/stacks/org\nterraform init\nterraform plan'),
    ],
    env,
  );
  expect(output).toMatch(/cdktf@npm:cdktn@/);
  expect(output).toContain('Plan: 3 to add, 0 to change, 0 to destroy.');
});

test('every block of the README is run, or it says here why not', () => {
  const notRun: Readonly<Record<string, string>> = {
    'See it work': 'the demonstration has its own test, and the other line is this one',
    'In other languages': 'cdktf get needs the CLI of CDK for Terraform, 420 MB',
    Constructs: 'messages',
    'Testing a configuration without any API': 'run by test/acceptance/provider/mock.test.ts',
    'Moving in from another provider': 'run by test/acceptance/provider/moving-in.test.ts',
    'Applying what was approved': 'run by test/acceptance/binding/bound-apply.test.ts',
    'Applying with less': 'run by test/acceptance/provider/least-capabilities.test.ts, as an identity that is assumed',
    'A provider of your own': 'two imports; the example that it names is run by its own test',
  };
  const run = [
    'Your own organization',
    'The provider',
    'Reviewing a change',
    'Asking who can do what',
    'Finding and importing what exists',
    'With CDK Terrain',
    ...Object.keys(surroundings),
  ];
  const sections = new Set(readmeBlocks().map(({ section }) => section));
  expect([...run, ...Object.keys(notRun)].sort()).toEqual([...sections].sort());
});

test('no line to copy holds a comment: zsh would take it for arguments', () => {
  const lines = readmeBlocks().flatMap(({ language, text }) => (language === 'sh' ? text.split('\n') : []));
  expect(lines.length).toBeGreaterThan(8);
  expect(lines.filter((line) => /(^|\s)#/.test(line))).toEqual([]);
});
