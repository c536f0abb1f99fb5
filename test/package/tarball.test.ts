/** The contents of the tarball, and the absence of everything else. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entriesOf, installedProject, manifestOf, repository } from './installed-project';
import { siblingsOf } from '../support/built';
import { deadLinks, linksIn } from '../support/markdown-links';

const installed = join(installedProject(), 'node_modules/cdktf-provider-platform');
const files = readdirSync(installed, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1));

test('every link of a packed page leads to something in the tarball', () => {
  const pages = files.filter((file) => file.endsWith('.md'));
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'docs/kinds.md']));
  expect(pages.flatMap((page) => linksIn(join(installed, page))).length).toBeGreaterThan(10);
  expect(pages.flatMap((page) => deadLinks(installed, page))).toEqual([]);
});

test('what is built is exactly what the package exports, shares, runs and must say', () => {
  const exported = entriesOf(manifestOf(installed)).flatMap(([, target]) => [target.types, target.default]);
  const shared = sharedLibraries();
  expect(shared).toEqual(
    expect.arrayContaining(['dist/lib/src/access/claims/index.js', 'dist/lib/src/plugin/internal.d.ts']),
  );
  const programs = ['platform-iac.js', 'terraform-provider-platform'];
  const siblings = programs.flatMap((name) => siblingsOf(join(installed, 'dist', name)));
  expect(siblings.length).toBeGreaterThan(10);
  const run = [...programs, ...new Set(siblings), 'THIRD-PARTY-NOTICES.txt'].map((name) => `dist/${name}`);
  const schemas = Object.values(manifestOf(installed).exports).filter(
    (target) => typeof target === 'string' && target.endsWith('.schema.json'),
  ) as string[];
  expect(schemas).toHaveLength(3);
  const expected = [...[...exported, ...schemas].map((path) => path.replace('./', '')), ...shared, ...run];
  expect(files.filter((file) => file.startsWith('dist/')).sort()).toEqual(expected.sort());
});

test('there is no file of the tools, and no trace of the machine that built it', () => {
  // Examples to copy have them where CI systems and builders of images look for them.
  const [hidden, other] = [
    /^(?!examples\/((pipelines|new-project)\/\.git(hub|lab-ci)|emulator-service\/\.dockerignore)).*(^|\/)\./,
    /\.(tgz|log|tfstate|map|tsbuildinfo)$|node_modules/,
  ];
  expect(files.filter((file) => hidden.test(file) || other.test(file))).toEqual([]);
  const telling = files.filter((file) => readFileSync(join(installed, file), 'latin1').includes(repository));
  expect(telling).toEqual([]);
});

test('npm finds no script to run at an installation, or to warn of', () => {
  const { scripts = {} } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    scripts?: Record<string, string>;
  };
  // npm runs `prepare` of a packed file never, and warns of it.
  const atInstallation = ['preinstall', 'install', 'postinstall', 'prepare'];
  expect(atInstallation.filter((name) => name in scripts)).toEqual([]);
});

/** The libraries that entries share, as src/tools/build/entries.mjs lists them. */
function sharedLibraries(): string[] {
  const program = `
    import { sharedFiles } from './src/tools/build/entries.mjs';
    console.log(JSON.stringify(sharedFiles.flatMap(({ output, types }) => [output, types])));`;
  const args = ['--input-type=module', '--eval', program];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: repository, encoding: 'utf8' })) as string[];
}
