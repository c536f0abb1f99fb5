/** The unchanged workflows of `examples/pipelines`, from a pull request to an apply. */
import { createClient } from '../../../src/client';
import { group } from '../../../src/model/kinds';
import { BOT, startGitHub, type GitHub } from './github-service';
import type { Clone } from './repository';
import { describing, setStage, type Stage } from './stage';
import type { FinishedRun } from './workflow-runner';
import { createWorkflows, type Workflows } from './workflows';

jest.setTimeout(400_000);

let stage: Stage;
let github: GitHub;
let workflows: Workflows;
beforeAll(async () => {
  stage = await setStage();
  github = await startGitHub();
  workflows = createWorkflows(stage, github);
});
afterAll(async () => {
  await github?.close();
  await stage?.close();
});

const sha = (digit: string): string => digit.repeat(40);
const applyOf = ({ jobs }: FinishedRun) => jobs.find(({ name }) => name === 'apply')!;

const described = (text: string) => describing("description: 'Moves the money.'", `description: '${text}'`);
const digestOf = (name: string): string =>
  github.artifacts
    .findLast((artifact) => artifact.name === name)!
    .files.get('digest')!
    .trim();

test('the review of a pull request creates a comment, a status, and a report to bind an apply to', async () => {
  const review = await workflows.open(7, sha('a'), undefined);
  expect(review.jobs).toMatchObject([{ name: 'review', result: 'success' }]);
  expect(review.jobs[0]!.summary).toContain('3 created');
  expect(github.comments).toMatchObject([{ user: { login: BOT }, body: expect.stringContaining('3 created') }]);
  expect(github.statuses).toMatchObject([
    { sha: sha('a'), state: 'pending' },
    { sha: sha('a'), state: 'success', context: 'review' },
  ]);
  expect(digestOf(`review-${sha('a')}`)).toMatch(/^[0-9a-f]{64}$/);
});

test('a merge without an approval is not applied, regardless of the text of comments', async () => {
  workflows.merge(7, sha('b'));
  github.comments[0]!.body = github.comments[0]!.body.replace(/[0-9a-f]{64}/g, sha('f'));
  await stage.writes();
  const finished = await workflows.push(sha('b'));
  expect(finished.result).toBe('failure');
  expect(applyOf(finished).log).toContain('no one with write access has approved it since its last report');
  expect(await stage.writes()).toEqual([]);
});

test('an approved and merged change is applied', async () => {
  workflows.approve(sha('a'));
  const { jobs } = await workflows.push(sha('b'));
  expect(jobs).toMatchObject([
    { name: 'synth', result: 'success' },
    { name: 'apply', result: 'success', log: expect.stringContaining('3 added') },
  ]);
  expect(await stage.writes()).toHaveLength(3);
});

test('the approved change is not applied again, and restores nothing that was revoked since', async () => {
  const { jobs, result } = await workflows.push(sha('b'));
  expect(result).toBe('failure');
  expect(jobs.at(-1)!.log).toContain(`${sha('b')} is not later than ${sha('b')}, which was applied last`);
  expect(await stage.writes()).toEqual([]);
});

test('another change than the approved one is applied only if someone starts it by hand with its report', async () => {
  expect((await workflows.open(8, sha('c'), described('Moves the money, fast.'))).result).toBe('success');
  expect(github.comments).toHaveLength(1);
  workflows.approve(sha('c'));
  workflows.merge(8, sha('d'));
  const other = described('Moves the money, elsewhere.');
  const finished = await workflows.push(sha('d'), other);
  expect(finished.jobs).toMatchObject([{ result: 'success' }, { result: 'failure' }]);
  const { log, summary } = applyOf(finished);
  expect(log).toContain('The plan is not approved');
  expect(summary).toContain('1 updated');
  expect(await stage.writes()).toEqual([]);

  const [, digest = ''] = /its digest is ([0-9a-f]{64})/.exec(log)!;
  const byHand = { workflow: 'apply.yml', event: 'workflow_dispatch', payload: {}, sha: sha('d'), branch: other };
  expect((await workflows.run({ ...byHand, inputs: { digest } })).result).toBe('success');
  expect(await stage.writes()).toEqual([expect.stringMatching(/^PATCH .* 200$/)]);
});

