/** Tests `platform-iac init` in a temporary folder; `test/package/new-project.test.ts` installs and runs what it writes. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PACKAGE_NAME, VERSION } from '../../../src/model/api';
import { commandFor, installCommands, withPackageSource } from '../../../src/cli/project/install-commands';
import { listedFiles, organizationName, projectFiles } from '../../../src/cli/project/new-project';
import { runCli } from '../../../src/cli/program';

const folder = mkdtempSync(join(tmpdir(), 'init-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function init(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const code = await runCli(['init', ...args], { out: (text) => (out += text), err: (text) => (err += text) });
  return { code, out, err };
}

/** Returns the paths of all files in a folder. */
function filesIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(dir, path)).isFile())
    .sort();
}

function jsonIn(dir: string, name: string): Record<string, Record<string, string>> {
  return JSON.parse(readFileSync(join(dir, name), 'utf8')) as Record<string, Record<string, string>>;
}

const importsIn = (dir: string) =>
  filesIn(dir)
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => [...readFileSync(join(dir, path), 'utf8').matchAll(/ from '(cdkt[^']*)'/g)])
    .map(([, name]) => name!);

test('with --pipeline it writes a program, a test and a pipeline, and prints the files in groups and the next steps', async () => {
  const dir = join(folder, 'acme');
  const { code, out, err } = await init(dir, '--pipeline', 'github');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const files = filesIn(dir);
  expect(files).toEqual(
    expect.arrayContaining([
      ...['.gitignore', 'AGENTS.md', 'README.md', 'cdktf.json', 'main.ts', 'package.json', 'review.config.json'],
      ...['tsconfig.json'],
      ...['organization/organization.ts', 'organization/organization.test.ts'],
      ...['.github/CODEOWNERS', '.github/workflows/test.yml', '.github/workflows/apply.yml', 'github.mjs'],
      ...['bootstrap.ts', 'pipeline-identities.ts', 'pipeline.sh', 'settings.tf.json'],
    ]),
  );
  const [listed, next] = out.split('\nNext:\n');
  const lines = listed!.split('\n');
  expect(
    lines
      .filter((line) => line.startsWith('  '))
      .map((line) => line.trim())
      .sort(),
  ).toEqual(files);
  expect(lines.filter((line) => line.endsWith(':'))).toEqual(['Edit these files:', 'The project:', 'The pipeline:']);
  expect(next).toContain(
    `  cd ${dir}\n  npm pack ${process.cwd()}\n  npm install\n  npm test\n  npx platform-iac emulator --data .platform-iac/organization.db --root-name acme -- npm run plan\n\n`,
  );
  expect(next).toContain('README.md describes the set-up of the pipeline.');
});

test.each([
  ['github', 'GitHub'],
  ['gitlab', 'GitLab'],
] as const)('with the pipeline of %s, it lists the files that docs/pipelines.md edits', (pipeline, name) => {
  const [, section = ''] = readFileSync('docs/pipelines.md', 'utf8').split(`\n## Set up ${name}\n`);
  const [steps = ''] = section.split('**Bootstrap.**');
  const edited = Array.from(steps.matchAll(/`([\w.]+\.(?:ts|json)|CODEOWNERS)`/g), ([, file = '']) => file);
  expect(edited).toContain('bootstrap.ts');
  const [first = ''] = listedFiles(projectFiles('cdktn', pipeline, 'acme')).split('\n\n');
  const listed = Array.from(first.matchAll(/^ {2}(?:\.github\/)?(.+)$/gm), ([, file = '']) => file);
  const program = ['organization/organization.test.ts', 'organization/organization.ts'];
  expect(listed.sort()).toEqual([...new Set([...edited, ...program])].sort());
});

