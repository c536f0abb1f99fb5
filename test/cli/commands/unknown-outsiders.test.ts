/** Without declared owners, every surface marks the identities of shared platforms as unknown, and warns. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../../src/cli/program';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';

jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'unknown-outsiders-'));
const at = (name: string) => join(folder, name);
const environment = { ...process.env };
let running: RunningEmulator;
beforeAll(async () => {
  const subjects = {
    github: ['https://token.actions.githubusercontent.com', 'repo:evilcorp@666/x@5:ref:refs/heads/main'],
    gitlab: ['https://gitlab.com', 'project_path:evilcorp/x:ref_type:branch:ref:main'],
    buildkite: ['https://agent.buildkite.com', 'organization:evilcorp:pipeline:x:ref:refs/heads/main:commit:*:step:a'],
  };
  const names = Object.keys(subjects);
  const seed = {
    groups: [
      {
        name: 'acme',
        identities: [
          ...Object.entries(subjects).map(([name, [issuer, subject]]) => ({ name, claimMatch: { issuer, subject } })),
          { name: 'service', servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' },
        ],
        roleBindings: [...names, 'service'].map((identity) => ({ identity, role: 'owner' })),
      },
    ],
  };
  writeFileSync(at('seed.json'), JSON.stringify(seed));
  running = await startEmulator({ seedFile: at('seed.json') });
  Object.assign(process.env, { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token });
  writeFileSync(at('none.json'), '{}');
  writeFileSync(at('owners.json'), JSON.stringify({ owners: ['github:1', 'gitlab:acme', 'buildkite:acme'] }));
});
afterAll(async () => {
  process.env = environment;
  rmSync(folder, { recursive: true });
  await running.close();
});

async function run(...args: readonly string[]) {
  let [out, err, all] = ['', '', ''];
  const add = (text: string) => (all += text);
  await runCli(args, { out: (text) => (add(text), (out += text)), err: (text) => (add(text), (err += text)) });
  return { out, err, all };
}

const live = (rules: string) => ['--live', '--root', running.rootGroupUid, '--config', at(rules)];
const WARNING = 'No owners are declared, so the review cannot identify outsiders.';
const questions = [
  ['who-can', '*', 'acme'],
  ['where-can', 'acme/github'],
  ['why', 'acme/github', 'groups.create', 'acme'],
];

test.each(questions)('%s warns, and marks the identity', async (...question) => {
  const unknown = await run(...question, ...live('none.json'));
  expect(unknown.err).toContain(WARNING);
  // Each of the owners can be a stranger: nothing to paste declares one.
  expect(unknown.err).toContain('\n  "github:666" (evilcorp): acme/github, owner in acme\n');
  expect(unknown.err).not.toContain('"owners": [');
  expect(unknown.out).toMatch(/^acme\/github {2}\(It is unknown if outsiders can assume it/m);
  const declared = await run(...question, ...live('owners.json'));
  expect(declared.err).not.toContain(WARNING);
  expect(declared.out).toMatch(/^acme\/github {2}\(Outsiders can assume it/m);
});

test.each([...questions.map(([name = '']) => name), 'access-review', 'explore'])(
  'the help of %s explains that the configuration decides who is an outsider',
  async (command) => {
    const { out } = await run(command, '--help');
    const help = out.replaceAll(/\s+/g, ' ');
    expect(help).toContain('which decide who is an outsider');
    expect(help).toContain('-h, --help Show this help');
  },
);

test('an answer precedes its owners, which are those of its identities', async () => {
  const { all: text } = await run('where-can', 'acme/github', ...live('none.json'));
  const { err } = await run('who-can', '*', 'acme', ...live('none.json'));
  const owners = (lines: string) => lines.split('\n').filter((line) => /^ {2}"\w+:/.test(line));
  expect(text.indexOf('acme/github has some capability in:')).toBe(0);
  expect(text.indexOf(WARNING)).toBeGreaterThan(0);
  expect(owners(text)).toEqual(['  "github:666" (evilcorp): acme/github, owner in acme']);
  expect(owners(err).length).toBeGreaterThan(1);
});

test('each row of the table marks a shared platform as unknown, and nothing else', async () => {
  const { out } = await run('who-can', '*', 'acme', ...live('none.json'), '--format', 'csv');
  const cells = out.split('\r\n').map((line) => line.split(','));
  const column = cells[0]?.indexOf('exposed_to') ?? -1;
  const exposed = cells.flatMap(([name = '', ...rest]) =>
    name.startsWith('acme/') ? [[name, rest[column - 1] ?? '']] : [],
  );
  expect(Object.fromEntries(exposed)).toEqual({
    ...Object.fromEntries(['acme/github', 'acme/gitlab', 'acme/buildkite'].map((name) => [name, 'unknown'])),
    'acme/service': expect.not.stringMatching(/^unknown$/),
  });
});

test('the access review does not count known outsiders as all, and explore warns', async () => {
  const { err } = await run('access-review', ...live('none.json'), '--out', at('review'));
  expect(err).toContain('3 identities without a declared owner');
  expect(err).toContain(WARNING);
  const page = readFileSync(at('review/index.html'), 'utf8');
  expect(page).toContain('its owner is not declared');
  // Lines break within the name.
  expect(page.replaceAll('<wbr>', '')).toContain('none.json');
  expect(page.replaceAll('<wbr>', '')).not.toContain('review.config.json');
  const explored = await run('explore', ...live('none.json'), '--out', at('page.html'));
  expect(explored.err).toContain(WARNING);
});
