// @slow
/** `github.mjs` against a service that says what GitHub says. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMENT_MARKER } from '../../../src/review/formats/comment/markdown';
import { runProgram, startService, type Ended, type Service } from './program';

jest.setTimeout(60_000);

const repository = 'acme/organization';
const head = 'a'.repeat(40);
const merge = 'b'.repeat(40);
/** Yesterday: an approval ends after some days. */
const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const bot = { login: 'github-actions[bot]' };

const scratch = mkdtempSync(join(tmpdir(), 'github-'));
const report = join(scratch, 'report.md');
let github: Service;

beforeAll(async () => (github = await startService()));
beforeEach(() => {
  github.readable.clear();
  github.writes();
  writeFileSync(report, `${COMMENT_MARKER}\n### 3 added\n`);
});
afterAll(async () => {
  await github.close();
  rmSync(scratch, { recursive: true });
});

const readable = (path: string, value: unknown) => github.readable.set(`/repos/${repository}/${path}`, value);

function run(args: readonly string[], event: object = {}, attempt = '1'): Promise<Ended> {
  const eventFile = join(scratch, 'event.json');
  writeFileSync(eventFile, JSON.stringify({ repository: { default_branch: 'main' }, ...event }));
  return runProgram('github.mjs', args, {
    GITHUB_API_URL: github.url,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: repository,
    GITHUB_RUN_ID: '77',
    GITHUB_RUN_ATTEMPT: attempt,
    GITHUB_SHA: merge,
    GITHUB_TOKEN: 'of-the-job',
    GITHUB_EVENT_PATH: eventFile,
  });
}

describe('comment', () => {
  const event = {
    workflow_run: {
      head_sha: head,
      pull_requests: [
        { number: 6, base: { ref: 'release' } },
        { number: 7, base: { ref: 'main' } },
      ],
    },
  };
  const comments = (...found: object[]) => readable('issues/7/comments?per_page=100&page=1', found);

  test('the first report is a new comment with its commit', async () => {
    comments({ id: 1, user: { login: 'ada' }, body: 'Looks good.' });
    expect(await run(['comment', report], event)).toMatchObject({ code: 0 });
    const body = `${COMMENT_MARKER}\n### 3 added\n\nAbout commit aaaaaaaaa, [the run](https://github.com/acme/organization/actions/runs/77).\n`;
    expect(github.writes()).toEqual([
      { method: 'POST', path: '/repos/acme/organization/issues/7/comments', body: { body } },
    ]);
  });

  test('the next one replaces it, on any page; a comment of another author with the same marker stays', async () => {
    const others = Array.from({ length: 100 }, (_, id) => ({ id, user: { login: 'eve' }, body: COMMENT_MARKER }));
    comments(...others);
    readable('issues/7/comments?per_page=100&page=2', [{ id: 500, user: bot, body: `${COMMENT_MARKER}\nold` }]);
    expect(await run(['comment', report], event)).toMatchObject({ code: 0 });
    expect(github.writes()).toMatchObject([{ method: 'PATCH', path: '/repos/acme/organization/issues/comments/500' }]);
  });

  test('where nothing could be planned, the report of an earlier commit does not stay', async () => {
    comments({ id: 5, user: bot, body: `${COMMENT_MARKER}\n### 1 added\n` });
    await run(['comment', join(scratch, 'missing.md')], event);
    expect(github.writes()).toMatchObject([
      { method: 'PATCH', body: { body: expect.stringMatching(/^<!-- .* -->\n\*\*⛔ Cannot plan this change/) } },
    ]);
  });

  test('a report of the maximum length of a comment is unchanged', async () => {
    comments();
    writeFileSync(report, COMMENT_MARKER.padEnd(65_536, 'x'));
    await run(['comment', report], event);
    expect(github.writes()).toEqual([expect.objectContaining({ body: { body: COMMENT_MARKER.padEnd(65_536, 'x') } })]);
  });

  test('a run that belongs to no pull request into the main branch is refused', async () => {
    const { code, stderr } = await run(['comment', report], { workflow_run: { head_sha: head, pull_requests: [] } });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `github: ${head} does not belong to a pull request into main.\n`,
    });
  });
});