test.each([80, 120])(
  'at %d columns, the sentences after the commands are folded, and lead to a section of README.md',
  async (width) => {
    const dir = join(folder, `columns ${width}`);
    let out = '';
    await runCli(['init', dir], {
      out: (text) => (out += text),
      err: () => undefined,
      terminal: { width, color: false },
    });
    const [, sentences = ''] = out.split(' -- npm run plan\n\n');
    expect(sentences.split('\n').filter((line) => line.length > width)).toEqual([]);
    expect(sentences).toContain('follow "Real service" in README.md');
    const readme = readFileSync(join(dir, 'README.md'), 'utf8');
    expect(readme).toMatch(/\n## Real service\n[^]*\n## State\n[^]*new S3Backend\(/);
  },
);

test('a project inside of another one is a warning', async () => {
  const dir = join(folder, 'outer');
  expect((await init(dir)).err).toBe('');
  const { code, err } = await init(join(dir, 'outer'));
  expect(code).toBe(0);
  expect(err).toContain(`Warning: ${dir} is a project already, and the new one is inside of it.`);
});

test('the pipeline synthesizes main.ts, and its script can be executed', async () => {
  const dir = join(folder, 'pipeline');
  await init(dir, '--pipeline', 'github');
  expect(statSync(join(dir, 'pipeline.sh')).mode & 0o111).not.toBe(0);
  expect(statSync(join(dir, 'main.ts')).mode & 0o111).toBe(0);
  expect(existsSync(join(dir, 'organization.ts'))).toBe(false);
});

test.each([
  ['cdktn', ['cdktn', 'cdktf-provider-platform/cdktn', 'cdktf-provider-platform/testing']],
  ['cdktf', ['cdktf', 'cdktf-provider-platform', 'cdktf-provider-platform/testing']],
])('with --cdk %s it depends on this CDK only, in the version of this package', async (cdk, imported) => {
  const dir = join(folder, cdk);
  await init(dir, '--cdk', cdk);
  expect(new Set(importsIn(dir))).toEqual(new Set(imported));
  const own = jsonIn('.', 'package.json');
  const { dependencies, devDependencies, allowScripts } = jsonIn(dir, 'package.json');
  const { 'cdktf-provider-platform': ours, ...others } = dependencies!;
  // The file that npm pack writes there: this package is a clone.
  expect(ours).toBe(`file:${PACKAGE_NAME}-${VERSION}.tgz`);
  expect(Object.keys(others).sort()).toEqual([cdk, 'constructs', 'tsx'].sort());
  const { [cdk]: version, constructs, tsx } = own['devDependencies']!;
  expect(others).toEqual({ [cdk]: version, constructs, tsx });
  const { '@types/node': types, typescript } = own['devDependencies']!;
  expect(devDependencies).toEqual({ '@types/node': types, typescript });
  // npm warns of every other script of these packages.
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { hasInstallScript?: true; dependencies?: Record<string, string> }>;
  };
  const reached = new Set<string>();
  const follow = (name: string): void => {
    if (reached.has(name)) return;
    reached.add(name);
    Object.keys(packages[`node_modules/${name}`]?.dependencies ?? {}).forEach(follow);
  };
  [...Object.keys(others), ...Object.keys(devDependencies!), ...Object.keys(packages['']!.dependencies ?? {})].forEach(
    follow,
  );
  const scripts = [...reached].filter((name) => packages[`node_modules/${name}`]?.hasInstallScript);
  expect(allowScripts).toEqual(Object.fromEntries(scripts.map((name) => [name, false])));
});

test('the folder names the organization in every file, and no file contains the name of the examples', async () => {
  for (const cdk of ['cdktn', 'cdktf'])
    for (const pipeline of ['github', 'gitlab', 'none']) {
      const dir = join(folder, `${cdk}-${pipeline}`, 'globex');
      const { out } = await init(dir, '--cdk', cdk, '--pipeline', pipeline);
      const texts = filesIn(dir).map((path) => [path, readFileSync(join(dir, path), 'utf8')] as const);
      expect(texts.filter(([path, text]) => /acme/i.test(path + text)).map(([path]) => path)).toEqual([]);
      expect(Object.fromEntries(texts)['organization/organization.ts']).toContain("'globex', groupUid");
      expect(out).toContain('--root-name globex');
      expect(out).not.toContain('acme');
    }
});

test.each([
  ['Initech Corp', 'initech-corp'],
  ["o'$&-${x}", 'o-x'],
  ['山田', 'organization'],
  ['1st', '1st'],
  ['.hidden_', 'hidden'],
])('the folder %s gives the name %s', (text, name) => {
  expect(organizationName(join(folder, text))).toBe(name);
});

test('--pipeline selects the CI system, and without it the project has none', async () => {
  const [gitLab, none] = [join(folder, 'gitlab'), join(folder, 'none')];
  await init(gitLab, '--pipeline', 'gitlab');
  expect(filesIn(gitLab)).toEqual(expect.arrayContaining(['.gitlab-ci.yml', 'gitlab.mjs', 'pipeline.sh']));
  expect(filesIn(gitLab).filter((path) => path.includes('github'))).toEqual([]);
  const { out } = await init(none);
  expect(filesIn(none)).toEqual(
    [
      ...['.gitignore', 'AGENTS.md', 'README.md', 'cdktf.json', 'main.ts', 'package.json', 'review.config.json'],
      ...['tsconfig.json'],
      ...['organization/organization.ts', 'organization/organization.test.ts'],
    ].sort(),
  );
  expect(readFileSync(join(none, 'README.md'), 'utf8')).not.toContain('pipeline');
  expect(out).not.toContain('The pipeline:');
  const [, guide = ''] = /For a pipeline, follow node_modules\/cdktf-provider-platform\/(\S+),/.exec(out) ?? [];
  expect(existsSync(guide)).toBe(true);
});

test.each(["a b's", '$(x)', 'a;b', '*'])('the folder %s is quoted in the commands to paste', async (name) => {
  const { out } = await init(join(folder, 'quoted', name));
  const [, command = ''] = /^ {2}(cd .*)$/m.exec(out) ?? [];
  const printed = execFileSync('sh', ['-c', `${command} && pwd -P`], { encoding: 'utf8' });
  expect(basename(printed.trimEnd())).toBe(name);
});

