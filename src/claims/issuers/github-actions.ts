/**
 * GitHub Actions. Workflows of forks get no token; `pull_request_target` runs for them on the base branch and looks
 * like it. The owner of a repository can also customize the claims in its subject.
 */
import { GIT_REF, NUMBER, OWN_HOST, withClaims, type Issuer, type Reach, type Shape, type Texts } from './issuer';

const documentation = ['https://docs.github.com/en/actions/reference/security/oidc'];

const named = 'repo:{owner}/{repository}';
const immutable = 'repo:{owner}@{ownerId}/{repository}@{repositoryId}';

const LOGIN = '[0-9A-Za-z]+(-[0-9A-Za-z]+)*';
const REPOSITORY = '[0-9A-Za-z._-]+';
/** A value in a subject, where a colon is escaped. */
const VALUE = '([^:%\\x00-\\x1f]|%3A)+';
const REF = `refs/(heads|tags)/${GIT_REF.is}`;
const WORKFLOW = `\\.github/workflows/[^:@/]+\\.ya?ml@(${REF}|[0-9a-f]{40})`;

/** Claims that can be part of a subject and do not identify the owner of the repository. */
const freeClaims: Readonly<Record<string, string>> = {
  actor: LOGIN,
  actor_id: NUMBER.is,
  base_ref: GIT_REF.is,
  check_run_id: NUMBER.is,
  enterprise: LOGIN,
  enterprise_id: NUMBER.is,
  environment: VALUE,
  environment_node_id: '[0-9A-Za-z_=-]+',
  event_name: '[a-z_]+',
  head_ref: GIT_REF.is,
  // Anyone who can read a reusable workflow can call it.
  job_workflow_ref: `${LOGIN}/${REPOSITORY}/${WORKFLOW}`,
  job_workflow_sha: '[0-9a-f]{40}',
  ref: REF,
  ref_protected: 'true|false',
  ref_type: 'branch|tag',
  repository_visibility: 'public|private|internal',
  run_attempt: NUMBER.is,
  run_id: NUMBER.is,
  run_number: NUMBER.is,
  runner_environment: 'github-hosted|self-hosted',
  sha: '[0-9a-f]{40}',
  workflow: VALUE,
  workflow_sha: '[0-9a-f]{40}',
};
/** The claim `context` has no name in a subject: it is the ref, the environment, or one of these. */
const FREE = `(pull_request|repo_property_[0-9A-Za-z_]+:${VALUE}|${Object.entries(freeClaims)
  .map(([claim, value]) => `${claim}:(${value})`)
  .join('|')})`;
/** A subject contains each claim once. */
const TWICE = Object.keys(freeClaims)
  .map((claim) => `(^|:)${claim}:[^:]*(:[a-z_]+:[^:]*)?:${claim}:`)
  .join('|');

const variables: Readonly<Record<string, Texts>> = {
  first: { is: `${FREE}(:${FREE})*`, notEither: TWICE },
  owner: { is: LOGIN, longest: 39, ignoresCase: true },
  ownerId: NUMBER,
  repository: { is: REPOSITORY, not: '^\\.{1,2}$|(?i)\\.git$', longest: 100, ignoresCase: true },
  repositoryId: NUMBER,
  environment: { is: VALUE },
  number: NUMBER,
  branch: GIT_REF,
  tag: GIT_REF,
  workflow: { is: WORKFLOW },
  rest: { is: `(:${FREE})*`, notEither: TWICE },
  free: { is: `${FREE}(:${FREE})*`, notEither: TWICE },
};

const onBranch = (repo: string): Shape => ({
  sub: `${repo}:ref:refs/heads/{branch}`,
  ref: 'refs/heads/{branch}',
  ref_type: 'branch',
});
const onTag = (repo: string): Shape => ({
  sub: `${repo}:ref:refs/tags/{tag}`,
  ref: 'refs/tags/{tag}',
  ref_type: 'tag',
});
const pullRequest = (repo: string): Shape => ({
  sub: `${repo}:pull_request`,
  ref: 'refs/pull/{number}/merge',
  event_name: 'pull_request',
});
const environment = (repo: string): Shape => ({
  sub: `${repo}:environment:{environment}`,
  environment: '{environment}',
  ref: 'refs/heads/{branch}',
  ref_type: 'branch',
});

const common: Shape = {
  repository: '{owner}/{repository}',
  repository_owner: '{owner}',
  repository_id: '{repositoryId}',
  repository_owner_id: '{ownerId}',
};

/** Customized subjects with an owner or a repository, by the claim that contains it. */
const customized: Readonly<Record<string, string>> = {
  customOwner: 'repository_owner:{owner}{rest}',
  customOwnerId: 'repository_owner_id:{ownerId}{rest}',
  customRepository: `${named}{rest}`,
  customFullName: 'repository:{owner}/{repository}{rest}',
  customImmutable: `${immutable}{rest}`,
  customWorkflow: 'workflow_ref:{owner}/{repository}/{workflow}{rest}',
  customRepositoryId: 'repository_id:{repositoryId}{rest}',
};