test('the status is that of the commit that was reviewed', async () => {
  await run(['status', 'success', 'Reviewed, changed'], { workflow_run: { head_sha: head } });
  expect(github.writes()).toMatchObject([
    {
      path: `/repos/acme/organization/statuses/${head}`,
      body: { state: 'success', context: 'review', description: 'Reviewed, changed' },
    },
  ]);
});

describe('reviewed', () => {
  const merged = {
    number: 7,
    user: { login: 'ada' },
    merged_at: `${day}T12:00:00Z`,
    merge_commit_sha: merge,
    base: { ref: 'main' },
    head: { sha: head },
  };
  const approval = {
    state: 'APPROVED',
    commit_id: head,
    submitted_at: `${day}T11:00:00Z`,
    user: { login: 'grace' },
  };
  const artifact = (id: number, time = '10:00:00') => ({
    expired: false,
    created_at: `${day}T${time}Z`,
    workflow_run: { id },
  });
  const runOf = (id: number, more: object = {}) =>
    readable(`actions/runs/${id}`, {
      id,
      event: 'workflow_run',
      path: '.github/workflows/review.yml',
      head_repository: { full_name: repository },
      ...more,
    });
  const pulls = (...found: object[]) => readable(`commits/${merge}/pulls?per_page=100&page=1`, found);
  const approvals = (...found: object[]) => readable('pulls/7/reviews?per_page=100&page=1', found);
  const artifacts = (...found: object[]) =>
    readable(`actions/artifacts?per_page=100&name=review-${head}`, { artifacts: found });
  /** The successful applies on the main branch, the newest first, and how the merge compares with the newest. */
  const applied = (found: readonly object[] = [], status = 'ahead') => {
    readable('actions/workflows/apply.yml/runs?branch=main&status=success&per_page=100', { workflow_runs: found });
    readable(`compare/${head}...${merge}`, { status });
  };
  const refused = async (why: string, attempt = '1') => {
    const { code, stdout, stderr } = await run(['reviewed'], {}, attempt);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(why);
  };

  beforeEach(() => {
    pulls(merged);
    approvals(approval);
    artifacts(artifact(11));
    runOf(11);
    applied();
    for (const [login, permission] of Object.entries({ ada: 'admin', grace: 'write', mallory: 'read', linus: 'admin' }))
      readable(`collaborators/${login}/permission`, { permission });
  });

  const later = (hour: number, more: object) => ({ ...approval, submitted_at: `${day}T${hour}:00:00Z`, ...more });

  test('a commit after the last applied one is applied', async () => {
    applied([
      { id: 77, head_sha: merge },
      { id: 70, head_sha: head },
    ]);
    expect(await run(['reviewed'])).toMatchObject({ code: 0 });
  });

  test.each(['identical', 'behind', 'diverged'])(
    'a commit that is %s to the last applied one is refused',
    async (status) => {
      applied([{ id: 70, head_sha: head }], status);
      await refused(`Cannot apply #7: ${merge} is not later than ${head}, which was applied last.`);
    },
  );

  test('another attempt of a run that has applied its commit is refused, and of one that failed is not', async () => {
    readable('actions/runs/77/attempts/1', { conclusion: 'failure' });
    expect(await run(['reviewed'], {}, '2')).toMatchObject({ code: 0 });
    readable('actions/runs/77/attempts/1', { conclusion: 'success' });
    readable('actions/runs/77/attempts/2', { conclusion: 'failure' });
    await refused('Cannot apply #7 again: this run has applied it.', '3');
  });

  test('an approval ends after seven days', async () => {
    const times = [9, 8.9, 8.8].map((days) => new Date(Date.now() - days * 86_400_000).toISOString());
    artifacts({ ...artifact(11), created_at: times[0] });
    approvals({ ...approval, submitted_at: times[1] });
    await refused('is older than 7 days');
    approvals({ ...approval, submitted_at: times[1] }, later(13, {}));
    expect(await run(['reviewed'])).toMatchObject({ code: 0 });
  });

  test('changes that the same person requests later revoke an approval', async () => {
    approvals(approval, later(12, { state: 'CHANGES_REQUESTED' }));
    await refused('Cannot apply #7: grace requested changes.');
  });

  test('changes requested by another person with write access block an approval; a comment does not', async () => {
    approvals(approval, later(12, { state: 'COMMENTED' }));
    expect(await run(['reviewed'])).toMatchObject({ code: 0 });
    approvals(approval, later(12, { state: 'CHANGES_REQUESTED', user: { login: 'linus' } }));
    await refused('Cannot apply #7: linus requested changes.');
    approvals(approval, later(12, { state: 'CHANGES_REQUESTED', user: { login: 'mallory' } }));
    expect(await run(['reviewed'])).toMatchObject({ code: 0 });
  });

  test('an approval counts again after requested changes', async () => {
    approvals(approval, later(12, { state: 'CHANGES_REQUESTED' }), later(13, {}));
    expect(await run(['reviewed'])).toMatchObject({ code: 0 });
  });

  test('the run of the review workflow that reviewed the merged commit is found, and of several the last', async () => {
    expect(await run(['reviewed'])).toMatchObject({ code: 0, stdout: `run=11\nartifact=review-${head}\n` });
    artifacts(artifact(10, '09:00:00'), artifact(11, '10:00:00'), artifact(9, '08:00:00'));
    runOf(10);
    runOf(9);
    expect(await run(['reviewed'])).toMatchObject({ code: 0, stdout: `run=11\nartifact=review-${head}\n` });
  });

  test.each([
    ['a workflow of a branch', { event: 'push' }],
    ["a pull request's own workflow at the same path", { event: 'pull_request' }],
    ['another workflow of the main branch', { path: '.github/workflows/other.yml' }],
    ['a fork', { head_repository: { full_name: 'eve/organization' } }],
  ])('an artifact of the same name from %s is not believed', async (_what, more) => {
    artifacts(artifact(12));
    runOf(12, more);
    await refused(`has a report on its last commit, ${head}`);
  });

  test.each([
    ['before the last report', { submitted_at: `${day}T09:59:59Z` }],
    ['of an earlier commit', { commit_id: merge }],
    ['by the author', { user: { login: 'ada' } }],
    ['by a member who can only read', { user: { login: 'mallory' }, author_association: 'MEMBER' }],
    ['that was dismissed', { state: 'DISMISSED' }],
  ])('an approval %s is none', async (_what, more) => {
    approvals({ ...approval, ...more });
    await refused(`no one with write access has approved it since its last report (${day}T10:00:00Z)`);
  });

  test.each([
    ['a commit that was pushed', []],
    ['a pull request that was not merged', [{ ...merged, merged_at: null }]],
    ['a pull request into another branch', [{ ...merged, base: { ref: 'release' } }]],
    ['a pull request that was merged as another commit', [{ ...merged, merge_commit_sha: head }]],
  ])('%s was reviewed by nobody', async (_what, found) => {
    pulls(...found);
    await refused(`Cannot apply ${merge}: it does not belong to a merged pull request`);
  });
});

