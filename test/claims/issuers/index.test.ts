/** The data about issuers: each entry is sound, and holds the tokens that the platform's documentation shows. */
import { ISSUERS, obtainableTokens, type Issuer } from '../../../src/claims';
import { patternAutomaton } from '../../../src/claims/languages/program';

const uuid = '01234567-89ab-cdef-0123-456789abcdef';

/** As documented: the issuer, the shape, and claims. */
const documented: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
  [
    'github-actions',
    'branch',
    { sub: 'repo:octo-org/octo-repo:ref:refs/heads/demo-branch', repository: 'octo-org/octo-repo' },
  ],
  ['github-actions', 'tag', { sub: 'repo:octo-org/octo-repo:ref:refs/tags/demo-tag', ref_type: 'tag' }],
  ['github-actions', 'pullRequest', { sub: 'repo:octo-org/octo-repo:pull_request' }],
  ['github-actions', 'environment', { sub: 'repo:octo-org/octo-repo:environment:Production%3AV1' }],
  ['github-actions', 'immutableBranch', { sub: 'repo:octo-org@123456/octo-repo@456789:ref:refs/heads/main' }],
  ['github-actions', 'customOwner', { sub: 'repository_owner:monalisa:repository_visibility:private' }],
  ['github-actions', 'customFullName', { sub: 'repository:octo-org/octo-repo:ref:refs/heads/main' }],
  ['github-actions', 'customRepositoryLater', { sub: 'environment:production:repo:octo-org/octo-repo' }],
  ['github-actions', 'custom', { sub: 'environment:production:runner_environment:github-hosted' }],
  [
    'microsoft-consumers',
    'account',
    {
      iss: 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
      sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
      tid: '9188040d-6c67-4c5b-b112-36a304b66dad',
    },
  ],
  ['sigstore', 'account', { iss: 'https://oauth2.sigstore.dev/auth', sub: 'ada@acme.example' }],
  [
    'github-actions',
    'custom',
    { sub: 'job_workflow_ref:octo-org/octo-automation/.github/workflows/oidc.yml@refs/heads/main' },
  ],
  [
    'github-enterprise-cloud',
    'branch',
    {
      iss: 'https://token.actions.githubusercontent.com/octocat-inc',
      sub: 'repo:octocat-inc/private-server:ref:refs/heads/main',
      enterprise: 'octocat-inc',
    },
  ],
  [
    'github-enterprise-server',
    'branch',
    { iss: 'https://github.example.com/_services/token', sub: 'repo:octo-org/octo-repo:ref:refs/heads/main' },
  ],
  [
    'gitlab',
    'branch',
    {
      sub: 'project_path:my-group/my-project:ref_type:branch:ref:feature-branch-1',
      namespace_path: 'my-group',
      ref_path: 'refs/heads/feature-branch-1',
    },
  ],
  [
    'gitlab',
    'tag',
    { sub: 'project_path:agroup/bgroup/myproject:ref_type:tag:ref:v4.2.0', namespace_path: 'agroup/bgroup' },
  ],
  [
    'gitlab-self-managed',
    'branch',
    { iss: 'https://gitlab.example.com', sub: 'project_path:my-group/my-project:ref_type:branch:ref:main' },
  ],
  [
    'buildkite',
    'branch',
    {
      sub: 'organization:planetscale:pipeline:vault-secrets-buildkite-plugin:ref:refs/heads/buildkite-oidc-token-test:commit:750339bffa630404607f73dd8ed2f2c4de3670c7:step:',
      build_branch: 'buildkite-oidc-token-test',
    },
  ],
  [
    'bitbucket',
    'step',
    {
      iss: 'https://api.bitbucket.org/2.0/workspaces/acme/pipelines-config/identity/oidc',
      sub: `{${uuid}}:{${uuid}}`,
      branchName: 'main',
    },
  ],
  [
    'circleci',
    'first',
    { iss: `https://oidc.circleci.com/org/${uuid}`, sub: `org/${uuid}/project/${uuid}/user/${uuid}` },
  ],
  [
    'circleci',
    'branch',
    {
      sub: `org/${uuid}/project/${uuid}/user/${uuid}/vcs-origin/github.com/organization-123/repo-1/vcs-ref/refs/heads/main`,
      'oidc.circleci.com/vcs-origin': 'github.com/organization-123/repo-1',
    },
  ],
  [
    'terraform-cloud',
    'apply',
    {
      sub: 'organization:my-org:project:Default Project:workspace:my-workspace:run_phase:apply',
      terraform_workspace_name: 'my-workspace',
    },
  ],
  ['google', 'account', { iss: 'https://accounts.google.com', sub: '111260650121245072906' }],
  [
    'gke',
    'account',
    {
      iss: 'https://container.googleapis.com/v1/projects/my-project/locations/us-central1/clusters/my-cluster',
      sub: 'system:serviceaccount:default:my-service-account',
    },
  ],
  [
    'eks',
    'account',
    {
      iss: 'https://oidc.eks.us-east-1.amazonaws.com/id/0123456789ABCDEF0123456789ABCDEF',
      sub: 'system:serviceaccount:kube-system:aws-node',
    },
  ],
  [
    'aws',
    'role',
    {
      iss: 'https://abc123-def456-ghi789-jkl012.tokens.sts.global.api.aws',
      sub: 'arn:aws:iam::123456789012:role/DataProcessingRole',
    },
  ],
  [
    'aws-caller',
    'role',
    {
      account: '123456789012',
      arn: 'arn:aws:sts::123456789012:assumed-role/my-role-name/my-role-session-name',
      userId: 'AROA123456789EXAMPLE1:my-role-session-name',
    },
  ],
  [
    'aws-caller',
    'user',
    { account: '123456789012', arn: 'arn:aws:iam::123456789012:user/Alice', userId: 'AIDA123456789EXAMPLE1' },
  ],
];

