/** Code that nobody has reviewed, on every platform that runs code of a repository. */
import { headline } from '../../../src/review/formats/sentences/headline';
import { reviewEdit, type EditedObject, type EditedObjects } from '../edited-plan';
import { findingsOfTrust, type ClaimMatch } from './trust-plans';

const uuid = '018d5a22-7e1b-4c3e-8f00-6f1f5f0c0001';
const gitHub = (subject: string, claims: object = {}): ClaimMatch => ({
  issuer: 'https://token.actions.githubusercontent.com',
  subject_pattern: `^repo:acme@1/shop@2:${subject}$`,
  claims,
});
const gitLab = (rest: string, claims: object = {}): ClaimMatch => ({
  issuer: 'https://gitlab.com',
  subject_pattern: `^project_path:acme/shop:${rest}$`,
  claims: { project_id: '7', ...claims },
});
const bitbucket = (subject: string, claims: object = {}): ClaimMatch => ({
  issuer: 'https://api.bitbucket.org/2.0/workspaces/acme/pipelines-config/identity/oidc',
  subject_pattern: `^\\{${uuid}\\}:${subject}$`,
  claims,
});
const circleCi = (ref: string): ClaimMatch => ({
  issuer: `https://oidc.circleci.com/org/${uuid}`,
  subject_pattern: `^org/${uuid}/project/${uuid}/user/[0-9a-f-]{36}/vcs-origin/github\\.com/acme/shop/vcs-ref/refs/${ref}$`,
});
const buildkite = (ref: string): ClaimMatch => ({
  issuer: 'https://agent.buildkite.com',
  subject_pattern: `^organization:acme:pipeline:shop:ref:refs/${ref}:commit:[0-9a-f]{40}:step:.*$`,
  claims: { organization_id: uuid, pipeline_id: uuid },
});
const terraform = (phase: string): ClaimMatch => ({
  issuer: 'https://app.terraform.io',
  subject_pattern: `^organization:acme:project:p:workspace:shop:run_phase:${phase}$`,
  claims: { terraform_organization_id: 'org-0123456789abcdef', terraform_workspace_id: 'ws-0123456789abcdef' },
});
const onServer = (issuer: string, policy: ClaimMatch): ClaimMatch => ({ ...policy, issuer });
const withPattern = (claim: string, pattern: string, policy: ClaimMatch): ClaimMatch => ({
  ...policy,
  claim_patterns: { [claim]: `^${pattern}$` },
});
const accounts = (issuer: string, subject: string): ClaimMatch => ({ issuer, subject_pattern: `^${subject}$` });
const spacelift = (type: string): ClaimMatch =>
  accounts('https://acme.app.spacelift.io', `space:root:[a-z]+:shop:run_type:${type}:scope:(read|write)`);
const jenkins = (jobs: string): ClaimMatch =>
  accounts('https://jenkins.acme.example/oidc', `https://jenkins\\.acme\\.example/${jobs}`);
const azureDevOps = (subject: string, claims: object = {}): ClaimMatch => ({
  issuer: `https://vstoken.dev.azure.com/${uuid}`,
  subject_pattern: `^${subject}$`,
  claims,
});
const auth0 = (subject: string): ClaimMatch => accounts('https://acme.eu.auth0.com/', subject);
/** A customized subject of GitHub. */
const customized = (subject: string, claims: object = {}): ClaimMatch => ({
  ...gitHub('', claims),
  subject_pattern: `^${subject}$`,
});
const [cognito, entra] = [
  'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_abc',
  `https://login.microsoftonline.com/${uuid}/v2.0`,
];
const ci = 'acme/shop/\\.github/workflows/ci\\.yml';
const deploy = 'workflows/.github/workflows/deploy.yml@refs/heads/main';

