/** Tests trust policies with patterns that nobody can satisfy. */
import {
  awsIdentityMatch,
  tokenMatch,
  type AwsIdentityFields,
  type ClaimMatchFields,
} from '../../../../src/access/claims';
import { unassumable } from '../../../../src/review/access/assume/nobody';
import type { IdentityTrustPolicy } from '../../../../src/access/rules';

const gitHub = 'https://token.actions.githubusercontent.com';
const judged = (fields: ClaimMatchFields) =>
  unassumable({ by: 'claim_match', match: tokenMatch(fields), isUnknown: false } as unknown as IdentityTrustPolicy, {});

test('a pattern that matches a single text is evaluated like this text', () => {
  expect(judged({ issuerPattern: '^https://github\\.com$', subject: 'x' })).toMatchObject({
    reason: expect.stringMatching(/^the issuer_pattern is a website.*The issuer of GitHub Actions is/) as unknown,
    isCertain: true,
  });
  expect(judged({ issuer: gitHub, subjectPattern: '^repo:acme@1/shop@2:ref:main$' })).toMatchObject({
    reason: expect.stringContaining('the subject_pattern names an incomplete ref') as unknown,
    isCertain: true,
  });
});

test('a proof names the likely intent', () => {
  expect(judged({ issuer: gitHub, subjectPattern: '^acme/*shop' })).toMatchObject({
    reason: expect.stringMatching(
      /^GitHub Actions issues no token .*\. The subject_pattern contains `\*`.*Use `\.\*`/,
    ) as unknown,
    isCertain: true,
  });
});

test('a doubt about an exact subject is a finding, and a doubt about a pattern is not', () => {
  expect(judged({ issuer: gitHub, subjectPattern: '^repo:acme/shop:.*$' })).toBeUndefined();
  expect(judged({ issuer: gitHub, subject: 'repo:acme/shop:ref:refs/heads/main' })).toMatchObject({
    isCertain: false,
    lacksIds: true,
  });
});

const uuid = '018d5a22-7e1b-4c3e-8f00-6f1f5f0c0001';
const other = '018d5a22-7e1b-4c3e-8f00-6f1f5f0c0002';
const gitLab = 'https://gitlab.com';
const buildkite = 'https://agent.buildkite.com';
const terraform = 'https://app.terraform.io';
const google = 'https://accounts.google.com';
const circleCi = `https://oidc.circleci.com/org/${uuid}`;
const bitbucket = 'https://api.bitbucket.org/2.0/workspaces/acme/pipelines-config/identity/oidc';
const gke = 'https://container.googleapis.com/v1/projects/acme/locations/europe-west1/clusters/prod';
const eks = 'https://oidc.eks.eu-west-1.amazonaws.com/id/0123456789ABCDEF0123456789ABCDEF';
const aks = `https://westeurope.oic.prod-aks.azure.com/${uuid}/${other}/`;
const cognito = 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_abc';
const entra = `https://login.microsoftonline.com/${uuid}/v2.0`;
const entra1 = `https://sts.windows.net/${uuid}/`;
const main = 'repo:acme@1/shop@2:ref:refs/heads/main';
const merged = 'project_path:acme/shop:ref_type:branch:ref:main';
const step = `organization:acme:pipeline:shop:ref:refs/heads/main:commit:${'0'.repeat(40)}:step:a`;
const applying = 'organization:acme:project:p:workspace:w:run_phase:apply';
const job = `org/${uuid}/project/${uuid}/user/${uuid}/vcs-origin/github.com/acme/shop/vcs-ref/refs/heads/main`;
const pod = 'system:serviceaccount:shop:deployer';

const github = (claims: object, subject = main) => ({ issuer: gitHub, subject, claims }) as ClaimMatchFields;
const gitlab = (claims: object, subject = merged) => ({ issuer: gitLab, subject, claims }) as ClaimMatchFields;