/** The users who can have a shape minted, and nothing else. */
const only = (issuer: Issuer, shape: string): Issuer => ({
  ...issuer,
  reaches: [{ id: 'anybody', who: 'anybody', outsider: true, shapes: [shape] }],
});

describe.each(ISSUERS.map((issuer) => [issuer.id, issuer] as const))('%s', (id, issuer) => {
  it('cites documentation, and names everything once', () => {
    expect(issuer.documentation.length).toBeGreaterThan(0);
    for (const page of issuer.documentation) expect(page).toMatch(/^https:\/\//);
    expect(ISSUERS.filter((other) => other.id === id)).toHaveLength(1);
  });

  it('has patterns that are some', () => {
    for (const { is, not = '' } of Object.values(issuer.variables)) {
      expect(() => patternAutomaton(is, true)).not.toThrow();
      expect(() => patternAutomaton(not, false)).not.toThrow();
    }
  });

  it('puts only its variables into claims, in their order and each once', () => {
    const order = Object.keys(issuer.variables);
    for (const shape of Object.values(issuer.shapes))
      for (const text of Object.values(shape)) {
        const used = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => order.indexOf(name!));
        expect(used).not.toContain(-1);
        expect(used).toEqual([...new Set(used)].sort((one, other) => one - other));
      }
  });

  it('has a subject and an issuer in every shape, and a token of each', () => {
    for (const [name, shape] of Object.entries(issuer.shapes)) {
      expect(shape).toHaveProperty('iss');
      if (issuer.mintsAnything !== true) expect(shape).toHaveProperty(id === 'aws-caller' ? 'arn' : 'sub');
      const { obtainable } = obtainableTokens({}, { issuers: [only(issuer, name)], milliseconds: 60_000 });
      expect(obtainable).toHaveLength(1);
    }
  });

  it('reaches by shapes and variables that it has', () => {
    for (const { shapes, besides = [], chooses = [] } of issuer.reaches) {
      expect([...shapes, ...besides].filter((name) => !(name in issuer.shapes))).toEqual([]);
      expect(chooses.filter((name) => !(name in issuer.variables))).toEqual([]);
    }
    if (issuer.owner !== undefined) expect(issuer.variables).toHaveProperty([issuer.owner]);
  });

  it('is shown by a token of its documentation', () => {
    if (issuer.mintsAnything !== true) expect(documented.map(([shown]) => shown)).toContain(id);
  });
});

test.each(documented)('%s mints the documented token, as %s', (id, shape, token) => {
  const issuer = ISSUERS.find((one) => one.id === id)!;
  const match = Object.fromEntries(Object.entries(token).map(([claim, exact]) => [claim, { exact }]));
  const minted = (of: string) =>
    obtainableTokens(match, { issuers: [only(issuer, of)], milliseconds: 60_000 }).obtainable[0];
  expect(minted(shape)).toMatchObject({ token, assumed: [] });
  const others = Object.keys(issuer.shapes).filter((name) => minted(name) !== undefined);
  expect(others).toContain(shape);
});