test.each<[string, ClaimMatch, RegExp]>([
  ['any branch of GitHub', gitHub('ref:refs/heads/.*'), /push a matching branch.*On GitHub, an exact branch/],
  ['branches with a beginning', gitHub('ref:refs/heads/release/.*'), /push a matching branch/],
  ['any tag of GitHub', gitHub('ref:refs/tags/.*'), /push such a tag/],
  ['any environment', gitHub('environment:.*'), /an environment without protection rules/],
  ['environments with a beginning', gitHub('environment:prod-.*'), /an environment without protection rules/],
  ['any subject of a repository', gitHub('.*'), /An unreviewed pull request can assume/],
  ['pull requests', gitHub('pull_request'), /An unreviewed pull request can assume/],
  ['a customized subject without a ref', gitHub('actor:ada'), /whose subjects are customized/],
  [
    'any environment in a pull request',
    withPattern('ref', 'refs/pull/.*', gitHub('environment:.*')),
    /an environment without protection rules/,
  ],
  [
    'any environment on any tag',
    withPattern('ref', 'refs/tags/.*', gitHub('environment:.*')),
    /an environment without protection rules/,
  ],
  [
    'the workflow of a pull request',
    withPattern('job_workflow_ref', `${ci}@refs/pull/.*`, gitHub('pull_request')),
    /An unreviewed pull request can assume/,
  ],
  ['a workflow on any ref', withPattern('workflow_ref', `${ci}@.*`, gitHub('.*')), /An unreviewed pull request/],
  ['any branch of a customized subject', gitHub('ref:refs/heads/.*:workflow:ci'), /push a matching branch/],
  ['any branch behind another claim', gitHub('workflow:ci:ref:refs/heads/.*'), /push a matching branch/],
  ['any environment of a customized subject', gitHub('workflow:ci:environment:.*'), /without protection rules/],
  ['any reusable workflow in the subject', gitHub('job_workflow_ref:.*'), /whose subjects are customized/],
  ['the owner alone', { ...gitHub(''), subject_pattern: '^repository_owner_id:1$' }, /whose subjects are customized/],
  [
    'a workflow on any ref in the subject',
    { ...gitHub(''), subject_pattern: `^workflow_ref:${ci}@.*$` },
    /push a match/,
  ],
  [
    'any ref of a reusable workflow',
    gitHub('ref:refs/heads/.*', { job_workflow_ref: `mallory/${deploy}` }),
    /of another owner/,
  ],
  ['any branch of GitLab', gitLab('ref_type:branch:ref:.*'), /On GitLab, an exact branch/],
  ['any subject of a project', gitLab('.*'), /push a matching branch/],
  ['any tag of GitLab with a customized subject', gitLab('a:b', { ref_type: 'tag' }), /push such a tag/],
  [
    'an environment of GitLab that may be unprotected',
    gitLab('.*', { environment: 'production' }),
    /environment alone does not/,
  ],
  ['any branch of Bitbucket', bitbucket('.*'), /On Bitbucket, only an exact branch/],
  ['any branch of CircleCI', circleCi('heads/.*'), /On CircleCI, only an exact branch/],
  ['any branch of Buildkite', buildkite('heads/.*'), /builds forks and does not prefix their branches/],
  ['any tag of Buildkite', buildkite('tags/.*'), /On Buildkite, only an exact branch/],
  ['any phase of HCP Terraform', terraform('.*'), /pull request that the workspace plans/],
  ['Terraform Enterprise', onServer('https://tfe.acme.example', terraform('plan')), /that the workspace plans/],
  ...[':8443', '/git', '.internal:443/git/lab'].map((rest): [string, ClaimMatch, RegExp] => [
    `a server of GitLab at a host with ${rest}`,
    onServer(`https://gitlab.acme.example${rest}`, gitLab('ref_type:branch:ref:.*')),
    /if GitLab is older/,
  ]),
  ...[
    accounts('https://id.acme.example:8443/realms/a%20b', '.*'),
    accounts('https://keycloak/realms/acme', '[0-9a-f-]{36}'),
    accounts('https://ID.acme.example', '[0-9]+'),
    accounts('https://id.acme.example', '[^@]+@[^@]+'),
    accounts('https://acme.eu.auth0.com/', 'auth0\\|.*'),
    ...[cognito, entra].map((issuer) => accounts(issuer, '.*')),
    withPattern('azp', '.*', accounts(entra, '.*')),
    { ...accounts(entra, '.*'), claims: { ver: '2.0' } },
  ].map((policy): [string, ClaimMatch, RegExp] => [
    `every subject like ${String(policy['subject_pattern'])} of ${String(policy['issuer'])}`,
    policy,
    /Any token of the issuer can assume.*Name one subject/,
  ]),
  ...[
    'actor:.*:repo:acme@1/shop@2',
    'actor:.*:repo:acme@1/shop@2:ref:refs/heads/.*',
    'actor:[^:]+:repository_id:2',
    'repository_visibility:private:actor:.*:repository_owner_id:1',
    'environment:[^:]+:repository_id:2',
    'ref:refs/heads/[^:]+:repository_id:2',
    'job_workflow_ref:.*:repository_id:2',
    'workflow:deploy:repo:acme@1/shop@2:environment:.*',
    'pull_request:repository_id:2',
    'repository_id:2:ref:refs/heads/[^:]+:environment:[^:]+',
    'repository_id:2:pull_request:actor:.*',
    'repo_property_team:shop:repository_owner_id:1',
  ].map((subject): [string, ClaimMatch, RegExp] => [
    `the subject ${subject}`,
    customized(subject),
    /On GitHub, an exact/,
  ]),
  ['any branch job of Jenkins', jenkins('job/shop/job/.*'), /a pull request from a fork, if the multibranch pipeline/],
  ['any branch job in a folder', jenkins('job/team/job/shop/job/[^/]+/'), /if the multibranch pipeline/],
  ['jobs of Jenkins with a beginning', jenkins('job/shop/job/release-[^/]*/'), /push a branch that the multibranch/],
  ['jobs of pull requests', jenkins('job/shop/job/PR-[0-9]+/'), /if the multibranch pipeline builds forks/],
  ['any job of Jenkins', jenkins('job/.*'), /if the multibranch pipeline builds forks/],
  ['a service connection', azureDevOps('sc://acme/shop/production'), /pipeline with the service connection builds/],
  ['any service connection', azureDevOps('sc://acme/shop/.*'), /pipeline with the service connection builds/],
  ['a service connection of any project', azureDevOps('sc://acme/[^/]+/production'), /with the service connection/],
  ...[
    '.*@clients',
    '[0-9A-Za-z]{32}@clients',
    'google-oauth2\\|.*',
    'google-oauth2\\|[0-9]{21}',
    '(github|windowslive)\\|[0-9a-f]+',
    'auth0\\|[0-9a-f]{24}',
    'email\\|.+',
    'samlp\\|.*',
    'google-apps\\|.*@.*',
  ].map((subject): [string, ClaimMatch, RegExp] => [`${subject} of Auth0`, auth0(subject), /Any token of the issuer/]),
  ...[
    accounts(cognito, '[0-9a-z]{26}'),
    accounts(cognito, 'a[0-9a-f-]+'),
    accounts(entra, '[0-9A-Za-z_-]{43}'),
    accounts('https://acme.okta.com', '00u.*'),
    accounts('https://acme.okta.com', '0oa[0-9A-Za-z]{17}'),
    accounts('https://keycloak.acme.example/realms/acme', '[a-f0-9]{8}-.*'),
    accounts('https://id.acme.example', '[a-z]+'),
    accounts('https://id.acme.example', '[0-9a-f]{24}'),
    accounts('https://id.acme.example', '2[0-9]{17}'),
  ].map((policy): [string, ClaimMatch, RegExp] => [
    `accounts like ${String(policy['subject_pattern'])} of ${String(policy['issuer'])}`,
    policy,
    /Any token of the issuer/,
  ]),
  ['a task of Spacelift', spacelift('TASK'), /On Spacelift, only a tracked run/],
  ['a test of a module on Spacelift', spacelift('TESTING'), /On Spacelift, only a tracked run/],
])('%s is unreviewed code', (_, policy, reason) => {
  const [finding, ...others] = findingsOfTrust('pull-request-can-write', policy);
  expect(finding).toMatchObject({ severity: 'high', subject: 'acme/ci', reason: expect.stringMatching(reason) });
  expect(finding?.witness).toMatch(/sub=/);
  expect(others).toEqual([]);
});