const shapes = withClaims(common, {
  branch: onBranch(named),
  tag: onTag(named),
  pullRequest: pullRequest(named),
  environment: environment(named),
  immutableBranch: onBranch(immutable),
  immutableTag: onTag(immutable),
  immutablePullRequest: pullRequest(immutable),
  immutableEnvironment: environment(immutable),
  ...Object.fromEntries(Object.entries(customized).map(([name, sub]) => [name, { sub }])),
  ...Object.fromEntries(Object.entries(customized).map(([name, sub]) => [later(name), { sub: `{first}:${sub}` }])),
  custom: { sub: '{free}' },
});

/** The same subjects with other claims first: `include_claim_keys` has any order. */
function later(name: string): string {
  return `${name}Later`;
}

const byName = ['customOwner', 'customRepository', 'customFullName', 'customWorkflow'];

function hasIds(shape: string): boolean {
  return shape.startsWith('immutable');
}

const anybody: Reach = {
  id: 'anybody',
  who: 'any workflow of any repository on GitHub',
  outsider: true,
  // The repositories of a new owner have ids in their subjects.
  shapes: [...Object.keys(shapes).filter(hasIds), ...Object.keys(shapes).filter((name) => !hasIds(name))],
  chooses: ['owner', 'ownerId', 'repositoryId'],
};

const others: readonly Reach[] = [
  {
    id: 'same-owner',
    who: 'any workflow of other repositories of the same owner',
    outsider: false,
    shapes: Object.keys(shapes).filter((name) => name !== 'custom'),
    chooses: ['repository', 'repositoryId'],
  },
  {
    id: 'recycled-name',
    who: 'anyone who claims the name of the owner after its release',
    outsider: true,
    shapes: ['branch', 'tag', 'pullRequest', 'environment', ...byName, ...byName.map(later)],
    chooses: ['ownerId', 'repositoryId'],
  },
  {
    id: 'pull-request',
    who: 'anyone who can push any branch to the repository, including unreviewed pull requests',
    outsider: false,
    shapes: ['pullRequest', 'immutablePullRequest'],
  },
  {
    id: 'any-branch',
    who: 'anyone who can push a matching branch to the repository',
    outsider: false,
    shapes: ['branch', 'immutableBranch'],
    chooses: ['branch'],
  },
  {
    id: 'any-branch',
    who: 'anyone who can push any branch to the repository, unless the environment is protected',
    outsider: false,
    shapes: ['environment', 'immutableEnvironment'],
    chooses: ['branch'],
  },
  {
    id: 'any-tag',
    who: 'anyone who can push such a tag to the repository',
    outsider: false,
    shapes: ['tag', 'immutableTag'],
    chooses: ['tag'],
    besides: ['branch', 'immutableBranch'],
  },
];

export const githubActions: Issuer = {
  id: 'github-actions',
  name: 'GitHub Actions',
  documentation,
  variables,
  owner: 'owner',
  shapes: withClaims({ iss: 'https://token.actions.githubusercontent.com' }, shapes),
  hasAllSubjects: true,
  reaches: [{ ...anybody, whoByBeginning: 'anyone who registers a GitHub owner whose name begins with' }, ...others],
};

/** An enterprise with its own issuer. */
export const githubEnterpriseCloud: Issuer = {
  ...githubActions,
  id: 'github-enterprise-cloud',
  name: 'GitHub Actions, with the issuer of an enterprise',
  variables: { enterprise: { is: '[0-9a-z]+(-[0-9a-z]+)*' }, ...variables },
  shapes: withClaims(
    { iss: 'https://token.actions.githubusercontent.com/{enterprise}', enterprise: '{enterprise}' },
    shapes,
  ),
  reaches: [
    {
      id: 'anybody',
      who: 'any enterprise on GitHub',
      outsider: true,
      shapes: Object.keys(shapes),
      chooses: ['enterprise'],
    },
    { ...anybody, id: 'same-owner', who: 'any workflow of the enterprise', outsider: false },
    ...others,
  ],
};

function isImmutable(shape: string): boolean {
  return /immutable/i.test(shape);
}

/** GitHub Enterprise Server, which has no immutable subjects. */
export const githubEnterpriseServer: Issuer = {
  ...githubActions,
  id: 'github-enterprise-server',
  name: 'GitHub Enterprise Server',
  documentation: ['https://docs.github.com/en/enterprise-server@latest/actions/reference/security/oidc'],
  variables: { host: OWN_HOST, ...variables },
  hasAllSubjects: false,
  mustBeDeclared: true,
  shapes: withClaims(
    { iss: 'https://{host}/_services/token' },
    Object.fromEntries(Object.entries(shapes).filter(([name]) => !isImmutable(name))),
  ),
  // An administrator decides who gets an account.
  reaches: [anybody, ...others].map((reach) => ({
    ...reach,
    who: reach.who.replace('on GitHub', 'on the server'),
    outsider: false,
    shapes: reach.shapes.filter((name) => !isImmutable(name)),
    ...(reach.besides && { besides: ['branch'] }),
  })),
};