/** Contradictions, claims that a platform does not issue, values that a claim never has, and wrong slashes. */
const nobody: readonly (readonly [string, ClaimMatchFields, RegExp])[] = [
  [
    'a ref of another branch',
    github({ ref: 'refs/heads/dev' }),
    /GitHub Actions .* values of the subject and the claim ref together/,
  ],
  ['the ref of a tag', github({ ref: 'refs/tags/v1' }), /the subject and the claim ref together/],
  ['the ref type of a tag', github({ ref_type: 'tag' }), /the subject and the claim ref_type together/],
  ['a ref without refs/heads', github({ ref: 'main' }), /values? of .*ref/],
  ['another repository', github({ repository: 'acme/web' }), /the subject and the claim repository together/],
  ['another owner', github({ repository_owner: 'other' }), /the subject and the claim repository_owner together/],
  ['another id of the repository', github({ repository_id: '3' }), /the subject and the claim repository_id together/],
  [
    'another id of the owner',
    github({ repository_owner_id: '9' }),
    /the subject and the claim repository_owner_id together/,
  ],
  [
    'a name as an id',
    github({ repository_owner_id: 'acme' }, 'repo:acme/shop:ref:refs/heads/main'),
    /an accepted value of the claim repository_owner_id/,
  ],
  ['a word as a protection', github({ ref_protected: 'yes' }), /an accepted value of the claim ref_protected/],
  [
    'a workflow without its ref',
    github({ job_workflow_ref: 'acme/shop/.github/workflows/a.yml' }),
    /an accepted value of the claim job_workflow_ref/,
  ],
  [
    'an environment, with the subject of a branch',
    github({ environment: 'production' }),
    /the subject and the claim environment together/,
  ],
  [
    'another environment',
    github({ environment: 'staging' }, 'repo:acme@1/shop@2:environment:production'),
    /the subject and the claim environment together/,
  ],
  [
    'two contradicting claims',
    { issuer: gitHub, subjectPattern: '^repo:.*$', claims: { repository: 'acme/shop', repository_owner: 'other' } },
    /the claim repository and the claim repository_owner together/,
  ],
  ['a claim of GitLab', github({ project_path: 'acme/shop' }), /^GitHub Actions documents no claim project_path$/],
  ['a misspelled claim', github({ repositoryId: '2' }), /^GitHub Actions documents no claim repositoryId$/],
  ['an issuer with a slash', { issuer: `${gitHub}/`, subject: main }, /ends in a slash/],
  [
    'another project',
    gitlab({ project_path: 'acme/web' }),
    /^GitLab CI .*the subject and the claim project_path together/,
  ],
  ['another namespace', gitlab({ namespace_path: 'other' }), /the subject and the claim namespace_path together/],
  ['a tag, with the subject of a branch', gitlab({ ref_type: 'tag' }), /the subject and the claim ref_type together/],
  ['another ref', gitlab({ ref: 'dev' }), /the subject and the claim ref together/],
  ['a path as an id', gitlab({ project_id: 'acme/shop' }), /an accepted value of the claim project_id/],
  ['a number as a protection', gitlab({ ref_protected: '1' }), /an accepted value of the claim ref_protected/],
  ['a claim of GitHub', gitlab({ repository_owner: 'acme' }), /^GitLab CI documents no claim repository_owner$/],
  ['no ref type', gitlab({}, 'project_path:acme/shop:ref:main'), /names no `ref_type`/],
  ['the subject of another platform', gitlab({}, pod), /^GitLab CI issues no token with a subject/],
  [
    'another organization',
    { issuer: buildkite, subject: step, claims: { organization_slug: 'other' } },
    /^Buildkite .*together/,
  ],
  [
    'another branch',
    { issuer: buildkite, subject: step, claims: { build_branch: 'dev' } },
    /the subject and the claim build_branch/,
  ],
  [
    'a slug as an id',
    { issuer: buildkite, subject: step, claims: { pipeline_id: 'shop' } },
    /an accepted value of the claim pipeline_id/,
  ],
  [
    'a claim of GitHub at Buildkite',
    { issuer: buildkite, subject: step, claims: { ref: 'refs/heads/main' } },
    /^Buildkite documents no claim ref$/,
  ],
  [
    'another phase',
    { issuer: terraform, subject: applying, claims: { terraform_run_phase: 'plan' } },
    /^HCP Terraform .*the subject and the claim terraform_run_phase/,
  ],
  [
    'another workspace',
    { issuer: terraform, subject: applying, claims: { terraform_workspace_name: 'x' } },
    /terraform_workspace_name together/,
  ],
  [
    'a name as the id of an organization',
    { issuer: terraform, subject: applying, claims: { terraform_organization_id: 'acme' } },
    /an accepted value of the claim terraform_organization_id/,
  ],
  [
    'another ref of CircleCI',
    { issuer: circleCi, subject: job, claims: { 'oidc.circleci.com/vcs-ref': 'refs/heads/dev' } },
    /^CircleCI .*together/,
  ],
  [
    'the issuer of another organization',
    { issuer: circleCi.replace(uuid, other), subject: job },
    /^CircleCI issues no token with a subject/,
  ],
  ['a subject of GitHub at CircleCI', { issuer: circleCi, subject: main }, /^CircleCI issues no token with a subject/],
  [
    'a repository of Bitbucket without braces',
    { issuer: bitbucket, subjectPattern: '^.*$', claims: { repositoryUuid: uuid } },
    /^Bitbucket Pipelines .*an accepted value of the claim repositoryUuid/,
  ],
  [
    'two repositories of Bitbucket',
    { issuer: bitbucket, subject: `{${uuid}}:{${uuid}}`, claims: { repositoryUuid: `{${other}}` } },
    /^Bitbucket Pipelines .*together/,
  ],
  [
    'a claim of GitLab at Bitbucket',
    { issuer: bitbucket, subjectPattern: '^.*$', claims: { ref_type: 'branch' } },
    /^Bitbucket Pipelines documents no claim ref_type$/,
  ],
  ['an e-mail address at Google', { issuer: google, subject: 'ci@acme.iam.gserviceaccount.com' }, /e-mail address/],
  ['a number that is too short', { issuer: google, subject: '12' }, /^Google accounts issues no token with a subject/],
  ['no account of GKE', { issuer: gke, subject: 'shop:deployer' }, /not a service account/],
  [
    'an account in upper case',
    { issuer: eks, subject: 'system:serviceaccount:Shop:deployer' },
    /^Amazon EKS issues no token/,
  ],
  ['an AKS issuer without its slash', { issuer: aks.slice(0, -1), subject: pod }, /lacks the slash at its end/],
  ['an AKS issuer with two slashes', { issuer: `${aks}/`, subject: pod }, /ends in several slashes/],
  ['no account of AKS', { issuer: aks, subject: 'deployer' }, /not a service account/],
  ['a GKE issuer with a slash', { issuer: `${gke}/`, subject: pod }, /ends in a slash/],
  ['an EKS issuer with a slash', { issuer: `${eks}/`, subject: pod }, /ends in a slash/],
  ['an Entra issuer of version 1 without its slash', { issuer: entra1.slice(0, -1), subject: uuid }, /lacks the slash/],
  ['an Entra issuer of version 2 with a slash', { issuer: `${entra}/`, subject: uuid }, /ends in a slash/],
  ['another tenant', { issuer: entra, subject: uuid, claims: { tid: other } }, /^Microsoft Entra ID .*claim tid/],
  [
    'the version of the other issuer',
    { issuer: entra1, subject: uuid, claims: { ver: '2.0' } },
    /^Microsoft Entra ID .*claim ver/,
  ],
  ['an Auth0 issuer without its slash', { issuer: 'https://acme.eu.auth0.com', subject: 'auth0|1' }, /lacks the slash/],
  ['a Cognito issuer with a slash', { issuer: `${cognito}/`, subject: uuid }, /ends in a slash/],
  [
    'a GitHub Enterprise Server with a slash',
    { issuer: 'https://github.acme.example/_services/token/', subject: main },
    /ends in a slash/,
  ],
  [
    'an AWS issuer with a slash',
    { issuer: 'https://0123.tokens.sts.global.api.aws/', subject: 'arn:aws:iam::012345678901:role/a' },
    /ends in a slash/,
  ],
  [
    'two subjects',
    { issuer: 'https://login.acme.example', subject: 'a', claims: { sub: 'b' } },
    /^no text is an accepted value of the subject$/,
  ],
  [
    'an empty claim',
    { issuer: 'https://login.acme.example', subject: 'a', claims: { department: '' } },
    /^no text is an accepted value of the claim department$/,
  ],
  [
    'a pattern without a text',
    { issuer: 'https://login.acme.example', subjectPattern: '^a$b' },
    /^no text is an accepted value of the subject$/,
  ],
  [
    'a contradicting pattern',
    { issuer: gitHub, subject: main, claimPatterns: { sub: '^repo:other@.*$' } },
    /^no text is an accepted value of the subject$/,
  ],
];