describe('drift', () => {
  const title = 'Drift: the organization differs from the main branch (organization)';
  const issues = (...found: object[]) =>
    readable('issues?state=open&labels=drift&creator=github-actions%5Bbot%5D&per_page=100&page=1', found);

  test('it opens an issue, and only one: the next night updates it', async () => {
    issues();
    await run(['drift', 'changed', report]);
    expect(github.writes()).toMatchObject([
      { method: 'POST', path: '/repos/acme/organization/issues', body: { title } },
    ]);
    issues({ number: 9, title: 'Something else' }, { number: 8, title });
    await run(['drift', 'unjudged', report]);
    expect(github.writes()).toMatchObject([{ method: 'PATCH', path: '/repos/acme/organization/issues/8' }]);
  });

  test('without drift, the issue is closed, and none is opened', async () => {
    issues({ number: 8, title });
    await run(['drift', 'unchanged', report]);
    expect(github.writes()).toMatchObject([{ method: 'PATCH', body: { state: 'closed' } }]);
    issues();
    await run(['drift', 'unchanged', report]);
    expect(github.writes()).toEqual([]);
  });
});

test('an answer that is none fails the step, with what was asked', async () => {
  const { code, stderr } = await run(['reviewed']);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^github: GET commits\/b+\/pulls.*: 404/),
  });
});