test.each<[string, ClaimMatch]>([
  ['one branch of GitHub', gitHub('ref:refs/heads/main')],
  ['two branches of GitHub', gitHub('ref:refs/heads/(main|release)')],
  ['one tag of GitHub', gitHub('ref:refs/tags/v1')],
  ['one environment of GitHub', gitHub('environment:production')],
  ['any environment on one branch', gitHub('environment:.*', { ref: 'refs/heads/main' })],
  ['any protected branch of GitHub', gitHub('.*', { ref_protected: 'true' })],
  ['a reusable workflow of the owner', gitHub('.*', { job_workflow_ref: `acme/${deploy}` })],
  ['a workflow on one branch', gitHub('.*', { workflow_ref: 'acme/shop/.github/workflows/ci.yml@refs/heads/main' })],
  ['one environment in a claim', gitHub('.*', { environment: 'production' })],
  ['one environment of a customized subject', gitHub('ref:refs/heads/.*:workflow:ci', { environment: 'production' })],
  ['one branch of a customized subject', gitHub('workflow:ci:ref:refs/heads/main')],
  ['a reusable workflow of the owner in the subject', gitHub(`job_workflow_ref:acme/${deploy}`)],
  ...(
    [
      ['actor:.*:repo:acme@1/shop@2:ref:refs/heads/main', {}],
      ['ref:refs/heads/main:repository_id:2', {}],
      ['environment:production:actor:.*:repository_id:2', {}],
      ['actor:.*:environment:production:repo:acme@1/shop@2', {}],
      [`job_workflow_ref:acme/${deploy}:repository_owner_id:1`, {}],
      ['actor:.*:repository_id:2', { ref: 'refs/heads/main' }],
      ['actor:.*:repository_id:2', { ref_protected: 'true' }],
      ['actor:.*:repo:acme@1/shop@2:.*', { environment: 'production' }],
    ] as const
  ).map(([subject, claims]): [string, ClaimMatch] => [
    `the subject ${subject} with ${JSON.stringify(claims)}`,
    customized(subject, claims),
  ]),
  ['one job of Jenkins', jenkins('job/shop/job/main/')],
  ['two jobs of Jenkins', jenkins('job/shop/job/(main|release)/')],
  ['one job outside of folders', jenkins('job/deploy/')],
  ['one branch of Azure DevOps', azureDevOps('p://acme/shop/deploy', { rpo_ref: 'refs/heads/main' })],
  ['any pipeline on one branch', azureDevOps('p://acme/shop/.*', { rpo_ref: 'refs/heads/main' })],
  ...['auth0\\|5f7c8ec7c33c6c004bbafe82', 'auth0\\|(ada|bob)', '(?i:auth0\\|ada)', 'AbC123@clients'].map(
    (subject): [string, ClaimMatch] => [`${subject} of Auth0`, auth0(subject)],
  ),
  ['the accounts of an enterprise connection', auth0('samlp\\|acme-okta\\|.*')],
  ['the accounts of a domain', auth0('google-apps\\|.*@acme\\.example')],
  ['one account of Okta', accounts('https://acme.okta.com', '00u1a2b3c4d5e6f7g8h9')],
  ['the accounts of a domain of another server', accounts('https://id.acme.example', '.*@acme\\.example')],
  ['an apply of Terraform Enterprise', onServer('https://tfe.acme.example', terraform('apply'))],
  ['one account of a server', accounts('https://id.acme.example:8443/realms/acme', uuid)],
  ['one account of a user pool', accounts(cognito, uuid)],
  ['one application of a tenant', accounts(entra, uuid)],
  ...Object.entries({ oid: uuid, azp: uuid, groups: 'deployers' }).flatMap(([claim, text]) =>
    [cognito, entra, 'https://acme.eu.auth0.com/', 'https://keycloak/realms/acme'].map(
      (issuer): [string, ClaimMatch] => [`one ${claim} of ${issuer}`, { issuer, claims: { [claim]: text } }],
    ),
  ),
  ['the accounts of a cluster', accounts('https://k8s.acme.example', 'system:serviceaccount:shop:.*')],
  ['a tracked run of Spacelift', spacelift('TRACKED')],
  ['one branch of GitLab', gitLab('ref_type:branch:ref:main')],
  ['any protected branch of GitLab', gitLab('.*', { ref_protected: 'true' })],
  ['a protected environment of GitLab', gitLab('.*', { environment_protected: 'true' })],
  ['one branch of Bitbucket', bitbucket('.*', { branchName: 'main' })],
  ['one environment of Bitbucket', bitbucket(`\\{${uuid}\\}:\\{[0-9a-f-]{36}\\}`)],
  ['one branch of CircleCI', circleCi('heads/main')],
  ['one tag of CircleCI', circleCi('tags/v1')],
  ['one phase of HCP Terraform', terraform('apply')],
])('%s counts as reviewed', (_, policy) => {
  expect(findingsOfTrust('pull-request-can-write', policy)).toEqual([]);
});

