/** Each platform: the claims of its trust, the token of the intended workload, and tokens of others. */
import fc from 'fast-check';
import { Trust, type TrustData } from '../../../constructs';
import { PLATFORMS } from '../../../src/trust';
import type { Token } from '../../../src/claims';
import { accepts, policyOf, trustProblems } from '../../constructs/trust/trusting';

const one = '018d5a22-7e1b-4c3e-8f00-6f1f5f0c0001';
const two = '018d5a22-7e1b-4c3e-8f00-6f1f5f0c0002';
const commit = '750339bffa630404607f73dd8ed2f2c4de3670c7';

interface Case {
  readonly trust: TrustData;
  /** The policy, as the documentation of the platform requires it. */
  readonly policy: object;
  readonly intended: Token;
  /** Tokens of others: what differs from the intended one. */
  readonly others: readonly Token[];
}

const gitLab = { project: 'acme/shop.js', ids: { project: 4321 } };
const gitLabToken = {
  iss: 'https://gitlab.com',
  sub: 'project_path:acme/shop.js:ref_type:branch:ref:main',
  project_id: '4321',
  ref_protected: 'true',
};
const buildkite = {
  ...{ organization: 'acme', pipeline: 'shop', branch: 'release+1', forks: 'notBuilt' as const },
  ids: { organization: one, pipeline: two },
};
const buildkiteSubject = 'organization:acme:pipeline:shop:ref:refs/heads/release+1:commit:';
const kubernetes = { namespace: 'shop', serviceAccount: 'deployer' };
const account = 'system:serviceaccount:shop:deployer';

