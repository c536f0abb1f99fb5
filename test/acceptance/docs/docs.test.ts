/** Follows the README and the pages in `docs/`: runs every block of shell and TypeScript in one project folder. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';
import { createClient } from '../../../src/client';
import { group } from '../../../src/model/kinds';
import { describeWith } from '../../support/engine';
import { blocksIn, blocksOf, handwrittenPages, type Block } from './blocks';
import { insertIntoQuickStart } from '../../support/snippets';
import { pack, reader, type Reader } from './reader';

jest.setTimeout(400_000);

let packed: string;
let newcomer: Reader;
let api: RunningEmulator;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  packed = mkdtempSync(join(tmpdir(), 'packed-'));
  newcomer = await reader({ tarball: pack(packed) });
  api = await startEmulator();
  env = {
    PLATFORM_BASE_URL: api.baseUrl,
    PLATFORM_AUTH_URL: api.authUrl,
    PLATFORM_TOKEN: api.token,
    ROOT_GROUP_UID: api.rootGroupUid,
  };
});
afterAll(async () => {
  newcomer?.close();
  await api?.close();
  rmSync(packed, { recursive: true, force: true });
});

const block = (language: string, text: string, lead = ''): Block => ({ page: '', section: '', language, text, lead });
const sh = (text: string): Block => block('sh', text);
const file = (name: string, text: string): Block => block('file', text, `\`${name}\`:`);
/** The quick start in this project; `test/package/readme.test.ts` follows it word by word, with several versions of Node and npm. */
const [installation, main, emulator, commands, result] = blocksOf('README.md#Quick start') as [
  Block,
  Block,
  Block,
  Block,
  Block,
];
const install = sh(installation.text.replace(/^[^]*(?=npm init)/, ''));

test('README.md: the quick start creates an organization, and the next plan is empty', async () => {
  const status = sh('cd ../../..\ngit init --quiet\ngit status --porcelain --untracked-files=all\nrm -rf .git');
  const output = await newcomer.follow([install, main, emulator, commands, status]);
  for (const line of result.text.split('\n')) expect(output).toContain(line);
  const untracked = Array.from(output.matchAll(/^\?\? (.*)$/gm), ([, file]) => file);
  expect(untracked).toEqual(['.gitignore', 'main.ts', 'package-lock.json', 'package.json']);
});

test('README.md: after a restart of the API, the same lines change nothing', async () => {
  const output = await newcomer.follow([emulator, commands]);
  expect(output).toMatch(/No changes\.[^]*Resources: 0 added, 0 changed, 0 destroyed\.[^]*No changes\./);
});

test('docs/versions.md: after leaving, the state keeps other providers only, and the service every object', async () => {
  const other = `resource "terraform_data" "other" { for_each = toset(["a.platform_group.b"]) }`;
  const output = await newcomer.follow([
    emulator,
    sh('mkdir leaving && cd leaving && ln -s ../node_modules node_modules'),
    main,
    sh(
      commands.text
        .replace('npx tsx', 'sed -i.bak s/payments/leaving/g main.ts\nnpx tsx')
        .replace('terraform init', `echo '${other}' > other.tf\nterraform init`)
        .replace('.platform-iac/', '../.platform-iac/'),
    ),
    ...blocksOf('docs/versions.md#Leave'),
    sh('echo "left: $(terraform state list)."\nnpx platform-iac who-can repo.list acme/leaving --live'),
  ]);
  expect(output).toMatch(/Successfully removed 4 resource/);
  expect(output).toMatch(/\nleft: terraform_data\.other\["a\.platform_group\.b"\]\.\n[^]*acme\/leaving\/ci/);
});

/** The sections with programs, and the stack of those that continue the quick start. */
const stacks: Readonly<Record<string, string | undefined>> = {
  'docs/constructs.md#Add objects to a group': 'members',
  'docs/constructs.md#Refer to existing objects': 'existing',
  'docs/constructs.md#Override an attribute': 'override',
  'docs/changes.md#Move or rename a construct': 'moved',
  'docs/changes.md#Give access until a date': 'until',
  'docs/changes.md#Report or remove undeclared grants': 'undeclared',
  'docs/changes.md#Wait for a tree, and rotate identities': 'rotated',
  'docs/changes.md#Import many objects': 'imports',
  'docs/changes.md#Stop managing an object': 'unmanaged',
  'docs/teams.md#Declare a team': 'team',
  'docs/teams.md#Declare an organization in YAML': 'organization',
  'docs/teams.md#Give roles to groups of the identity provider': 'mappings',
  'docs/teams.md#Invite people': 'invites',
  'docs/testing.md#Test an organization': undefined,
  'docs/testing.md#Test an end date': undefined,
  'docs/testing.md#Enforce rules': 'rules',
  'docs/trust.md#Trust workloads': 'trust',
  'docs/trust.md#Reusable workflows': 'reusable',
  'docs/trust.md#Kubernetes': 'kubernetes',
  'docs/review-program.md#Review in a program': undefined,
  'docs/review-program.md#Live organization': undefined,
  'docs/review-program.md#Names and existing objects': undefined,
  'docs/review-program.md#Page': undefined,
};

