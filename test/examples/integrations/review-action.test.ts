// @slow
/** The action of GitHub Actions as the tag of a release contains it: its declaration, and its steps as a runner runs them. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { parse } from 'yaml';
import { COMMENT_MARKER } from '../../../src/review/formats/comment/markdown';
import { startService, type Service } from '../pipelines/program';
import { interpolated } from './interpolation';
import { pathWithoutNpm, releaseRepository } from './released';

jest.setTimeout(120_000);

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

const folder = '.github/actions/review';
const action = parse(readFileSync(join(folder, 'action.yml'), 'utf8')) as {
  readonly inputs: Readonly<
    Record<string, { readonly description: string; readonly default?: string; readonly required?: boolean }>
  >;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
};
const { steps } = action.runs;

const scratch = mkdtempSync(join(tmpdir(), 'review-action-'));
const corpus = 'test/review/corpus';
const planOf = (name: string) =>
  join(
    corpus,
    readdirSync(corpus).find((file) => file.startsWith(`${name}.terraform-`))!,
  );
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
const tag = `v${version}`;
const repository = join(scratch, 'repository');
const released = join(scratch, 'action');
const unreleased = join(scratch, 'unreleased');
const path = pathWithoutNpm(join(scratch, 'bin'));
let github: Service;
beforeAll(async () => {
  github = await startService();
  releaseRepository(repository, tag, path);
  for (const [commit, to] of [
    [tag, released],
    ['HEAD', unreleased],
  ] as const) {
    mkdirSync(to);
    const archive = execFileSync('git', ['archive', `${commit}:${folder}`], { cwd: repository, maxBuffer: 2 ** 26 });
    execFileSync('tar', ['-x', '-C', to], { input: archive });
  }
});
afterAll(async () => {
  await github?.close();
  rmSync(scratch, { recursive: true });
});

const base = 'b'.repeat(40);
const pull = { number: 7, head: { sha: 'a'.repeat(40) }, base: { sha: base } };
let runs = 0;

/** Runs the steps in order, and returns the outputs and the uploaded artifacts. */
async function use(
  given: Readonly<Record<string, string>>,
  { event = { pull_request: pull }, action: actionPath = released }: { readonly event?: object; action?: string } = {},
) {
  const work = join(scratch, `run-${runs++}`);
  const temp = join(work, 'temp');
  mkdirSync(temp, { recursive: true });
  copyFileSync(planOf('owner-added'), join(work, 'plan.json'));
  // The file of the branch would accept everything, if it counted.
  writeFileSync(join(work, 'review.config.json'), '{"unknown": true}');
  const [eventFile, summary] = [join(work, 'event.json'), join(work, 'summary')];
  writeFileSync(eventFile, JSON.stringify(event));
  writeFileSync(summary, '');
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? '']);
  const contexts = {
    inputs: { ...(Object.fromEntries(defaults) as Record<string, string>), token: 'of-the-job', ...given },
    github: { event },
    steps: {} as Record<string, { outputs: Record<string, string> }>,
  };
  const toValue = (expression: string): unknown => {
    const script = expression.replace(/[\w-]+(\.[\w-]+)+/g, (found) =>
      found.split('.').reduce((object, name) => `${object}?.[${JSON.stringify(name)}]`),
    );
    return runInNewContext(`(${script}) ?? ''`, contexts);
  };
  const filled = (value: string) =>
    value.replaceAll(/\$\{\{(.+?)\}\}/g, (_, expression: string) => String(toValue(expression)));
  const artifacts: Record<string, string>[] = [];
  let [code, log] = [0, ''];
  for (const [index, step] of steps.entries()) {
    if (step.if !== undefined && !toValue(step.if)) continue;
    if (step.uses !== undefined) {
      artifacts.push(interpolated(step.with, filled) as Record<string, string>);
      continue;
    }
    const output = join(work, `output-${index}`);
    writeFileSync(output, '');
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run ?? ''], {
      cwd: work,
      env: {
        ...{ PATH: path, RUNNER_TEMP: temp, GITHUB_ACTION_PATH: actionPath, GITHUB_OUTPUT: output },
        ...{ GITHUB_STEP_SUMMARY: summary, GITHUB_EVENT_PATH: eventFile, GITHUB_API_URL: github.url },
        ...{ GITHUB_REPOSITORY: 'acme/infra', GITHUB_SHA: 'c'.repeat(40), GITHUB_REF: 'refs/pull/7/merge' },
        ...{ GITHUB_SERVER_URL: 'https://github.com', GITHUB_RUN_ID: '77' },
        ...(interpolated(step.env ?? {}, filled) as Record<string, string>),
      },
    });
    const ended = new Promise<number>((done) => child.once('close', (status) => done(status ?? 1)));
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    code = await ended;
    log += out + err;
    const lines = readFileSync(output, 'utf8').split('\n').filter(Boolean);
    if (step.id !== undefined)
      contexts.steps[step.id] = {
        outputs: Object.fromEntries(lines.map((line) => line.split(/=(.*)/s))) as Record<string, string>,
      };
    if (code !== 0) break;
  }
  const outputs = interpolated(
    Object.fromEntries(Object.entries(action.outputs).map(([name, { value }]) => [name, value])),
    filled,
  );
  return { code, log, artifacts, outputs: outputs as Record<string, string>, summary: readFileSync(summary, 'utf8') };
}