const cases: readonly Case[] = [
  {
    trust: { gitLab: { ...gitLab, branch: 'main' } },
    policy: {
      claimMatch: {
        issuer: 'https://gitlab.com',
        subject: 'project_path:acme/shop.js:ref_type:branch:ref:main',
        claims: { project_id: '4321', ref_protected: 'true' },
      },
    },
    intended: gitLabToken,
    others: [
      { project_id: '4322' },
      { ref_protected: 'false' },
      { sub: 'project_path:acme/shop.js:ref_type:tag:ref:main' },
      { iss: 'https://gitlab.acme.example' },
    ],
  },
  {
    trust: { gitLab: { ...gitLab, anyBranch: true, audience: 'api.acme.example' } },
    policy: {
      claimMatch: {
        issuer: 'https://gitlab.com',
        audience: 'api.acme.example',
        subjectPattern: '^project_path:acme/shop\\.js:ref_type:branch:ref:.+$',
        claims: { project_id: '4321' },
      },
    },
    intended: { ...gitLabToken, aud: 'api.acme.example', ref_protected: 'false' },
    others: [
      { sub: 'project_path:acme/shopxjs:ref_type:branch:ref:main' },
      { sub: 'project_path:acme/shop.js:ref_type:tag:ref:v1' },
      { aud: 'other' },
    ],
  },
  {
    trust: { gitLab: { ...gitLab, environment: 'production', tag: 'v1' } },
    policy: {
      claimMatch: {
        issuer: 'https://gitlab.com',
        subject: 'project_path:acme/shop.js:ref_type:tag:ref:v1',
        claims: {
          ...{ project_id: '4321', environment: 'production' },
          ...{ ref_protected: 'true', environment_protected: 'true' },
        },
      },
    },
    intended: {
      ...gitLabToken,
      ...{ sub: 'project_path:acme/shop.js:ref_type:tag:ref:v1' },
      ...{ environment: 'production', environment_protected: 'true' },
    },
    others: [{ environment: 'staging' }, { environment_protected: 'false' }],
  },
  {
    trust: { buildkite },
    policy: {
      claimMatch: {
        issuer: 'https://agent.buildkite.com',
        subjectPattern: '^organization:acme:pipeline:shop:ref:refs/heads/release\\+1:commit:[0-9a-f]{40}:step:.*$',
        claims: { organization_id: one, pipeline_id: two },
      },
    },
    intended: {
      ...{ iss: 'https://agent.buildkite.com', sub: `${buildkiteSubject}${commit}:step:` },
      ...{ organization_id: one, pipeline_id: two },
    },
    others: [
      { organization_id: two },
      { pipeline_id: one },
      { sub: `organization:acme:pipeline:shop:ref:refs/heads/releasee1:commit:${commit}:step:` },
      { sub: `organization:acme:pipeline:shop:ref:refs/tags/release+1:commit:${commit}:step:` },
    ],
  },
  {
    trust: {
      circleCi: { organizationId: one, projectId: two, repository: 'github.com/acme/shop', branch: 'main' },
    },
    policy: {
      claimMatch: {
        ...{ issuer: `https://oidc.circleci.com/org/${one}`, audience: one },
        subjectPattern: `^org/${one}/project/${two}/user/[0-9a-f-]{36}/vcs-origin/github\\.com/acme/shop/vcs-ref/refs/heads/main$`,
      },
    },
    intended: {
      ...{ iss: `https://oidc.circleci.com/org/${one}`, aud: one },
      sub: `org/${one}/project/${two}/user/${two}/vcs-origin/github.com/acme/shop/vcs-ref/refs/heads/main`,
    },
    others: [
      { sub: `org/${one}/project/${two}/user/${two}` },
      { sub: `org/${one}/project/${two}/user/${two}/vcs-origin/github.com/mallory/shop/vcs-ref/refs/heads/main` },
      { sub: `org/${one}/project/${two}/user/${two}/vcs-origin/github.com/acme/shop/vcs-ref/refs/tags/main` },
      { sub: `org/${one}/project/${one}/user/${two}/vcs-origin/github.com/acme/shop/vcs-ref/refs/heads/main` },
      { iss: `https://oidc.circleci.com/org/${two}` },
    ],
  },
  {
    trust: { bitbucket: { workspace: 'acme', branch: 'main', ids: { workspace: one, repository: two } } },
    policy: {
      claimMatch: {
        issuer: 'https://api.bitbucket.org/2.0/workspaces/acme/pipelines-config/identity/oidc',
        audience: `ari:cloud:bitbucket::workspace/${one}`,
        subjectPattern: `^\\{${two}\\}:\\{[0-9a-f-]{36}\\}$`,
        claims: { branchName: 'main' },
      },
    },
    intended: {
      iss: 'https://api.bitbucket.org/2.0/workspaces/acme/pipelines-config/identity/oidc',
      ...{ aud: `ari:cloud:bitbucket::workspace/${one}`, sub: `{${two}}:{${one}}`, branchName: 'main' },
    },
    others: [{ sub: `{${one}}:{${one}}` }, { branchName: 'feature' }, { aud: `ari:cloud:bitbucket::workspace/${two}` }],
  },
  {
    trust: {
      bitbucket: { workspace: 'acme', environmentId: one, ids: { workspace: one, repository: two }, audience: 'api' },
    },
    policy: {
      claimMatch: {
        issuer: 'https://api.bitbucket.org/2.0/workspaces/acme/pipelines-config/identity/oidc',
        audience: 'api',
        subjectPattern: `^\\{${two}\\}:\\{${one}\\}:\\{[0-9a-f-]{36}\\}$`,
      },
    },
    intended: {
      iss: 'https://api.bitbucket.org/2.0/workspaces/acme/pipelines-config/identity/oidc',
      ...{ aud: 'api', sub: `{${two}}:{${one}}:{${two}}` },
    },
    others: [{ sub: `{${two}}:{${two}}:{${two}}` }, { sub: `{${two}}:{${one}}` }],
  },
  {
    trust: {
      terraformCloud: {
        ...{ organization: 'acme', project: 'Default Project', workspace: 'shop', runPhase: 'apply' },
        ids: { organization: 'org-0123456789abcdef', workspace: 'ws-0123456789abcdef' },
      },
    },
    policy: {
      claimMatch: {
        issuer: 'https://app.terraform.io',
        subject: 'organization:acme:project:Default Project:workspace:shop:run_phase:apply',
        claims: {
          terraform_organization_id: 'org-0123456789abcdef',
          terraform_workspace_id: 'ws-0123456789abcdef',
        },
      },
    },
    intended: {
      ...{ iss: 'https://app.terraform.io' },
      sub: 'organization:acme:project:Default Project:workspace:shop:run_phase:apply',
      ...{ terraform_organization_id: 'org-0123456789abcdef', terraform_workspace_id: 'ws-0123456789abcdef' },
    },
    others: [
      { sub: 'organization:acme:project:Default Project:workspace:shop:run_phase:plan' },
      { terraform_workspace_id: 'ws-fedcba9876543210' },
    ],
  },
  {
    trust: { kubernetes: { ...kubernetes, cluster: { project: 'acme-prod', location: 'europe-west1', name: 'prod' } } },
    policy: {
      claimMatch: {
        issuer: 'https://container.googleapis.com/v1/projects/acme-prod/locations/europe-west1/clusters/prod',
        subject: account,
      },
    },
    intended: {
      iss: 'https://container.googleapis.com/v1/projects/acme-prod/locations/europe-west1/clusters/prod',
      sub: account,
    },
    others: [{ sub: 'system:serviceaccount:shop:default' }, { iss: 'https://container.googleapis.com' }],
  },
  {
    trust: {
      kubernetes: { ...kubernetes, cluster: { region: 'eu-west-1', oidcId: '0123456789ABCDEF0123456789ABCDEF' } },
    },
    policy: {
      claimMatch: {
        issuer: 'https://oidc.eks.eu-west-1.amazonaws.com/id/0123456789ABCDEF0123456789ABCDEF',
        subject: account,
      },
    },
    intended: { iss: 'https://oidc.eks.eu-west-1.amazonaws.com/id/0123456789ABCDEF0123456789ABCDEF', sub: account },
    others: [{ iss: 'https://oidc.eks.eu-west-1.amazonaws.com/id/0123456789ABCDEF0123456789ABCDE0' }],
  },
  {
    trust: { kubernetes: { ...kubernetes, issuer: 'https://k8s.acme.example', audience: 'api' } },
    policy: { claimMatch: { issuer: 'https://k8s.acme.example', audience: 'api', subject: account } },
    intended: { iss: 'https://k8s.acme.example', aud: 'api', sub: account },
    others: [{ aud: 'kubernetes' }, { sub: 'system:serviceaccount:other:deployer' }],
  },
  {
    trust: { googleServiceAccount: { uniqueId: '111260650121245072906' } },
    policy: { claimMatch: { issuer: 'https://accounts.google.com', subject: '111260650121245072906' } },
    intended: { iss: 'https://accounts.google.com', sub: '111260650121245072906' },
    others: [{ sub: '111260650121245072907' }],
  },
  {
    trust: { azureManagedIdentity: { tenant: one, principalId: two, audience: 'api' } },
    policy: {
      claimMatch: { issuer: `https://login.microsoftonline.com/${one}/v2.0`, audience: 'api', subject: two },
    },
    intended: { iss: `https://login.microsoftonline.com/${one}/v2.0`, aud: 'api', sub: two },
    others: [{ sub: one }, { iss: `https://login.microsoftonline.com/${two}/v2.0` }, { aud: 'other' }],
  },
  {
    trust: { azureManagedIdentity: { tenant: one, principalId: two, audience: 'api://platform', tokenVersion: 1 } },
    policy: {
      claimMatch: { issuer: `https://sts.windows.net/${one}/`, audience: 'api://platform', subject: two },
    },
    intended: { iss: `https://sts.windows.net/${one}/`, aud: 'api://platform', sub: two },
    others: [{ iss: `https://sts.windows.net/${one}` }],
  },
  {
    trust: { awsRole: { account: '012345678901', role: 'deploy+er', roleId: 'AROA0123456789ABCDEFG' } },
    policy: {
      awsIdentity: {
        awsAccount: '012345678901',
        arnPattern: '^arn:aws:sts::012345678901:assumed-role/deploy\\+er/.+$',
        userIdPattern: '^AROA0123456789ABCDEFG:.+$',
      },
    },
    intended: {
      ...{ iss: 'aws:GetCallerIdentity', account: '012345678901', userId: 'AROA0123456789ABCDEFG:session' },
      arn: 'arn:aws:sts::012345678901:assumed-role/deploy+er/session',
    },
    others: [
      { userId: 'AROA0123456789ABCDEFH:session' },
      { arn: 'arn:aws:sts::012345678901:assumed-role/deployyer/session' },
      { account: '012345678902' },
    ],
  },
  {
    trust: {
      awsRole: { account: '012345678901', role: 'ci/deployer', issuer: 'https://abc-1.tokens.sts.global.api.aws' },
    },
    policy: {
      claimMatch: {
        issuer: 'https://abc-1.tokens.sts.global.api.aws',
        subject: 'arn:aws:iam::012345678901:role/ci/deployer',
      },
    },
    intended: { iss: 'https://abc-1.tokens.sts.global.api.aws', sub: 'arn:aws:iam::012345678901:role/ci/deployer' },
    others: [{ iss: 'https://abc-2.tokens.sts.global.api.aws' }, { sub: 'arn:aws:iam::012345678901:role/deployer' }],
  },
  {
    trust: { spiffe: { id: 'spiffe://acme.example/shop/deployer', issuer: 'https://spire.acme.example' } },
    policy: { claimMatch: { issuer: 'https://spire.acme.example', subject: 'spiffe://acme.example/shop/deployer' } },
    intended: { iss: 'https://spire.acme.example', sub: 'spiffe://acme.example/shop/deployer' },
    others: [{ sub: 'spiffe://acme.example/shop' }, { sub: 'spiffe://other.example/shop/deployer' }],
  },
  {
    trust: { person: { issuer: 'https://login.acme.example', subject: '00u1a2b3c4' } },
    policy: { claimMatch: { issuer: 'https://login.acme.example', subject: '00u1a2b3c4' } },
    intended: { iss: 'https://login.acme.example', sub: '00u1a2b3c4' },
    others: [{ sub: '00u1a2b3c5' }],
  },
];

