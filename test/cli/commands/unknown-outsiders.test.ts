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
  let [out, err] = ['', ''];
  await runCli(args, { out: (text) => (out += text), err: (text) => (err += text) });
  return { out, err };
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

test('an answer lists only the owners of its identities, and counts the others', async () => {
  const { err } = await run('where-can', 'acme/github', ...live('none.json'));
  const all = (await run('who-can', '*', 'acme', ...live('none.json'))).err;
  const owners = (text: string) => text.split('\n').filter((line) => /^ {2}"\w+:/.test(line));
  expect(owners(all).length).toBeGreaterThan(1);
  expect(all).not.toContain('not part of this answer');
  expect(owners(err).every((line) => line.includes('acme/github'))).toBe(true);
  expect(owners(err)).toHaveLength(1);
  expect(err).toMatch(/\n\d+ undeclared owners? (is|are) not part of this answer\.\n$/);
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