test('a failed gate sets a failed status, still publishes the report, and prevents the apply', async () => {
  const open = describing("subject: 'repo:acme@1234/shop@7890:ref:refs/heads/main'", "subjectPattern: '^repo:.*$'");
  expect((await workflows.open(9, sha('e'), open)).result).toBe('failure');
  expect(github.statuses.at(-1)).toMatchObject({ sha: sha('e'), state: 'failure' });
  expect(github.comments[0]!.body).toContain('outsider-can-assume');
  const inputs = { digest: digestOf(`review-${sha('e')}`) };
  const byHand = { workflow: 'apply.yml', event: 'workflow_dispatch', payload: {}, sha: sha('e'), branch: open };
  expect((await workflows.run({ ...byHand, inputs })).result).toBe('failure');
  expect(await stage.writes()).toEqual([]);
});

test('invalid artifacts are neither planned nor published', async () => {
  const provisioner = describing(
    'app.synth();',
    "stack.addOverride('data.external.x.program', ['env']);\napp.synth();",
  );
  const { jobs, result } = await workflows.open(10, sha('1'), provisioner);
  expect(result).toBe('failure');
  expect(jobs[0]!.log).toContain('not data: external. It belongs to another provider');
  expect(github.comments[0]!.body).toContain('Cannot plan this change');
  expect(github.statuses.at(-1)).toMatchObject({ state: 'failure' });
});

test('pull requests of forks are not planned', async () => {
  const before = structuredClone({ comments: github.comments, statuses: github.statuses });
  const review = await workflows.open(11, sha('2'), undefined, 'eve/organization');
  expect(review.jobs).toMatchObject([{ result: 'skipped' }]);
  expect({ comments: github.comments, statuses: github.statuses }).toEqual(before);
});

test('drift is an issue as long as it exists', async () => {
  const branch = described('Moves the money, elsewhere.');
  const night = () => workflows.run({ workflow: 'drift.yml', event: 'schedule', payload: {}, sha: sha('d'), branch });
  const client = createClient({ baseUrl: stage.api.baseUrl, token: stage.api.token });
  const { uid, description } = await client.find(group, 'acme/engineering/payments');
  await client.update(group, uid, { description: 'Somebody was here.' });
  expect((await night()).result).toBe('success');
  expect(github.issues).toMatchObject([
    {
      title: 'Drift: the organization differs from the main branch (organization)',
      state: 'open',
      body: expect.stringContaining('1'),
    },
  ]);
  await client.update(group, uid, { description });
  await night();
  expect(github.issues).toMatchObject([{ state: 'closed' }]);
});

describe('every night', () => {
  const until = (end: string) => (clone: Clone) => {
    described('Moves the money, elsewhere.')(clone);
    clone.edit(
      'organization.ts',
      "role: Role.named(stack, 'viewer'),",
      `role: Role.named(stack, 'viewer'), expires: '${end}',`,
    );
  };
  const night = (end: string) =>
    workflows.run({ workflow: 'expiry.yml', event: 'schedule', payload: {}, sha: sha('d'), branch: until(end) });
  const results = ({ jobs }: FinishedRun) => jobs.map(({ name, result }) => `${name} ${result}`);

  test('nothing is applied as long as no access has reached its end date', async () => {
    await stage.writes();
    expect(results(await night('2999-12-31'))).toEqual(['synth success', 'review success', 'apply skipped']);
    expect(await stage.writes()).toEqual([]);
  });

  test('access that has reached its end date is reviewed, and removed by the applier', async () => {
    const { jobs } = await night('2020-01-01');
    expect(jobs).toMatchObject([
      { log: expect.stringContaining('[organization/deployer-views] expired on 2020-01-01') },
      { result: 'success', summary: expect.stringContaining('1 deleted') },
      { result: 'success', log: expect.stringContaining('1 destroyed') },
    ]);
    expect(await stage.writes()).toEqual([expect.stringMatching(/^DELETE .*roleBindings.* 200$/)]);
  });

  test('access that was removed by hand is not restored', async () => {
    const { jobs, result } = await night('2999-12-31');
    expect(result).toBe('failure');
    expect(jobs).toMatchObject([{ result: 'success' }, { result: 'failure' }, { result: 'skipped' }]);
    expect(jobs[1]!.summary).toContain('access-gained');
    expect(await stage.writes()).toEqual([]);
  });
});