describe.each(cases.map((one) => [JSON.stringify(one.trust), one] as const))('%s', (_, { trust, ...expected }) => {
  const made = Trust.of(trust);

  it('has the claims of the platform, and accepts no outsiders', () => {
    expect(policyOf(made)).toEqual(expected.policy);
    expect(trustProblems(made)).toEqual([]);
  });

  it('accepts the token of the intended workload, and no token of others', () => {
    expect(accepts(made, expected.intended)).toBe('accepted');
    for (const other of expected.others)
      expect(Object.keys(other)).toContain(accepts(made, { ...expected.intended, ...other }));
  });

  it('accepts exactly the described token for any names: a token with one other character is refused', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9]{2,9}$/);
    const character = fc.constantFrom('', 'a', 'Z', '0', '-', '.', '/', ':', '*', '\n');
    fc.assert(
      fc.property(name, name, fc.nat(), fc.nat(), fc.nat(2), character, (acme, shop, which, at, cut, inserted) => {
        const renamed = <T>(value: T): T =>
          JSON.parse(JSON.stringify(value).replaceAll('acme', acme).replaceAll('shop', shop)) as T;
        const [named, intended] = [Trust.of(renamed(trust)), renamed(expected.intended)];
        expect(accepts(named, intended)).toBe('accepted');
        const fixed = fixedTexts(renamed(expected.policy));
        for (const { claim } of fixed)
          expect(accepts(named, { ...intended, [claim]: `x${String(intended[claim])}` })).toBe(claim);
        const { claim, text, isWhole } = fixed[which % fixed.length]!;
        const place = at % text.length;
        const value = String(intended[claim]);
        const mutated = `${value.slice(0, place)}${inserted}${value.slice(place + cut)}`;
        fc.pre(isWhole ? mutated !== value : !mutated.startsWith(text));
        expect(accepts(named, { ...intended, [claim]: mutated })).toBe(claim);
      }),
      { numRuns: 25 },
    );
  });
});