test('the table has 40 policies or more', () => {
  expect(nobody.length).toBeGreaterThanOrEqual(40);
});

test.each(nobody)('nobody can assume an identity with %s', (_, fields, reason) => {
  expect(judged(fields)).toMatchObject({ reason: expect.stringMatching(reason) as unknown });
});

const aws = (fields: AwsIdentityFields) =>
  unassumable(
    { by: 'aws_identity', match: awsIdentityMatch(fields), isUnknown: false } as unknown as IdentityTrustPolicy,
    {},
  );
const role = 'AROA0123456789ABCDEFG';
const session = (account: string, name: string) => `arn:aws:sts::${account}:assumed-role/deployer/${name}`;

test.each<[string, AwsIdentityFields]>([
  [
    'an ARN of another account',
    { awsAccount: '012345678901', arn: session('999999999999', 'x1'), userId: `${role}:x1` },
  ],
  [
    'a pattern with another account',
    { awsAccount: '012345678901', arnPattern: '^arn:aws:sts::9{12}:assumed-role/a/.+$', userIdPattern: `^${role}:.+$` },
  ],
  ['another session', { awsAccount: '012345678901', arn: session('012345678901', 'x1'), userId: `${role}:x2` }],
  [
    'the ARN of a role instead of a session',
    { awsAccount: '012345678901', arn: 'arn:aws:iam::012345678901:role/deployer', userIdPattern: `^${role}:.+$` },
  ],
  [
    'the id of a user, with a session',
    { awsAccount: '012345678901', arn: session('012345678901', 'x1'), userId: 'AIDA0123456789ABCDEFG' },
  ],
])('nobody can assume an identity with %s', (_, fields) => {
  expect(aws(fields)).toMatchObject({
    isCertain: true,
    reason: expect.stringMatching(/^AWS, by a signed request issues no/) as unknown,
  });
});