const programs = Object.entries(stacks).flatMap(([place, stack]) =>
  blocksOf(place)
    .filter(({ language }) => language === 'ts')
    .map(({ text }, index) => ({
      place,
      name: `${place.replace(/^.*#/, '').toLowerCase().replaceAll(/\W+/g, '-')}-${index + 1}.mts`,
      text: stack === undefined ? text : insertIntoQuickStart(text).replace("(app, 'org')", `(app, '${stack}')`),
    })),
);
const ofConstructs = programs.filter(({ place }) => !place.startsWith('docs/review-program.md'));
const ofReview = programs.filter(({ place }) => place.startsWith('docs/review-program.md'));

test('the programs of the pages compile', async () => {
  const compiler = resolve('node_modules/typescript-7/bin/tsc');
  const types = resolve('node_modules/@types');
  const options = `--noEmit --strict --skipLibCheck --target es2022 --module nodenext --types node --typeRoots ${types}`;
  await newcomer.follow([
    ...programs.map(({ name, text }) => file(name, text)),
    sh(`node ${compiler} ${options} ${programs.map(({ name }) => name).join(' ')}`),
  ]);
});

test('the pages of the constructs: the programs run, and the invite has the new key', async () => {
  const makeKeys = blocksOf('docs/teams.md#Invite people').filter(({ language }) => language === 'sh');
  const yaml = blocksOf('docs/teams.md#Declare an organization in YAML')[0]?.text ?? '';
  const imports = blocksOf('docs/changes.md#Import many objects')[0]?.text ?? '';
  const ofRoot = imports.replaceAll(/[0-9a-f]{40}/g, api.rootGroupUid);
  const rules = file('review.config.json', '{ "owners": ["github:acme"] }');
  const files = [...makeKeys, rules, file('organization.yaml', yaml), file('imports.json', ofRoot)];
  // One process: each start costs more than most programs.
  const all = file('all.mts', ofConstructs.map(({ name }) => `await import('./${name}');`).join('\n'));
  await newcomer.follow([...files, all, sh('npx tsx all.mts\nrm review.config.json')], env);
  const stack = readFileSync(join(newcomer.dir, 'cdktf.out/stacks/override/cdk.tf.json'), 'utf8');
  expect(stack).toContain('"description": "Takes the money and counts it."');
});

test('docs/constructs.md: the grants of a group have the addresses of the page', async () => {
  const output = await newcomer.follow(
    [
      sh(
        'cd cdktf.out/stacks/members\nterraform init\nterraform apply\nterraform state list\nterraform plan\nterraform destroy',
      ),
    ],
    env,
  );
  const { text = '' } = blocksOf('docs/constructs.md#Add objects to a group')[0] ?? {};
  expect(text).toContain('payments.grant(ci,');
  for (const name of ['acme_payments_ci_editor', 'acme_payments_ci_acme_auditor_on_acme'])
    expect(output).toContain(`platform_role_binding.${name}\n`);
  expect(output).toContain('No changes.');
});

test('docs/constructs.md: a mistake shows its file and line, and no stack trace', async () => {
  const name = main.text.replace(`addGroup('payments', {`, `addGroup('payments', { name: 'Payments!',`);
  const uid = main.text.replace('process.env.ROOT_GROUP_UID!', `'no uid'`);
  const output = await newcomer.follow(
    [file('name.ts', name), file('uid.ts', uid), sh('! npx tsx name.ts\n! npx tsx uid.ts')],
    env,
  );
  const lineOf = (text: string, part: string): number => text.split('\n').findIndex((line) => line.includes(part)) + 1;
  expect(output).toContain(`(it is "Payments!")\n      at name.ts:${lineOf(name, `'Payments!'`)}\n`);
  expect(output).toMatch(new RegExp(`"no uid" is not a uid.*\\n    at uid\\.ts:${lineOf(uid, `'no uid'`)}\\n`));
  expect(output).not.toMatch(/^\s+at .*(node_modules|Module\._compile)/m);
});