test('it keeps unrelated files, and commits neither state nor keys', async () => {
  const dir = join(folder, 'cloned');
  mkdirSync(join(dir, '.git'), { recursive: true });
  writeFileSync(join(dir, 'LICENSE'), 'Mine.');
  expect(await init(dir)).toMatchObject({ code: 0, err: '' });
  expect(readFileSync(join(dir, 'LICENSE'), 'utf8')).toBe('Mine.');
  const ignored = readFileSync(join(dir, '.gitignore'), 'utf8').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['node_modules/', 'cdktf.out/', 'out/', '*.tfstate', '*.db']));
});

test('it lists every file that exists, and writes nothing', async () => {
  const dir = join(folder, 'taken');
  mkdirSync(dir);
  writeFileSync(join(dir, 'package.json'), '{}');
  writeFileSync(join(dir, 'organization'), 'A file, not a folder.');
  symlinkSync('/nowhere/at/all', join(dir, 'main.ts'));
  mkdirSync(join(dir, 'cdktf.json'));
  const elsewhere = mkdtempSync(join(folder, 'elsewhere-'));
  symlinkSync(elsewhere, join(dir, '.github'));
  const before = readdirSync(dir);
  expect(await init(dir, '--pipeline', 'github')).toEqual({
    code: 1,
    out: '',
    err:
      `platform-iac: Cannot create a project in ${dir}: it contains files of the project. Name another folder, or move these files:\n` +
      '  .github\n  cdktf.json\n  main.ts\n  organization\n  package.json\n',
  });
  expect(readdirSync(dir)).toEqual(before);
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(readFileSync(join(dir, 'package.json'), 'utf8')).toBe('{}');
});

test('a second run writes nothing', async () => {
  const dir = join(folder, 'twice');
  const [files = ''] = (await init(dir)).out.split('\nNext:\n');
  const { code, err } = await init(dir);
  expect(code).toBe(1);
  expect(
    err
      .split('\n')
      .filter((line) => line.startsWith('  '))
      .sort(),
  ).toEqual(
    files
      .split('\n')
      .filter((line) => line.startsWith('  '))
      .sort(),
  );
});

test.each([
  [
    ['--cdk', 'awscdk'],
    /^error: option '--cdk <cdk>' argument 'awscdk' is invalid\. Allowed choices are cdktn, cdktf\./,
  ],
  [['--pipeline', 'jenkins'], /^error: option '--pipeline <system>' argument 'jenkins' is invalid\./],
  [['a', 'b'], /^error: too many arguments/],
  [
    ['package.json'],
    /^platform-iac: Cannot create a project in package\.json: it is not a folder\. Name another folder\.\n$/,
  ],
])('%j is a usage error', async (args, message) => {
  const { code, out, err } = await init(...args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(message);
});

test.each([
  ['a registry', 'https://registry.example/cdktf-provider-platform-0.1.0.tgz', `^${VERSION}`],
  ['a packed file', 'file:../a b/packed.tgz', 'file:../../a b/packed.tgz'],
  ['another package manager', undefined, `^${VERSION}`],
])('the packages of a project come from where this package is from: %s', (_, resolved, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'install-'));
  try {
    const own = join(folder, 'project', 'node_modules', PACKAGE_NAME);
    mkdirSync(own, { recursive: true });
    const packages = { [`node_modules/${PACKAGE_NAME}`]: { resolved } };
    if (resolved !== undefined) writeFileSync(join(own, '..', '.package-lock.json'), JSON.stringify({ packages }));
    expect(installCommands(own)).toEqual(['npm install']);
    const written = projectFiles('cdktn', 'none', 'acme');
    const files = withPackageSource(written, join(folder, 'new', 'acme'), own);
    expect(files.get('package.json')!.text).toContain(`"${PACKAGE_NAME}": ${JSON.stringify(expected)}`);
    expect([...files.keys()]).toEqual([...written.keys()]);
    const isInReadme = files.get('README.md')!.text.includes('npm install ./packed.tgz');
    expect(isInReadme).toBe(resolved?.startsWith('file:') === true);
    // Relative, because a README contains the command. The dot makes it a path for npx.
    const isPacked = resolved?.startsWith('file:') === true;
    const [beside, above] = isPacked ? ["'../../a b/packed.tgz'", "'./a b/packed.tgz'"] : [PACKAGE_NAME, PACKAGE_NAME];
    expect(commandFor(join(folder, 'new', 'acme'), own)).toBe(`npx -p ${beside} platform-iac`);
    expect(commandFor(folder, own)).toBe(`npx -p ${above} platform-iac`);
    expect(commandFor(join(folder, 'project', 'organization'), own)).toBe('npx platform-iac');
    expect(commandFor(join(folder, 'project-2'), own)).toContain('npx -p ');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