test('a reusable workflow counts only if its owner is declared, and only at an exact ref', () => {
  const policy = gitHub('.*', { job_workflow_ref: `platform/${deploy}` });
  const declared = (owners: string[]) => ({ configuration: { owners } });
  expect(findingsOfTrust('pull-request-can-write', policy, declared(['github:acme']))).toHaveLength(1);
  expect(findingsOfTrust('pull-request-can-write', policy, declared(['github:acme', 'github:platform']))).toEqual([]);
  const anyRef = {
    ...gitHub('.*'),
    claim_patterns: { job_workflow_ref: '^acme/workflows/\\.github/workflows/deploy\\.yml@refs/heads/.*$' },
  };
  expect(findingsOfTrust('pull-request-can-write', anyRef)).toHaveLength(1);
});

test.each<[count: number, what: string, before: string, after: string]>([
  [1, 'more branches', 'ref:refs/heads/release/.*', 'ref:refs/heads/.*'],
  [1, 'other branches', 'ref:refs/heads/release/.*', 'ref:refs/heads/hotfix/.*'],
  [0, 'fewer branches', 'ref:refs/heads/.*', 'ref:refs/heads/release/.*'],
])('unreviewed code that could assume the identity before is reported %i times for %s', (count, _, before, after) => {
  expect(findingsOfTrust('pull-request-can-write', gitHub(after), { before: gitHub(before) })).toHaveLength(count);
});