test('docs/teams.md: the private key decrypts the code of the invite', async () => {
  const output = await newcomer.follow(
    [
      sh('cd cdktf.out/stacks/invites\nterraform init\nterraform apply -target=platform_group_invite.ada'),
      sh('terraform output -raw ada_code | npx platform-iac invite-code --key ../../../ada.private.jwk'),
    ],
    env,
  );
  expect(output).toContain('Apply complete! Resources: 1 added, 0 changed, 0 destroyed.');
  expect(output).toMatch(/\n[\w-]+\.[\w-]+\s*$/);
});

test('docs/provider.md: Terraform plans the configuration in HCL', async () => {
  const blocks = [sh('mkdir hcl && cd hcl'), ...blocksOf('docs/provider.md#Plain HCL')];
  const output = await newcomer.follow(blocks, env);
  expect(output).toContain('Plan: 1 to add, 0 to change, 0 to destroy.');
});

test('docs/review.md: the commands and programs review that plan', async () => {
  const output = await newcomer.follow(
    [
      sh('cd hcl\nexport TF_VAR_root_group_uid=$ROOT_GROUP_UID'),
      ...blocksOf('docs/review.md#Create a plan and review it'),
      sh('cat comment.md'),
      ...blocksOf('docs/access.md#Explore an organization'),
      sh('terraform show -json tfplan > plan.json'),
      ...ofReview.map(({ name }) => sh(`npx tsx ../${name}`)),
      sh('test -s organization.html && test -s review.html'),
    ],
    env,
  );
  expect(output).toMatch(
    /\n### 🟢 Nobody gains or loses access\.\n[^]*1 created\. No findings\.[^]*<!-- platform-iac review -->\n### 🟢 Nobody gains/,
  );
});

test('docs/access.md: the commands read a plan, a state and the service', async () => {
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
      ...blocksOf('docs/access.md#Ask on the command line'),
      sh('cat access-review.csv'),
    ],
    env,
  );
  expect(output).toMatch(
    /who-can repo\.list acme\/payments[^]*acme\/payments\/ci[^]*where-can[^]*acme\/payments[^]*main\.ts:\d+/,
  );
  expect(output).toMatch(/access-review\.csv\n[^]*acme\/payments\/ci,/);
});

