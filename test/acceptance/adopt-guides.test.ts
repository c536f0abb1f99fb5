/**
 * Walks the guides of a project as printed: README.md and AGENTS.md of an adopted one after `adopt`, after the first apply, and in a
 * clone without the state, and AGENTS.md of a new one.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { installedPackages, linkPackages } from '../../src/cli/adopt/packages';
import { startEmulator, type RunningEmulator, type SeedTree } from '../../src/emulator';
import { parse } from '../../src/base/text/yaml';
import { builtCli } from '../support/built';
import { describeWith } from '../support/engine';

jest.setTimeout(300_000);

const seed = parse(readFileSync(resolve('examples/adopt/organization.seed.yaml'), 'utf8')) as SeedTree;

let running: RunningEmulator;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guides-'));
  running = await startEmulator({ thread: true, seed });
});
afterAll(async () => {
  await running.close();
  rmSync(folder, { recursive: true });
});

/** Runs a printed command in a project. Agents have no token. */
function run(dir: string, command: string, { hasToken = true } = {}) {
  if (command === 'npm install') {
    installPackages(dir);
    return { code: 0, text: '' };
  }
  const { PLATFORM_BASE_URL: _url, PLATFORM_TOKEN: _token, ...others } = process.env;
  const env = {
    ...others,
    ...(hasToken && { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token }),
    PATH: [join(dir, 'node_modules/.bin'), others['PATH']].join(delimiter),
  };
  const printed = command.replace(/ apply$/, ' apply -auto-approve');
  const { status, stdout, stderr } = spawnSync('sh', ['-c', printed], { cwd: dir, env, encoding: 'utf8' });
  return { code: status, text: stdout + stderr };
}

function installPackages(dir: string): void {
  linkPackages(dir, installedPackages('cdktn', process.cwd())!);
  const modules = join(dir, 'node_modules');
  mkdirSync(join(modules, '.bin'));
  symlinkSync(builtCli(), join(modules, '.bin/platform-iac'));
  for (const name of ['.bin/tsc', '.bin/tsx', 'typescript', '@types'])
    symlinkSync(resolve('node_modules', name), join(modules, name));
}

/** Returns the section of a page with this title. */
function sectionOf(page: string, title: string): string {
  const [, text = ''] = new RegExp(`\n## ${title}\n([^]*?)(?=\n## |$)`).exec(page) ?? [];
  return text;
}