/** Returns the texts of claims that a policy compares: whole values, and the literal beginnings of patterns. */
function fixedTexts(policy: object): { claim: string; text: string; isWhole: boolean }[] {
  const [fields] = Object.values(policy) as [Record<string, string | Record<string, string>>];
  const names = { issuer: 'iss', audience: 'aud', awsAccount: 'account', subject: 'sub', arn: 'arn', userId: 'userId' };
  return Object.entries(fields).flatMap(([field, value]) => {
    if (typeof value !== 'string')
      return Object.entries(value).map(([claim, text]) => ({ claim, text, isWhole: true }));
    const claim = names[field.replace(/Pattern$/, '') as keyof typeof names];
    const [, prefix = ''] = /^\^((?:\\.|[^\\^$.*+?()[\]{}|])*)/.exec(value) ?? [];
    const isWhole = !field.endsWith('Pattern');
    return [{ claim, text: isWhole ? value : prefix.replaceAll(/\\(.)/g, '$1'), isWhole }];
  });
}

test('every platform has a factory, and all but GitHub Actions have a case above', () => {
  const shown = new Set(cases.flatMap(({ trust }) => Object.keys(trust)));
  expect(Object.keys(PLATFORMS).filter((name) => !shown.has(name))).toEqual(['gitHubActions']);
  for (const name of Object.keys(PLATFORMS)) expect(Trust).toHaveProperty([name], expect.any(Function));
});

