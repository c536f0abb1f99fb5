/** The jobs of the example for pull requests from forks: none of them holds a token or a secret. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly permissions?: Readonly<Record<string, string>> }>>;
}

const toText = (name: string) => readFileSync(`examples/pipelines/.github/workflows/${name}.yml`, 'utf8');
const workflow = (name: string) => parse(toText(name)) as Workflow;

test('the workflow of a fork runs with the rights of the fork, and can only read the repository', () => {
  const { on, permissions, jobs } = workflow('fork');
  // `pull_request_target` and `workflow_run` would give it the secrets of the repository.
  expect(Object.keys(on)).toEqual(['pull_request']);
  expect(permissions).toEqual({ contents: 'read' });
  expect(Object.values(jobs).map((job) => job.permissions)).toEqual([undefined]);
});

test.each(['fork', 'synth'])('the workflow %s, which runs code of a fork, refers to no secret and no token', (name) => {
  const text = toText(name).replaceAll(/^ *#.*$/gm, '');
  expect(text).not.toMatch(/secrets\.|github\.token|GITHUB_TOKEN|PLATFORM_|TF_HTTP_|id-token/);
  expect(text.match(/actions\/checkout@/g)).toHaveLength(text.match(/persist-credentials: false/g)?.length ?? 0);
});

test('the job that pushes the snapshot holds no identity, and the job with the identity cannot push', () => {
  const { jobs } = workflow('snapshot');
  expect(Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, job.permissions]))).toEqual({
    synth: { contents: 'read' },
    snapshot: { contents: 'read', 'id-token': 'write' },
    publish: { contents: 'write' },
  });
});

test('the job of a fork on GitLab has no token and names no variable of the project', () => {
  const { fork } = parse(readFileSync('examples/pipelines/.gitlab-ci.yml', 'utf8')) as { fork: object };
  expect(fork).not.toHaveProperty('id_tokens');
  expect(JSON.stringify(fork)).not.toMatch(/TOKEN|SECRET|PLANNER|APPLIER|SNAPSHOT_KEY/);
});
