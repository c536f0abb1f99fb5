/** The `.gitignore` of generated projects, compared with every file that a documented command writes. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TrustedOwner } from '../../../src/adopt';
import { readConfiguration } from '../../../src/access/rules';
import { adoptedFiles } from '../../../src/cli/adopt/project-files';
import { CDKS, PIPELINES, projectFiles, writeProject } from '../../../src/cli/project/new-project';
import { runCli } from '../../../src/cli/program';
import { builtConstructs } from '../../support/built';

jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'ignored-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(() => {
  spawnSync('git', ['init', '--quiet', folder]);
  writeFileSync(join(folder, '.gitignore'), projectFiles('cdktn', 'none', 'acme').get('.gitignore')!.text);
});

/** Returns the paths that git would not commit. */
function ignored(paths: readonly string[]): string[] {
  const { stdout, status } = spawnSync('git', ['check-ignore', '--no-index', '--stdin'], {
    cwd: folder,
    input: paths.join('\n'),
    encoding: 'utf8',
  });
  if (status !== 0 && status !== 1) throw new Error(`git check-ignore failed with ${status}`);
  return stdout.split('\n').filter((path) => path !== '');
}

/** Files that belong into the repository, and folders of projects. Every other file that a command writes is ignored. */
const committed = ['snapshot.pub', 'ada.public.jwk', 'organization'];

/** The option or the redirection of a command that writes a file, with the name of the file. */
const WRITTEN = /(?:--(?:out|json-out|new-key|data)[ =]|--save \w+=|(?<![-=]|\$\{\w*)> )["']?([\w./-]*[a-z][\w./-]*)/g;

async function documentedFiles(): Promise<string[]> {
  const pages = [
    'README.md',
    'examples/pipelines/README.md',
    ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [join('docs', name)] : [])),
  ].map((page) => readFileSync(resolve(page), 'utf8'));
  const commands = [...(await help()).matchAll(/^ {2}([a-z-]+) /gm)].map(([, name = '']) => name);
  for (const command of commands) pages.push(await help(command));
  const lines = pages.flatMap((page) => page.split('\n')).filter((line) => /platform-iac|terraform/.test(line));
  const found = lines.flatMap((line) => [...line.matchAll(WRITTEN)].map(([, file = '']) => file));
  return [...new Set(found)].filter((file) => !file.startsWith('/')).sort();
}

async function help(...command: readonly string[]): Promise<string> {
  let out = '';
  const terminal = { width: 10_000, color: false };
  await runCli([...command, '--help'], { out: (text) => (out += text), err: () => undefined, terminal });
  return out;
}

test('every file that a documented command writes is ignored, or known to belong into the repository', async () => {
  const files = await documentedFiles();
  expect(files).toEqual(
    expect.arrayContaining([
      ...[
        '.platform-iac/organization.db',
        'ada.private.jwk',
        'snapshot.key',
        'tfplan',
        'report.json',
        'before.json',
        'plans',
      ],
      ...committed,
    ]),
  );
  // A folder is ignored with its files.
  const paths = files.map((file) => (/\.[a-z]+$|^tfplan$/.test(file) ? file : `${file}/main.json`));
  const names = committed.map((file) => (file === 'organization' ? 'organization/main.json' : file));
  expect(paths.filter((path) => !ignored(paths).includes(path)).sort()).toEqual(names.sort());
});

test.each([
  ['the emulator', 'organization.db', ['', '-wal', '-shm', '-lock', '-journal']],
  ['Terraform with local state', 'terraform.tfstate', ['', '.backup', '.1700000000.backup', '.lock.info']],
  ['Terraform with several workspaces', 'terraform.tfstate.d/production/terraform.tfstate', ['', '.backup']],
])('the files next to the file of %s are ignored', (_writer, file, suffixes) => {
  const paths = suffixes.map((suffix) => file + suffix);
  expect(ignored(paths)).toEqual(paths);
});