test('unreviewed code of another repository is a finding, although that of the previous one could assume the identity', () => {
  const after = { ...gitHub(''), subject_pattern: '^repo:acme@1/sandbox@3:ref:refs/heads/.*$' };
  const before = gitHub('ref:refs/heads/.*');
  expect(findingsOfTrust('pull-request-can-write', after, { before })).toHaveLength(1);
});

test('the roles of the identity are a fact of their own, so that equal findings of several identities are one entry', () => {
  expect(findingsOfTrust('pull-request-can-write', gitHub('pull_request'))).toMatchObject([
    { holds: 'acme/writer in acme', reason: expect.stringContaining('which is acme/writer in acme: ') as unknown },
  ]);
});

test('the headline about a wider trust policy of an identity that reads names unreviewed pull requests', () => {
  const organization = (subject: object): EditedObjects & { acme: EditedObject } => ({
    acme: { type: 'group' },
    reader: { type: 'role', in: 'acme', values: { capabilities: ['groups.list'] } },
    ci: {
      type: 'identity',
      in: 'acme',
      values: { claim_match: { issuer: 'https://token.actions.githubusercontent.com', ...subject } },
    },
    grant: { type: 'role_binding', in: 'acme', identity: 'ci', role: 'reader' },
  });
  const [before, after] = [
    { subject: 'repo:acme@1/shop@2:ref:refs/heads/main' },
    { subject_pattern: '^repo:acme@1/shop@2:(ref:refs/heads/main|pull_request)$' },
  ].map(organization) as unknown as [EditedObjects, EditedObjects];
  const report = reviewEdit(before, after, { configuration: { owners: ['github:1'] } });
  expect(headline(report)).toMatch(
    /^More workloads can assume acme\/ci: .* An unreviewed pull request can assume it\.$/,
  );
});
