/** `gitlab.mjs` against a service that says what GitLab says, and what `.gitlab-ci.yml` gives to which job. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { COMMENT_MARKER } from '../../../src/review/formats/comment/markdown';
import { runProgram, startService, type Service } from './program';

jest.setTimeout(60_000);

const scratch = mkdtempSync(join(tmpdir(), 'gitlab-'));
const report = join(scratch, 'report.md');
let gitlab: Service;

beforeAll(async () => (gitlab = await startService()));
beforeEach(() => {
  gitlab.readable.clear();
  gitlab.readable.set('/user', { id: 42 });
  gitlab.writes();
  writeFileSync(report, `${COMMENT_MARKER}\n### 3 added\n`);
});
afterAll(async () => {
  await gitlab.close();
  rmSync(scratch, { recursive: true });
});

const commit = 'a'.repeat(40);
const readable = (path: string, value: unknown) => gitlab.readable.set(`/projects/5/${path}`, value);
const run = (...args: readonly string[]) =>
  runProgram('gitlab.mjs', args, {
    CI_API_V4_URL: gitlab.url,
    CI_PROJECT_ID: '5',
    CI_MERGE_REQUEST_IID: '7',
    CI_COMMIT_SHORT_SHA: 'aaaaaaaa',
    CI_COMMIT_SHA: commit,
    CI_ENVIRONMENT_NAME: 'production',
    CI_JOB_NAME: 'apply',
    CI_JOB_URL: 'https://gitlab.com/jobs/1',
    GITLAB_TOKEN: 'of-the-project',
  });

describe('note', () => {
  const notes = (...found: object[]) => readable('merge_requests/7/notes?per_page=100&page=1', found);
  const told = `${COMMENT_MARKER}\n### 3 added\n\nAbout commit aaaaaaaa, [the job](https://gitlab.com/jobs/1).\n`;

  test('the first report is a new note; that of somebody else with the same marker stays', async () => {
    notes({ id: 1, author: { id: 41 }, body: `${COMMENT_MARKER} mine` });
    expect(await run('note', report)).toMatchObject({ code: 0 });
    const path = '/projects/5/merge_requests/7/notes';
    expect(gitlab.writes()).toEqual([{ method: 'POST', path, body: { body: told } }]);
  });

  test('the next one takes its place, also where nothing could be planned', async () => {
    notes({ id: 9, author: { id: 42 }, body: `${COMMENT_MARKER}\nold` });
    const path = '/projects/5/merge_requests/7/notes/9';
    await run('note', report);
    expect(gitlab.writes()).toEqual([{ method: 'PUT', path, body: { body: told } }]);
    await run('note', join(scratch, 'missing.md'));
    expect(gitlab.writes()).toMatchObject([
      { method: 'PUT', path, body: { body: expect.stringContaining('Cannot plan this change') } },
    ]);
  });
});

test('drift is one issue: opened, updated, closed', async () => {
  const title = 'Drift: the organization differs from the main branch (organization)';
  const issues = (...found: object[]) =>
    readable('issues?state=opened&labels=drift&author_id=42&per_page=100&page=1', found);
  issues();
  await run('drift', 'changed', report);
  expect(gitlab.writes()).toMatchObject([{ method: 'POST', path: '/projects/5/issues', body: { title } }]);
  issues({ iid: 3, title });
  await run('drift', 'changed', report);
  expect(gitlab.writes()).toMatchObject([{ method: 'PUT', path: '/projects/5/issues/3' }]);
  await run('drift', 'unchanged', report);
  expect(gitlab.writes()).toMatchObject([{ method: 'PUT', body: { state_event: 'close' } }]);
});

describe('forward', () => {
  const before = 'b'.repeat(40);
  const deployed = (base: string, ...found: object[]) => {
    readable(
      'deployments?environment=production&status=success&order_by=finished_at&sort=desc&per_page=100&page=1',
      found,
    );
    for (const sha of [before, commit]) readable(`repository/merge_base?refs[]=${sha}&refs[]=${commit}`, { id: base });
  };

  test('the first commit, and one after the last applied one, pass', async () => {
    deployed(before);
    expect(await run('forward')).toMatchObject({ code: 0 });
    deployed(before, { sha: before, deployable: { name: 'apply' } });
    expect(await run('forward')).toMatchObject({ code: 0 });
  });

  test.each([
    ['equals the last applied one', commit, commit],
    ['precedes it', before, commit],
    ['has another history', before, 'c'.repeat(40)],
  ])('a commit that %s is refused', async (_, sha, base) => {
    deployed(base, { sha: commit, deployable: { name: 'apply-expiry' } }, { sha, deployable: { name: 'apply' } });
    expect(await run('forward')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${commit}: it is not later than ${sha}, which was applied last`),
    });
  });
});

describe('.gitlab-ci.yml', () => {
  interface Job {
    readonly stage?: string;
    readonly extends?: string;
    readonly needs?: readonly string[];
    readonly script?: readonly string[];
    readonly before_script?: readonly string[];
    readonly rules?: readonly { readonly if: string; readonly when?: string }[];
    readonly id_tokens?: object;
    readonly environment?: string;
    readonly resource_group?: string;
    readonly variables?: Readonly<Record<string, string>>;
  }
  const notJobs = new Set(['workflow', 'default', 'stages', 'variables']);
  const document = parse(readFileSync('examples/pipelines/.gitlab-ci.yml', 'utf8')) as Record<string, Job>;
  const whole = (name: string): Job => {
    const job = document[name]!;
    const base = job.extends === undefined ? {} : whole(job.extends);
    return { ...base, ...job, variables: { ...base.variables, ...job.variables } };
  };
  const jobs = Object.keys(document)
    .filter((name) => !notJobs.has(name) && !name.startsWith('.'))
    .map((name) => ({ name, ...whole(name) }));

  test('every job has a script, an existing stage, and needs existing jobs', () => {
    const { stages } = document as unknown as { stages: readonly string[] };
    for (const { name, script, stage = 'test', needs = [], rules } of jobs) {
      expect({ name, script }).toEqual({ name, script: expect.any(Array) });
      expect(script!.every((line) => typeof line === 'string')).toBe(true);
      expect(stages).toContain(stage);
      expect(jobs.map((job) => job.name)).toEqual(expect.arrayContaining([...needs]));
      expect({ name, rules }).toEqual({ name, rules: expect.any(Array) });
    }
  });

  test('what runs the code of a branch has no token, and what has a token runs none', () => {
    for (const { name, script, id_tokens } of jobs)
      expect({ name, synthesizes: script!.join('\n').includes('pipeline.sh synth') }).toEqual({
        name,
        synthesizes: id_tokens === undefined,
      });
  });

  test('a job that has a token installs its tools from copies, without the configuration of the repository', () => {
    for (const { name, id_tokens, script, before_script = [] } of jobs)
      if (id_tokens !== undefined) {
        expect({ name, first: before_script[0] }).toEqual({ name, first: './pipeline.sh tools "$TOOLS"' });
        expect([...before_script, ...script!].join('\n')).not.toMatch(/\bnpm\b/);
      }
  });

  test('two jobs are the applier: by hand, on the main branch, in the protected environment, one at a time', () => {
    const appliers = jobs.filter(({ variables }) => variables?.['PLATFORM_IDENTITY_UID'] === '$APPLIER_UID');
    const [push, schedule] = ['push', 'schedule'].map((source) => `$CI_PIPELINE_SOURCE == "${source}"`);
    expect(appliers).toMatchObject([
      { name: 'apply', needs: ['plan'], rules: [{ if: push, when: 'manual' }] },
      { name: 'apply-expiry', needs: ['expiry'], rules: [{ if: schedule, when: 'manual' }] },
    ]);
    for (const { rules, environment, resource_group } of appliers)
      expect([rules?.length, environment, resource_group]).toEqual([1, 'production', 'production']);
  });

  test('a night applies no new access', () => {
    const nightly = jobs.filter(({ name }) => name.includes('expiry'));
    expect(nightly.map(({ name, variables }) => [name, variables?.['NO_NEW_ACCESS']])).toEqual([
      ['expiry', 'true'],
      ['apply-expiry', 'true'],
    ]);
  });
});