/** Returns the commands in the steps and the code blocks of a text. */
function commandsIn(text: string): string[] {
  const steps = [...text.matchAll(/^\d\. .*$/gm)].flatMap(([line]) => [...line.matchAll(/`([^`]+)`/g)]);
  const blocks = [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, block = '']) => [
    ...block.matchAll(/^(.+)$/gm),
  ]);
  return [...steps, ...blocks].flatMap(([, code = '']) => (/^(npm|npx|rm|terraform) /.test(code) ? [code] : []));
}

const git = (dir: string, ...args: readonly string[]) =>
  spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: dir, encoding: 'utf8' });

describeWith('write-only', 'an adopted project', () => {
  test.each(['constructs', 'yaml'])('of the format %s: each step succeeds, or says when it applies', (format) => {
    const project = join(folder, format);
    const walk = (dir: string, commands: readonly string[], options?: { readonly hasToken: boolean }) =>
      commands.map((command) => ({ command, ...run(dir, command, options) }));
    const asAgent = { hasToken: false };
    const adopted = walk(folder, [
      `${process.execPath} ${builtCli()} adopt --no-verify --format ${format} --out ${format}`,
    ]);
    expect(adopted).toMatchObject([{ code: 0 }]);
    const [readme, agents] = ['README.md', 'AGENTS.md'].map((name) => readFileSync(join(project, name), 'utf8'));
    const loop = commandsIn(sectionOf(agents ?? '', 'The loop'));
    expect(loop).toHaveLength(4);

    // After adopt.
    git(project, 'init', '-q');
    expect(walk(project, loop, asAgent).map(({ code }) => code)).toEqual([0, 0, 0, 3]);
    expect(run(project, loop[3] ?? '', asAgent).text).toContain('Cannot read organization.snapshot: no such file.');
    expect(agents).toMatch(/Without `organization\.snapshot`.* ask the person to write it.*"Snapshot" in `README\.md`/);
    expect(agents).toMatch(/`imports\.json` exists.* ask the person to follow "First apply" in `README\.md`/);
    rmSync(join(project, 'node_modules'), { recursive: true });
    const first = walk(project, commandsIn(sectionOf(readme ?? '', 'First apply')));
    expect(first.map(({ command, code }) => [command, code])).toEqual(
      ['npm install', 'npm test', 'npm run plan', expect.stringMatching(/^terraform .* apply$/), 'rm imports.json'].map(
        (command) => [command, 0],
      ),
    );
    expect(first[2]?.text).toContain('Nobody gains or loses access.');
    expect(first[3]?.text).toMatch(/\d+ imported, 0 added, 0 changed, 0 destroyed/);

    // After the first apply.
    const written = walk(project, commandsIn(sectionOf(readme ?? '', 'Snapshot')));
    expect(written.map(({ code }) => code)).toEqual([0, 0, 0]);
    const planned = walk(project, loop.slice(1), asAgent);
    expect(planned.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(planned[2]?.text).toContain('Nobody gains or loses access.');
    expect(run(project, 'npm run plan').text).toContain('Nobody gains or loses access.');

    // In a clone without the state, the report shows a change.
    git(project, 'add', '-A');
    git(project, 'commit', '-qm', 'adopted');
    const clone = join(folder, `${format}-clone`);
    git(folder, 'clone', '-q', project, clone);
    expect(
      ['imports.json', 'snapshot.key', 'terraform.organization.tfstate'].filter((name) =>
        existsSync(join(clone, name)),
      ),
    ).toEqual([]);
    copyFileSync(join(project, 'organization.snapshot'), join(clone, 'organization.snapshot'));
    expect(walk(clone, loop, asAgent).map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const file = join(clone, format === 'yaml' ? 'organization/organization.yaml' : 'organization/organization.ts');
    const declared = readFileSync(file, 'utf8');
    writeFileSync(file, declared.replace('Sees who can do what.', 'Sees everything.'));
    expect(run(clone, loop[3] ?? '', asAgent).text).toContain('Sees everything.');
    const lost = run(clone, 'npm run plan');
    expect(lost.text).toContain('If another state manages these objects, do not apply this plan.');
    expect(lost.text).toContain('The state is probably missing: no state contains an object of this plan');
    expect(lost.text).not.toMatch(/gains? access|becomes? owner/);
    expect(readme).toContain('A plan without the state creates every object again');

    // A part of the state is lost.
    const state = join(project, 'terraform.organization.tfstate');
    const complete = readFileSync(state, 'utf8');
    const parsed = JSON.parse(complete) as { readonly resources: readonly object[] };
    const half = parsed.resources.slice(0, parsed.resources.length / 2);
    writeFileSync(state, JSON.stringify({ ...parsed, resources: half }));
    const drifted = run(project, 'npx platform-iac drift');
    expect(drifted.code).toBe(1);
    expect(drifted.text).toContain('A state is probably lost');
    expect(drifted.text).not.toMatch(/DELETE|adopt --unmanaged/);
    expect(run(project, 'npx platform-iac adopt --out . --unmanaged')).toMatchObject({
      code: 3,
      text: expect.stringContaining('A state is probably lost'),
    });
    expect(existsSync(join(project, 'organization/unmanaged.ts'))).toBe(false);
    writeFileSync(state, complete);
    expect(run(project, 'npx platform-iac drift').code).toBe(0);
  });
});

describeWith('write-only', 'a new project', () => {
  test('each command of AGENTS.md succeeds without a token', () => {
    const project = join(folder, 'acme');
    expect(run(folder, `${process.execPath} ${builtCli()} init acme`).code).toBe(0);
    installPackages(project);
    const agents = readFileSync(join(project, 'AGENTS.md'), 'utf8');
    const questions = [...sectionOf(agents, 'Rules and documentation').matchAll(/`(npx [^`]+)`/g)];
    const commands = [...commandsIn(sectionOf(agents, 'The loop')), ...questions.map(([, code = '']) => code)];
    expect(commands).toHaveLength(8);
    const ended = commands.map((command) => ({ command, ...run(project, command, { hasToken: false }) }));
    expect(ended.filter(({ code }) => code !== 0)).toEqual([]);
    expect(ended[2]?.text).toMatch(/gains? |becomes? an owner/);
    for (const [, page = ''] of agents.matchAll(/`(node_modules\/[^`]+)`/g))
      expect(existsSync(resolve(page.replace('node_modules/cdktf-provider-platform/', '')))).toBe(true);
  });
});
