/**
 * Documented commands. `npx platform-iac` runs the installed program. In a folder without it, npx asks the registry for a package
 * with the name `platform-iac`, next to an exported token. So a page names the package, unless the reader has installed it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** The sections with commands that run in a project that depends on the package. */
const inProject = [
  'README.md#Quick start',
  'docs/access.md#Ask on the command line',
  'docs/access.md#Explore an organization',
  'docs/adopt.md#Add unmanaged objects',
  'docs/cli.md#Addresses',
  'docs/cli.md#New project',
  'docs/teams.md#Invite people',
  'docs/data-stacks.md#Stacks that are data',
  'docs/emulator.md#Emulator',
  'docs/emulator.md#OIDC issuer',
  'docs/move-from-go-provider.md#Steps',
  'docs/pipelines.md#Approved writes',
  'docs/pipelines.md#Least privilege',
  'docs/review.md#Create a plan and review it',
  'docs/review.md#Review without a plan',
  'examples/new-project/AGENTS.md#Rules and documentation',
  'examples/new-project/AGENTS.md#The loop',
  'examples/new-project/README.md#Organization',
  'examples/pipelines/README.md#Set it up',
];

/** The sections that describe both forms. */
const describing = ['README.md#Installation', 'docs/cli.md#Command line'];

const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md', '*.tf'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((page) => /^(README\.md|docs\/|examples\/)/.test(page) && existsSync(page));

function sectionsWithout(page: string): readonly string[] {
  let section = '';
  const found = new Set<string>();
  for (const line of readFileSync(page, 'utf8').split('\n')) {
    section = /^#+ (.*)/.exec(line)?.[1] ?? section;
    if (line.includes('npx platform-iac')) found.add(`${page}#${section}`);
  }
  return [...found];
}

test('only commands of a project that depends on the package leave its name out', () => {
  expect(pages.flatMap(sectionsWithout).sort()).toEqual([...inProject, ...describing].sort());
});

test('the first command of a page without a project names the package', () => {
  for (const page of [
    'docs/adopt.md',
    'docs/cli.md',
    'docs/emulator.md',
    'docs/provider.md',
    'examples/plain-hcl/main.tf',
  ])
    expect(readFileSync(page, 'utf8')).toContain('npx -p cdktf-provider-platform platform-iac');
});

test('no command that installs a package limits its version from above', () => {
  const commands = pages.flatMap((page) => readFileSync(page, 'utf8').match(/npm (?:install|i) [^\n`]*/g) ?? []);
  expect(commands.length).toBeGreaterThan(8);
  // The types of Node have the version of the oldest supported Node.
  const limited = commands.flatMap((command) => command.split(' ')).filter((word) => /.@[~^<=\d]/.test(word));
  expect(limited.filter((word) => word !== '@types/node@20')).toEqual([]);
});
