import { awsIdentityMatch, createBudget, tokenMatch, type ClaimMatchFields } from '../../../../src/access/claims';
import { describe as describePolicy } from '../../../../src/review/access/assume/describe';
import { createTokenReachability, type IdentityTrustPolicy } from '../../../../src/access/rules';
import { UNKNOWN_UNTIL_APPLY } from '../../../../src/review/organization/objects/paths';
import { SENSITIVE } from '../../../../src/review/organization/objects/objects';

const GITHUB = 'https://token.actions.githubusercontent.com';
const reachability = createTokenReachability({ budget: createBudget() });
const policy = (more: Partial<IdentityTrustPolicy>): IdentityTrustPolicy => ({
  ...{ by: 'claim_match', match: undefined, rest: '', isSensitive: false, isUnknown: false },
  ...more,
});
const subject = (issuer: string, text: string) => policy({ match: tokenMatch({ issuer, subject: text }) });

test.each([
  [GITHUB, 'repo:acme/shop:ref:refs/heads/main', 'any workflow on branch main of acme/shop'],
  [GITHUB, 'repo:acme/shop:ref:refs/tags/v1', 'any workflow on tag v1 of acme/shop'],
  [GITHUB, 'repo:acme/shop:environment:prod', 'any workflow in environment prod of acme/shop'],
  ['https://gitlab.com', 'project_path:acme/shop:ref_type:branch:ref:main', 'any job on branch main of acme/shop'],
])('%s %s', (issuer, text, words) => {
  expect(describePolicy(subject(issuer, text), reachability)).toContain(words);
});

const anyBranch = String.raw`^project_path:acme-labs/in\.fra:ref_type:branch:ref:.+$`;

test.each<[ClaimMatchFields, string]>([
  [
    { subjectPattern: anyBranch, claims: { environment: 'production', ref_protected: 'true' } },
    'any job in environment production of acme-labs/in.fra, with ref_protected true',
  ],
  [{ subjectPattern: anyBranch }, 'any job on any branch of acme-labs/in.fra'],
  [
    { subjectPattern: anyBranch, claimPatterns: { environment: '^prod' } },
    'any job on any branch of acme-labs/in.fra, with environment like ^prod',
  ],
])('%j accepts jobs of GitLab', (fields, words) => {
  const match = tokenMatch({ issuer: 'https://gitlab.com', ...fields });
  expect(describePolicy(policy({ match }), reachability)).toBe(words);
});

test('a pattern of several projects of GitLab shows its conditions', () => {
  const match = tokenMatch({ issuer: 'https://gitlab.com', subjectPattern: anyBranch.replace('in', '.*') });
  expect(describePolicy(policy({ match }), reachability)).toContain('subject like ^project_path:');
});

const cluster = 'https://container.googleapis.com/v1/projects/acme-prod/locations/europe-west1/clusters/prod';
const pods = 'pods with service account builder, namespace shop, in';
const account = 'system:serviceaccount:shop:builder';
const role = String.raw`^arn:aws:sts::012345678901:assumed-role/acme\+ci/.+$`;

test.each<[ClaimMatchFields, string]>([
  [{ issuer: cluster, subject: account }, `${pods} cluster prod (GKE, project acme-prod, europe-west1)`],
  [
    { issuer: 'https://oidc.eks.eu-west-1.amazonaws.com/id/0123456789ABCDEF0123456789ABCDEF', subject: account },
    `${pods} cluster 0123456789ABCDEF0123456789ABCDEF (EKS, eu-west-1)`,
  ],
  [
    { issuer: 'https://k8s.acme.example', subject: account, audience: 'acme' },
    `${pods} the cluster with the issuer https://k8s.acme.example, with audience acme`,
  ],
  ...[
    [{ rpo_ref: 'refs/heads/main' }, 'runs of pipeline deploy on branch main of'],
    [{ rpo_ref: 'refs/tags/v1' }, 'runs of pipeline deploy on tag v1 of'],
  ].map(([claims, runs]): [ClaimMatchFields, string] => [
    {
      issuer: 'https://vstoken.dev.azure.com/018d5a22-7e1b-4c3e-8f00-6f1f5f0c0007',
      subject: 'p://acme/shop/deploy',
      audience: 'api://AzureADTokenExchange',
      claims: claims as Readonly<Record<string, string>>,
    },
    `${runs as string} acme/shop (Azure DevOps, organization 018d5a22-7e1b-4c3e-8f00-6f1f5f0c0007)`,
  ]),
  [
    {
      issuer: 'https://vstoken.dev.azure.com/018d5a22-7e1b-4c3e-8f00-6f1f5f0c0007',
      subject: 'sc://acme/shop/production',
      audience: 'api://AzureADTokenExchange',
    },
    'any pipeline with service connection production of acme/shop (Azure DevOps, organization 018d5a22-7e1b-4c3e-8f00-6f1f5f0c0007)',
  ],
])('%j is described in words', (fields, words) => {
  expect(describePolicy(policy({ match: tokenMatch(fields) }), reachability)).toBe(words);
});

test.each<[ClaimMatchFields]>([
  [{ issuer: cluster, subject: 'system:serviceaccount:*:builder' }],
  [{ issuer: cluster, subject: 'system:serviceaccount:shop:builder:more' }],
  [{ issuer: cluster, subjectPattern: account }],
  [{ issuerPattern: cluster, subject: account }],
  [{ issuer: cluster, subject: account, claims: { tier: 'gold' } }],
])('%j has another effect, so it shows its conditions', (fields) => {
  const text = describePolicy(policy({ match: tokenMatch(fields) }), reachability);
  expect(text).not.toMatch(/^pods with/);
  expect(text).toContain('clusters/prod');
});

test('static keys with the subject of a pod are no pods', () => {
  const keys = { by: 'static_keys', match: tokenMatch({ issuer: cluster, subject: account }) } as const;
  expect(describePolicy(policy(keys), reachability)).toMatch(/^anyone with the private keys/);
});

test('a role of AWS is its name, account and id, unless the pattern accepts more', () => {
  const awsOf = (arnPattern: string) =>
    describePolicy(
      policy({
        by: 'aws_identity',
        match: awsIdentityMatch({
          awsAccount: '012345678901',
          arnPattern,
          userIdPattern: '^AROA0123456789ABCDEFG:.+$',
        }),
      }),
      reachability,
    );
  expect(awsOf(role)).toBe('sessions of role acme+ci of AWS account 012345678901 (role id AROA0123456789ABCDEFG)');
  for (const wider of [role.slice(1), role.replace('.+$', '.*'), role.replace('acme', '.*')])
    expect(awsOf(wider)).toMatch(/^AWS callers: /);
});

test('lists the claims of a subject that has no common form', () => {
  const text = describePolicy(subject('https://issuer.example', 'svc'), reachability);
  expect(text).toContain('https://issuer.example');
  expect(text).toContain('svc');
});

test('shows neither sensitive nor unknown policies', () => {
  const known = subject(GITHUB, 'repo:acme/shop:ref:refs/heads/main');
  expect(describePolicy({ ...known, isSensitive: true }, reachability)).toBe(SENSITIVE);
  expect(describePolicy({ ...known, isUnknown: true }, reachability)).toBe(UNKNOWN_UNTIL_APPLY);
});

test('includes the expiry', () => {
  const known = subject(GITHUB, 'repo:acme/shop:ref:refs/heads/main');
  expect(describePolicy({ ...known, expires: '2027-01-31T00:00:00Z' }, reachability)).toContain('2027-01-31T00:00:00Z');
});