const readable = (place: string, value: unknown) => github.readable.set(`/repos/acme/infra/${place}`, value);
beforeEach(() => {
  github.readable.clear();
  github.writes();
  readable('issues/7/comments?per_page=100&page=1', []);
});

test('every input and output is described, every script has a shell, and no script contains an expression', () => {
  const described = [...Object.values(action.inputs), ...Object.values(action.outputs)];
  expect(described.filter(({ description }) => description.length < 20)).toEqual([]);
  expect(steps.filter(({ run, shell }) => run !== undefined && shell !== 'bash')).toEqual([]);
  expect(steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([]);
  expect(steps.flatMap(({ uses = [] }) => uses).filter((used) => !/@[0-9a-f]{40}$/.test(used))).toEqual([]);
  const used = [...new Set(readFileSync(join(folder, 'action.yml'), 'utf8').match(/(?<=inputs\.)[\w-]+/g))].sort();
  expect(used).toEqual(Object.keys(action.inputs).sort());
});

describe('the tagged commit', () => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim();
  const check = () => {
    const args = ['src/tools/release/release-tag.mjs', '--check', tag];
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: repository,
      encoding: 'utf8',
      env: { ...process.env, PATH: path },
    });
    return { status, stderr };
  };
  /** Commits a changed file with those of the tag. */
  const amend = (file: string) => {
    git('add', '--force', '--', file);
    git('-c', 'user.name=eve', '-c', 'user.email=eve@acme.example', 'commit', '--quiet', '--amend', '--no-edit');
  };
  const append = (file: string) => appendFileSync(join(repository, file), '\n');
  beforeAll(() => git('update-ref', 'refs/remotes/origin/main', 'HEAD'));
  beforeEach(() => {
    git('checkout', '--quiet', '--force', tag);
    git('clean', '--quiet', '--force', '-dx', '--exclude=node_modules', '--exclude=/dist');
  });

  it('adds only the version and the program that its sources build to a commit of the branch', () => {
    expect([git('status', '--porcelain'), git('ls-tree', 'origin/main', `${folder}/dist`)]).toEqual(['', '']);
    expect(git('rev-parse', 'HEAD^')).toBe(git('rev-parse', 'origin/main'));
    expect(check()).toEqual({ status: 0, stderr: '' });
    expect(git('ls-tree', '--name-only', tag, 'LICENSE')).toBe('LICENSE');
    expect(git('worktree', 'list').split('\n')).toHaveLength(1);
  });

  it.each<[string, string, ((file: string) => void)?]>([
    ['a changed source', 'src/cli/reference/docs.ts'],
    ['a new source', 'src/cli/new.ts'],
    ['a changed package.json', 'package.json'],
    ['a changed workflow', '.github/workflows/ci.yml'],
    ['a built file that Git ignores', 'dist/lib/new.js'],
    ['a deleted file', 'LICENSE', (file) => rmSync(join(repository, file))],
    ['another program of the action', `${folder}/dist/platform-iac.js`],
    ['a further file of the action', `${folder}/dist/more.js`],
  ])('is refused with %s', (_, file, change = append) => {
    change(file);
    amend(file);
    const { status, stderr } = check();
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('do not make the same files') });
    expect(stderr.split('\n')).toContain(file);
  });

  it('is refused if the commit before it is not on the branch', () => {
    const commit = (parent: string, tree: string) =>
      git('-c', 'user.name=eve', '-c', 'user.email=eve@acme.example', 'commit-tree', tree, '-p', parent, '-m', 'eve');
    git('checkout', '--quiet', commit(commit('HEAD^', 'HEAD^^{tree}'), 'HEAD^{tree}'));
    expect(check()).toEqual({ status: 1, stderr: expect.stringContaining('not on origin/main') });
  });
});