test('files that Terraform and the pipeline write unasked are ignored in any folder', () => {
  const paths = [
    ...['.terraform.tfstate.lock.info', 'errored.tfstate', 'crash.log', 'crash.20261126.log', 'debug.log'],
    ...['.terraform/environment', '.terraform/terraform.tfstate', 'terraform.d/plugins/provider'],
    ...['out/stack.json', 'out/approved.json', 'out/tfplan', 'trial/api.db-wal', 'trial/state/bootstrap.tfstate'],
    ...['secrets.auto.tfvars', 'terraform.tfvars.json', '.env', '.env.production', 'tls.key', 'tls.pem'],
    ...['report.md', 'report.html', 'report.sarif', 'report.text', 'cdktf.out/stacks/organization/cdk.tf.json'],
  ];
  for (const place of ['', 'stacks/']) {
    const placed = paths.map((path) => place + path);
    expect(ignored(placed)).toEqual(placed);
  }
});

test('no file of a generated project is ignored', () => {
  for (const cdk of CDKS)
    for (const pipeline of PIPELINES) expect(ignored([...projectFiles(cdk, pipeline, 'acme').keys()])).toEqual([]);
  const ofPipelines = readdirSync('examples/pipelines', { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join('examples/pipelines', path)).isFile(),
  );
  const ofAdopt = ['NOT-ADOPTED.md', 'imports.json', 'imports/shop.json', 'imports.tf', 'variables.tf', 'plan.sh'];
  expect(ignored([...ofPipelines, ...ofAdopt, 'package-lock.json', '.terraform.lock.hcl', 'moves.tf'])).toEqual([]);
});

test('an adopted configuration in HCL has the same rules', () => {
  const project = {
    files: new Map([['main.tf', '']]),
    secrets: [],
    stacks: new Map(),
    owners: [],
    undeclared: [],
    rootOwners: { group: 'acme', open: [], names: [] },
  };
  const names = { ['a'.repeat(40)]: 'acme' };
  const files = adoptedFiles(project, { format: 'hcl', cdk: 'cdktn', pipeline: 'none', name: 'acme', names });
  expect([...files.keys()]).toEqual(['.gitignore', 'main.tf', 'review.config.json']);
  const { $schema, owners, ...rules } = JSON.parse(
    projectFiles('cdktn', 'none', 'acme').get('review.config.json')?.text ?? '',
  ) as Record<string, unknown>;
  expect([$schema, owners]).toEqual([expect.any(String), expect.any(Array)]);
  expect(JSON.parse(files.get('review.config.json')?.text ?? '')).toEqual({ ...rules, names });
  expect(files.get('.gitignore')?.text).toBe(projectFiles('cdktn', 'none', 'acme').get('.gitignore')?.text);
});

test.each(PIPELINES)('a new project with the pipeline %s declares the owner of its program by id', (pipeline) => {
  const files = projectFiles('cdktn', pipeline, 'globex');
  const rules = JSON.parse(files.get('review.config.json')?.text ?? '') as { readonly owners: readonly string[] };
  const [, id] = /owner: (\d+)/.exec(files.get('organization/organization.ts')?.text ?? '') ?? [];
  expect(rules.owners).toContain(`github:${id}`);
});

const owner = (entry: string): TrustedOwner => ({
  ...{ entry, name: undefined, identities: ['acme/ci'], role: undefined },
});

test('the README of an adopted project lists each identity of an owner', () => {
  const identities = Array.from({ length: 12 }, (_, index) => `acme/ci-${index}`);
  const project = { files: new Map<string, string>(), secrets: [], stacks: new Map<string, number>(), undeclared: [] };
  const owners = [{ ...owner('github:1'), identities }];
  const files = adoptedFiles(
    { ...project, owners, rootOwners: { group: 'acme', open: [], names: [] } },
    { format: 'constructs', cdk: 'cdktn', pipeline: 'none', name: 'acme' },
  );
  expect(files.get('README.md')?.text).toContain(`- \`"github:1": ${identities.join(', ')}, at most no role\``);
});