test('docs/testing.md: the command runs the test of the page', async () => {
  const [program, command] = blocksOf('docs/testing.md#Test an organization');
  const output = await newcomer.follow([file('organization.test.ts', program!.text), command!]);
  expect(output).toMatch(/[#ℹ] pass 2\n/);
});

test('docs/cli.md: a new project passes its test, is planned and applied, and then its plan is empty', async () => {
  const [steps] = blocksOf('docs/cli.md#New project');
  expect(steps!.text).toContain('npm install\n');
  const output = await newcomer.follow([
    sh(steps!.text.replace('npm install\n', 'npm install cdktf-provider-platform\n')),
  ]);
  expect(output).toMatch(
    /[#ℹ] pass 2\n[^]*`globex\/payments\/ci` gains `viewer[^]*Apply complete! Resources: [1-9][^]*Nobody gains or loses access\./,
  );
});

test('docs/emulator.md: the emulator starts, and issues an OIDC token', async () => {
  const [start] = blocksOf('docs/emulator.md#Addresses');
  const [token] = blocksOf('docs/emulator.md#OIDC issuer');
  const output = await newcomer.follow(
    [
      block('sh', start!.text, 'second terminal'),
      // `env` sets the variables here, instead of the first line.
      sh(`cat ../second-terminal\n${token!.text.replace(/^export .*\n/, '')}`),
    ],
    env,
  );
  expect(output).toContain('{"baseUrl":"');
  expect(output).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/m);
});

describeWith('query', 'docs/provider.md: find and import existing objects', () => {
  test('the query writes configuration, and the plan imports the objects', async () => {
    const client = createClient({ baseUrl: api.baseUrl, token: api.token });
    for (const name of ['there', 'here']) await client.create(group, api.rootGroupUid, { name });
    // The sections above created groups in the same organization.
    const { totalCount } = await client.page(group, { descendantsOf: api.rootGroupUid });
    await client.close();
    const exists = blocksOf('docs/provider.md#Find and import existing objects');
    const configuration = blocksOf('docs/provider.md#Plain HCL');
    const output = await newcomer.follow([sh('mkdir found && cd found'), ...configuration, ...exists], env);
    expect(output).toMatch(/list\.platform_group\.all\s+uid=\S+\s+there\n/);
    expect(output).toContain(`Plan: ${totalCount} to import, 1 to add, 0 to change, 0 to destroy.`);
  });
});

test('README.md: with CDK for Terraform, the next plan is empty; docs/versions.md: after the way back, too', async () => {
  const forTerraform = main.text
    .replace(`'cdktn'`, `'cdktf'`)
    .replace(`'cdktf-provider-platform/cdktn'`, `'cdktf-provider-platform'`);
  const output = await newcomer.follow([
    emulator,
    sh(`${commands.text.split('\n')[0]!}\nnpm uninstall cdktn constructs\nnpm install cdktf`),
    file('main.ts', forTerraform),
    sh('npx tsx main.ts\n(cd cdktf.out/stacks/org\nterraform init\nterraform plan)'),
    ...blocksOf('docs/versions.md#CDK Terrain and CDK for Terraform'),
    sh('npm ls cdktn\ncd cdktf.out/stacks/org\nterraform init\nterraform plan'),
  ]);
  expect(output).toMatch(/No changes\.[^]* cdktn@0\.\d+\.\d[^]*No changes\./);
});

test('a test runs each section with a block, or the list contains the reason', () => {
  const runHere = [
    'README.md#Quick start',
    'docs/access.md#Ask on the command line',
    'docs/access.md#Explore an organization',
    'docs/cli.md#New project',
    'docs/emulator.md#Addresses',
    'docs/emulator.md#OIDC issuer',
    'docs/provider.md#Find and import existing objects',
    'docs/provider.md#Plain HCL',
    'docs/review.md#Create a plan and review it',
    'docs/versions.md#CDK Terrain and CDK for Terraform',
    'docs/versions.md#Leave',
    ...Object.keys(stacks),
  ];
  const notRunHere: Readonly<Record<string, string>> = {
    'docs/provider.md#Rotate an identity': 'test/acceptance/provider/rotate-on.test.ts',
    'README.md#Installation': 'test/package/readme.test.ts, and test/acceptance/release.test.ts',
    'docs/integrations.md#Atlantis': 'test/docs/integrations.test.ts',
    'docs/integrations.md#GitHub Action': 'test/docs/integrations.test.ts',
    'docs/integrations.md#GitLab component': 'test/docs/integrations.test.ts',
    'docs/integrations.md#OPA': 'test/docs/integrations.test.ts',
    'docs/integrations.md#Pulumi': 'the CLI of Pulumi is not a dependency, and the provider has no release',
    'docs/integrations.md#Renovate': 'test/docs/integrations.test.ts',
    'docs/integrations.md#Spacelift': 'test/docs/integrations.test.ts',
    'docs/integrations.md#tflint': 'tflint is not a dependency; tried by hand',
    'docs/operating.md#Debug log': 'test/acceptance/provider/debug-log.test.ts',
    'docs/operating.md#Installation and mirrors': 'test/acceptance/release.test.ts',
    'README.md#cdktf-provider-platform': 'test/package/readme.test.ts runs the demo, and npm test runs this test',
    'docs/access-program.md#Example': 'test/docs/access.test.ts',
    'docs/adopt.md#Add unmanaged objects': 'test/acceptance/adopt.test.ts',
    'docs/adopt.md#Code': 'test/adopt/example.test.ts',
    'docs/adopt.md#HCL': 'test/adopt/formats/hcl/program.test.ts, and test/acceptance/adopt.test.ts',
    'docs/adopt.md#Run it': 'test/acceptance/adopt.test.ts',
    'docs/operating.md#Plan several stacks': 'test/acceptance/adopt.test.ts, with the same loop in plan.sh',
    'docs/access.md#Access review': 'test/cli/commands/access-review.test.ts',
    'docs/cli.md#Addresses': 'test/cli/commands/addresses.test.ts',
    'docs/client.md#Client': 'test/docs/client.test.ts',
    'docs/client.md#Find by name': 'test/docs/client.test.ts',
    'docs/client.md#Lists and pages': 'test/docs/client.test.ts',
    'docs/client.md#Tokens': 'test/docs/client.test.ts',
    'docs/client.md#Errors': 'test/docs/client.test.ts',
    'docs/client.md#Cancellation, retries and limits': 'test/docs/client.test.ts',
    'docs/constructs.md#Checks at synthesis': 'messages',
    'docs/constructs.md#Other languages': 'cdktf get needs the CLI of CDK for Terraform, 420 MB',
    'docs/emulator.md#Emulator': 'test/docs/emulator.test.ts',
    'docs/emulator.md#Faults': 'test/docs/emulator.test.ts',
    'docs/emulator.md#Shared service': 'test/examples/emulator-service/emulator-service.test.ts, on a loopback port',
    'docs/emulator.md#Seeds and snapshots': 'test/docs/emulator.test.ts',
    'docs/contributing.md#Debug a test': 'it needs a debugger',
    'docs/contributing.md#Debug the built provider':
      'it needs a debugger; test/tools/build/build.test.ts checks the source maps',
    'docs/emulator.md#Tests': 'test/acceptance/threaded-emulator.test.ts',
    'docs/emulator.md#gRPC': 'grpcurl is not a dependency; test/emulator/grpc calls the same methods',
    'docs/approval.md#Commands': 'test/acceptance/binding/bound-apply.test.ts',
    'docs/pipelines.md#Before you begin': 'test/cli/commands/init.test.ts',
    'docs/drift.md#Drift in a pipeline': 'test/acceptance/plan-command.test.ts',
    'docs/drift.md#Run it': 'test/acceptance/plan-command.test.ts',
    'docs/pipelines.md#Pull requests from forks':
      'test/acceptance/pipelines/pipeline.test.ts, with the same commands in pipeline.sh',
    'docs/approval.md#Least privilege': 'test/acceptance/provider/least-capabilities.test.ts, with an assumed identity',
    'docs/review-plans.md#Create one by hand':
      'test/acceptance/plan-command.test.ts: platform-iac plan runs these commands',
    'docs/plugin.md#Write a provider in TypeScript': 'two imports; test/package/own-provider.test.ts runs the example',
    'docs/plugin.md#Tests': 'part of the test of examples/own-provider',
    ...Object.fromEntries(
      ['Steps', 'Engines', 'Groups', 'Identities', 'Roles', 'Role bindings', 'Identity providers']
        .concat('Account associations', 'Group invites')
        .map((section) => [`docs/move-from-go-provider.md#${section}`, 'test/acceptance/provider/go-provider.test.ts']),
    ),
    'docs/provider.md#Import in a module': 'test/acceptance/provider/import.test.ts',
    'docs/provider.md#Move from another provider': 'test/acceptance/provider/moving-in.test.ts',
    'docs/provider.md#Test a configuration without an API': 'test/acceptance/provider/mock.test.ts',
    'docs/read-report.md#Read a report': 'test/docs/read-report.test.ts',
    'docs/read-report.md#Another role': 'test/review/formats/sentences/hints.test.ts',
    'docs/review-configuration.md#Assertions': 'test/access/rules/configuration/read.test.ts',
    'docs/review-configuration.md#All settings': 'test/access/rules/configuration/read.test.ts',
    'docs/review-configuration.md#First file': 'test/access/rules/configuration/read.test.ts',
    'docs/read-report.md#Renamed and moved objects': 'test/review/formats/sentences/hints.test.ts',
    'docs/review.md#Review without a plan': 'test/cli/review-current.test.ts',
    'docs/review-configuration.md#Rules': 'test/access/rules/configuration/read.test.ts',
  };
  const blocks = handwrittenPages.flatMap(blocksIn).map(({ page, section }) => `${page}#${section}`);
  // test/acceptance/everyday-changes.test.ts makes the first page. The examples of the second are those of the docstrings.
  const isGenerated = (section: string) => /^docs\/(everyday-changes\.md#|trust\.md#Trust\.)/.test(section);
  const sections = new Set(blocks.filter((section) => !isGenerated(section)));
  expect([...runHere, ...Object.keys(notRunHere)].sort()).toEqual([...sections].sort());
});

test('no shell line to copy contains a comment, because zsh passes it as arguments', () => {
  const lines = handwrittenPages
    .flatMap(blocksIn)
    .flatMap(({ language, text }) => (language === 'sh' ? text.split('\n') : []));
  expect(lines.length).toBeGreaterThan(8);
  expect(lines.filter((line) => /(^|\s)#/.test(line))).toEqual([]);
});