test('a commit without the program fails, before it reads a plan', async () => {
  const { code, log } = await use({ plans: 'plan.json' }, { action: unreleased });
  expect({ code, log }).toMatchObject({ code: 1, log: expect.stringContaining('contains no program') as string });
  expect(github.writes()).toEqual([]);
});

test('a finding fails the job, after the comment, the findings and the artifact', async () => {
  const { code, log, outputs, artifacts, summary } = await use({ plans: 'plan.json', sarif: 'true' });
  expect({ code, log }).toMatchObject({ code: 1 });
  expect(outputs).toMatchObject({ result: 'changed', digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
  expect(summary).toContain('becomes an owner of');
  expect(readFileSync(outputs['report'] ?? '', 'utf8')).toBe(summary);
  expect(artifacts.map(({ name }) => name)).toEqual(['review']);
  const [comment, sarif] = github.writes();
  expect(comment).toMatchObject({ method: 'POST', path: '/repos/acme/infra/issues/7/comments' });
  expect((comment?.body as { body: string }).body).toMatch(
    /^<!-- platform-iac review -->[^]*About commit aaaaaaaaa, \[the run\]/,
  );
  expect(sarif).toMatchObject({ path: '/repos/acme/infra/code-scanning/sarifs', body: { ref: 'refs/pull/7/merge' } });
  const findings = gunzipSync(Buffer.from((sarif?.body as { sarif: string }).sarif, 'base64')).toString();
  expect(JSON.parse(findings)).toMatchObject({ version: '2.1.0', runs: [{ results: [{ ruleId: 'owner-gained' }] }] });
});

test('the configuration of the target branch counts, and the next comment replaces the previous one', async () => {
  readable(`contents/review.config.json?ref=${base}`, { other: true });
  const bot = { login: 'github-actions[bot]' };
  readable('issues/7/comments?per_page=100&page=1', [{ id: 5, user: bot, body: `${COMMENT_MARKER}\nold` }]);
  const { code, log } = await use({ plans: 'plan.json' });
  expect({ code, log }).toMatchObject({ code: 2, log: expect.stringContaining('other') as string });
  expect(github.writes()).toMatchObject([{ method: 'PATCH', path: '/repos/acme/infra/issues/comments/5' }]);
});

test('an unreadable plan fails, and the comment shows it', async () => {
  const { code, log, outputs } = await use({ plans: 'missing-*.json' });
  expect({ code, log }).toMatchObject({
    code: 3,
    log: expect.stringContaining('Cannot read missing-*.json') as string,
  });
  expect(outputs).toMatchObject({ digest: '', result: '' });
  expect(github.writes()).toMatchObject([
    { body: { body: expect.stringContaining('Cannot review this change') as string } },
  ]);
});

test('without a pull request it reads the configuration of the commit, and writes nothing', async () => {
  const { code, log } = await use({ plans: 'plan.json' }, { event: {} });
  expect({ code, log }).toMatchObject({ code: 2, log: expect.stringContaining('unknown') as string });
  expect(github.writes()).toEqual([]);
});