test.each<[string, TrustData, string]>([
  ['a slug without ids', { buildkite: { ...buildkite, ids: undefined, allowBroadSubject: '' } }, 'after its release'],
  [
    'builds of forks',
    { buildkite: { ...buildkite, forks: 'built' } },
    'anyone who can open a pull request from a fork',
  ],
  [
    'a project without id',
    { gitLab: { project: 'acme/shop', branch: 'main', allowBroadSubject: '' } },
    'after its release',
  ],
  [
    'any branch of an old server',
    { gitLab: { ...gitLab, anyBranch: true, issuer: 'https://gitlab.acme.example' } },
    'a merge request from a fork',
  ],
  [
    'the tenant of all consumer accounts',
    {
      azureManagedIdentity: { tenant: '9188040d-6c67-4c5b-b112-36a304b66dad', principalId: one, audience: 'api' },
    },
    'a consumer account of Microsoft',
  ],
])('%s lets outsiders in', (_, trust, who) => {
  expect(trustProblems(Trust.of(trust))).toEqual([
    expect.stringMatching(
      new RegExp(`^assumedBy accepts outsiders: .*${who}.* can assume the identity with the token \\{`),
    ),
  ]);
});

test.each<[string, object, string]>([
  [
    'an e-mail address',
    { googleServiceAccount: { uniqueId: 'ci@acme.iam.gserviceaccount.com' } },
    'assumedBy.uniqueId must be the 21 digits of a unique id in quotes, not an e-mail address',
  ],
  ['a rounded number', { googleServiceAccount: { uniqueId: 111260650121245072906 } }, 'assumedBy.uniqueId'],
  [
    'half a cluster',
    { kubernetes: { ...kubernetes, cluster: { project: 'acme-prod', name: 'prod' } } },
    'assumedBy: cluster must be { project, location, name } on GKE, or { region, oidcId } on EKS',
  ],
  [
    'a wildcard',
    { kubernetes: { ...kubernetes, serviceAccount: '*', issuer: 'https://k8s.acme.example' } },
    'assumedBy.serviceAccount must be the name of one account, without wildcards',
  ],
  [
    'two refs',
    { circleCi: { organizationId: one, projectId: two, repository: 'github.com/acme/shop', branch: 'a', tag: 'b' } },
    'assumedBy.tag: exactly one of branch, tag, anyBranch must be given, found branch, tag',
  ],
  [
    'a path',
    { awsRole: { account: '012345678901', role: 'a/b', roleId: 'AROA0123456789ABCDEFG' } },
    'assumedBy: role must have no path if roleId is given',
  ],
  [
    'an audience of a signed request',
    { awsRole: { account: '012345678901', role: 'b', roleId: 'AROA0123456789ABCDEFG', audience: 'x' } },
    'assumedBy: audience cannot be combined with roleId',
  ],
  [
    'braces',
    { bitbucket: { workspace: 'acme', anyBranch: true, ids: { workspace: `{${one}}`, repository: two } } },
    'assumedBy.ids.workspace must be a UUID in lower case',
  ],
  [
    'no branch',
    { bitbucket: { workspace: 'acme', ids: { workspace: one, repository: two } } },
    'assumedBy: exactly one of branch, environmentId, anyBranch must be given, found none',
  ],
  [
    'two of three',
    { bitbucket: { workspace: 'acme', anyBranch: true, branch: 'main', ids: { workspace: one, repository: two } } },
    'assumedBy: anyBranch cannot be combined with branch or environmentId',
  ],
  ['no job', { gitLab }, 'assumedBy: exactly one of branch, tag, environment, anyBranch must be given, found none'],
  [
    'a branch and a tag',
    { gitLab: { ...gitLab, branch: 'a', tag: 'b' } },
    'assumedBy: at most one of branch, tag, anyBranch can be given, found branch, tag',
  ],
  [
    'any protected branch',
    { gitLab: { ...gitLab, anyBranch: true, protected: true } },
    'assumedBy: anyBranch cannot be combined with environment or protected',
  ],
])('%s is an error', (_, trust, problem) => {
  expect(trustProblems(Trust.of(trust as TrustData))).toEqual([expect.stringContaining(problem)]);
});