test('an adopted project lists the owners of its identities as unconfirmed, instead of those of the example', () => {
  const project = { files: new Map<string, string>(), secrets: [], stacks: new Map<string, number>() };
  const rulesWith = (...owners: readonly string[]) => {
    const options = { format: 'constructs', cdk: 'cdktn', pipeline: 'github', name: 'acme' } as const;
    const files = adoptedFiles(
      { ...project, owners: owners.map(owner), undeclared: [], rootOwners: { group: 'acme', open: [], names: [] } },
      options,
    );
    return readConfiguration(files.get('review.config.json')?.text ?? '', 'review.config.json');
  };
  expect(rulesWith('github:1', 'gitlab:acme')).toMatchObject({
    ...{ owners: [], unconfirmedOwners: ['github:1', 'gitlab:acme'] },
  });
  expect(Object.keys(rulesWith())).not.toContain('owners');
  expect(Object.keys(rulesWith())).not.toContain('unconfirmedOwners');
});

test.each([
  ['of one stack', new Map<string, string>()],
  ['of several stacks', new Map([['plan.sh', '']])],
])(
  'the README of an adopted project %s asks to confirm the owners, and has the command of the findings',
  (_, files) => {
    const names = { ['a'.repeat(40)]: 'acme' };
    const readmeOf = (owners: readonly string[]): string => {
      const options = { format: 'constructs', cdk: 'cdktn', pipeline: 'none', name: 'acme', names } as const;
      const imports = new Map([...files, ['imports.json', '{}']] as const);
      const project = {
        files: imports,
        secrets: [],
        stacks: new Map<string, number>(),
        owners: owners.map(owner),
        undeclared: [],
        rootOwners: { group: 'acme', open: [], names: [] },
      };
      return adoptedFiles(project, options).get('README.md')?.text ?? '';
    };
    const readme = readmeOf(['github:1']);
    expect(readme).toContain('1. Read `NOT-ADOPTED.md`, and confirm the owners in `review.config.json`.');
    expect(readme).toContain('- `"github:1": acme/ci, no role`');
    expect(readme).toContain('open `https://api.github.com/user/NUMBER`');
    expect(readme).not.toContain('Write the id of your GitHub owner');
    expect(readme).toContain(
      `| \`npx platform-iac review --live --root ${'a'.repeat(40)}\` | Lists the findings of the current organization |`,
    );
    expect(readmeOf([])).toContain('1. Read `NOT-ADOPTED.md`, and list your owners in `review.config.json`.');
  },
);

test('the program of a new project in a fresh shell names the variable, and the command with an emulator', () => {
  builtConstructs();
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/GROUP_UID$/.test(name)));
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'examples/new-project/main.ts'], {
    ...{ env, encoding: 'utf8' },
  });
  expect(status).toBe(1);
  expect(stderr).toContain('No group to manage.');
  expect(stderr).toContain(
    '"npx platform-iac emulator --data .platform-iac/organization.db --root-name acme -- npm run plan"',
  );
  expect(stderr).toContain('set ROOT_GROUP_UID.');
  for (const cdk of CDKS)
    expect(projectFiles(cdk, 'none', 'globex').get('main.ts')!.text).toContain(
      'emulator --data .platform-iac/organization.db --root-name globex -- npm run plan',
    );
});

test('a project that cannot be written completely leaves no file, and keeps existing ones', () => {
  const folder = mkdtempSync(join(tmpdir(), 'partial-'));
  const dir = join(folder, 'new', 'acme');
  const files = new Map([
    ['a/b/one.ts', { text: '1' }],
    ['two.ts/three.ts', { text: '3' }],
    // A folder where a file has to be.
    ['two.ts', { text: '2' }],
  ]);
  expect(() => writeProject(dir, files)).toThrow('Cannot write');
  expect(readdirSync(folder)).toEqual([]);
  mkdirSync(join(dir, 'a'), { recursive: true });
  writeFileSync(join(dir, 'kept'), '');
  expect(() => writeProject(dir, files)).toThrow('Cannot write');
  expect(readdirSync(dir, { recursive: true }).sort()).toEqual(['a', 'kept']);
  rmSync(folder, { recursive: true });
});