test.each<[string, ClaimMatchFields]>([
  [
    'the ref of its branch',
    github({ ref: 'refs/heads/main', ref_type: 'branch', repository: 'acme/shop', repository_owner_id: '1' }),
  ],
  [
    'an environment of a tag',
    github({ ref: 'refs/tags/v1', environment: 'production' }, 'repo:acme@1/shop@2:environment:production'),
  ],
  [
    'an environment of a pull request',
    github({ event_name: 'pull_request' }, 'repo:acme@1/shop@2:environment:production'),
  ],
  ['a customized subject', github({ ref: 'refs/heads/main' }, 'repository_owner_id:1:environment:production')],
  [
    'further claims',
    github({
      actor: 'ada',
      repo_property_team: 'shop',
      enterprise: 'acme',
      workflow_ref: 'acme/shop/.github/workflows/a.yml@refs/heads/main',
    }),
  ],
  [
    'claims of GitLab',
    gitlab({
      project_path: 'acme/shop',
      ref: 'main',
      ref_path: 'refs/heads/main',
      user_login: 'ada',
      environment: 'production',
      pipeline_source: 'push',
    }),
  ],
  ['a customized subject of GitLab for tags', gitlab({ ref_type: 'tag' }, 'project_path:acme/shop:user_login:ada')],
  [
    'claims of Buildkite',
    { issuer: buildkite, subject: step, claims: { build_branch: 'main', 'agent_tag:queue': 'a' } },
  ],
  ['another subject of Buildkite', { issuer: buildkite, subject: uuid, claims: { pipeline_id: uuid } }],
  [
    'a stack of HCP Terraform',
    {
      issuer: terraform,
      subject: 'organization:acme:project:p:stack:s:deployment:d:operation:apply',
      claims: { terraform_run_phase: 'apply' },
    },
  ],
  ['an account of AKS', { issuer: aks, subject: pod }],
  ['an account of Auth0', { issuer: 'https://acme.eu.auth0.com/', subject: 'auth0|1' }],
  ['an object of Entra', { issuer: entra1, subject: uuid, claims: { oid: uuid, tid: uuid, ver: '1.0', appid: uuid } }],
  ['a person of Cognito', { issuer: cognito, subject: uuid, claims: { 'cognito:groups': 'a' } }],
  ['an issuer of their own', { issuer: 'https://login.acme.example/', subject: 'a', claims: { department: 'b' } }],
])('someone may assume an identity with %s', (_, fields) => {
  expect(judged(fields)).toBeUndefined();
});
