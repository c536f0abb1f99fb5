/** Trust policies that accept any repository of an owner: an exact branch proves no review, because its creator protects it or not. */
import { reviewEdit, type EditedObject } from '../edited-plan';

const github = 'https://token.actions.githubusercontent.com';
const uuid = '5b8f0c1e-93d7-4a26-8e41-d07c6b2f9a35';
const bitbucket = 'https://api.bitbucket.org/2.0/workspaces/acme/pipelines-config/identity/oidc';
const anyNumbered = '^repo:acme@1234/[^/:@]+@[0-9]+:ref:refs/heads/main$';
const owners = ['github:1234', 'gitlab:acme', 'bitbucket:acme', 'buildkite:acme', `circleci:${uuid}`];

function findings(claims: object, before?: object, role = ['repo.create']) {
  const common: Record<string, EditedObject> = {
    acme: { type: 'group' },
    editor: { type: 'role', in: 'acme', values: { name: 'editor', capabilities: role } },
  };
  const withCi = (claim_match: object): Record<string, EditedObject> => ({
    ...common,
    ci: { type: 'identity', in: 'acme', values: { claim_match } },
    bound: { type: 'role_binding', in: 'acme', identity: 'ci', role: 'editor' },
  });
  return reviewEdit(before === undefined ? common : withCi(before), withCi(claims), {
    configuration: { owners },
  }).findings;
}

const found = (claims: object, before?: object) =>
  findings(claims, before)
    .filter(({ id }) => id === 'pull-request-can-write')
    .map(({ severity, reason }) => [severity, reason.replace(/^.*?in acme: /, '')]);

const repository =
  'anyone who can create a repository of the owner. Name each repository, or require an exact `job_workflow_ref` of your own.';

test.each<[string, object, string]>([
  ['a branch', { issuer: github, subject_pattern: anyNumbered }, repository],
  ['an environment', { issuer: github, subject_pattern: '^repo:acme@1234/.+@[0-9]+:environment:live$' }, repository],
  [
    'a protected branch',
    {
      issuer: github,
      subject_pattern: '^repo:acme@1234/.+',
      claims: { ref: 'refs/heads/main', ref_protected: 'true' },
    },
    repository,
  ],
  [
    'an id of the owner in a claim',
    {
      issuer: github,
      subject_pattern: '^repo:acme/',
      claims: { repository_owner_id: '1234', ref: 'refs/heads/main', ref_protected: 'true' },
    },
    repository,
  ],
  [
    'a beginning of a name',
    { issuer: github, subject_pattern: '^repo:acme@1234/deploy-[a-z]+@[0-9]+:ref:refs/heads/main$' },
    repository,
  ],
  [
    'a group of GitLab',
    { issuer: 'https://gitlab.com', subject_pattern: '^project_path:acme/[^:/]+:ref_type:branch:ref:main$' },
    'anyone who can create a project of the group. Name each project.',
  ],
  [
    'a workspace of Bitbucket',
    { issuer: bitbucket, subject_pattern: '^\\{[^{}]+\\}:.+$', claims: { branchName: 'main' } },
    'anyone who can create a repository of the workspace. Name each repository.',
  ],
  [
    'an organization of Buildkite',
    {
      issuer: 'https://agent.buildkite.com',
      subject_pattern: '^organization:acme:pipeline:[^:]+:ref:refs/tags/v1:commit:[0-9a-f]{40}:step:deploy$',
    },
    'anyone who can create a pipeline of the organization. Name each pipeline.',
  ],
])('%s in any repository is a high finding for an identity that can write', (_, claims, text) => {
  expect(found(claims)).toContainEqual(['high', text]);
});

test.each<[string, object]>([
  ['one repository', { issuer: github, subject: 'repo:acme@1234/shop@7:ref:refs/heads/main' }],
  ['two repositories', { issuer: github, subject_pattern: '^repo:acme@1234/(a@1|b@2):ref:refs/heads/main$' }],
  [
    'the id of a repository',
    {
      issuer: github,
      subject_pattern: '^repo:',
      claims: { repository_id: '7', repository_owner_id: '1234', ref: 'refs/heads/main', ref_protected: 'true' },
    },
  ],
  [
    'a reusable workflow of the owner',
    {
      issuer: github,
      subject_pattern: '^repo:acme@1234/[^/:@]+@[0-9]+:ref:refs/heads/main$',
      claims: { job_workflow_ref: 'acme/workflows/.github/workflows/deploy.yml@refs/heads/main' },
    },
  ],
  [
    'a workflow of one repository',
    {
      issuer: github,
      subject_pattern: '^repo:acme@1234/[^/:@]+@[0-9]+:ref:refs/heads/main$',
      claims: { workflow_ref: 'acme/shop/.github/workflows/deploy.yml@refs/heads/main' },
    },
  ],
  [
    'one project of GitLab',
    { issuer: 'https://gitlab.com', subject: 'project_path:acme/shop:ref_type:branch:ref:main' },
  ],
])('%s is none', (_, claims) => {
  expect(found(claims)).toEqual([]);
});

test('a wider trust policy is a finding, and an identity that only reads has a sentence', () => {
  const before = { issuer: github, subject: 'repo:acme@1234/shop@7890:ref:refs/heads/main' };
  const after = { issuer: github, subject_pattern: anyNumbered };
  expect(found(after, before)).toEqual([['high', repository]]);
  const reads = findings(after, before, ['repo.list']);
  expect(reads.map(({ id, severity }) => [id, severity])).toContainEqual(['claim-widened', 'medium']);
  expect(reads.find(({ id }) => id === 'claim-widened')?.reason).toContain(' Unreviewed code can assume it.');
});
