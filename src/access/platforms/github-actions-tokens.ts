/**
 * The tokens of GitHub Actions, and the people who can obtain them. Workflows of forks get no token; `pull_request_target` runs for
 * them on the base branch and looks like it. The owner of a repository can also customize the claims in its subject.
 */
import {
  GIT_REF,
  NEVER,
  NUMBER,
  OWN_HOST,
  withClaims,
  type Issuer,
  type Reach,
  type Shape,
  type Texts,
} from './issuer';

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
/** The same without claims that a pusher cannot choose, or that name a branch or an environment. */
const LOOSE = Object.entries(freeClaims)
  .filter(
    ([claim]) =>
      !['ref', 'ref_protected', 'environment', 'environment_node_id', 'job_workflow_ref', 'job_workflow_sha'].includes(
        claim,
      ),
  )
  .map(([claim, value]) => `${claim}:(${value})`)
  .join('|');
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
  pullRequestEvent: { is: 'pull_request(_[a-z_]+)?' },
  branch: GIT_REF,
  tag: GIT_REF,
  workflow: { is: WORKFLOW },
  rest: { is: `(:${FREE})*`, notEither: TWICE },
  /** Without the subjects of a branch, a tag, an environment and a pull request, which have shapes of their own. */
  restOfRepository: { is: `(:${FREE})*`, not: '^:(ref|environment):[^:]*$|^:pull_request$', notEither: TWICE },
  /** Claims of a customized subject that prove no review. */
  loose: { is: `(:(${LOOSE}))*`, notEither: TWICE },
  protection: { is: 'true|false' },
  never: NEVER,
  /** A reusable workflow, or the workflow of the run. */
  calledOwner: { is: LOGIN, longest: 39, ignoresCase: true },
  called: { is: `${REPOSITORY}/${WORKFLOW}` },
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
  event_name: '{pullRequestEvent}',
});
const environment = (repo: string): Shape => ({
  sub: `${repo}:environment:{environment}`,
  environment: '{environment}',
  ref: 'refs/heads/{branch}',
  ref_type: 'branch',
});

/** The subject of a job with an environment names it. */
const withoutEnvironment: Shape = { environment: '{never}' };

const common: Shape = {
  repository: '{owner}/{repository}',
  repository_owner: '{owner}',
  repository_id: '{repositoryId}',
  repository_owner_id: '{ownerId}',
  ref_protected: '{protection}',
  job_workflow_ref: '{calledOwner}/{called}',
};

/** Customized subjects with an owner or a repository, by the claim that contains it. */
const customized: Readonly<Record<string, string>> = {
  customOwner: 'repository_owner:{owner}{rest}',
  customOwnerId: 'repository_owner_id:{ownerId}{rest}',
  customRepository: `${named}{restOfRepository}`,
  customFullName: 'repository:{owner}/{repository}{rest}',
  customImmutable: `${immutable}{restOfRepository}`,
  customWorkflow: 'workflow_ref:{owner}/{repository}/{workflow}{rest}',
  customRepositoryId: 'repository_id:{repositoryId}{rest}',
};

/** Customized subjects that contain no branch and no environment. */
const unreviewed: Readonly<Record<string, Shape>> = Object.fromEntries(
  Object.entries(customized)
    .filter(([name]) => name.includes('Repository') || name === 'customFullName' || name === 'customImmutable')
    .map(([name, sub]) => [`${name}Loose`, { ...onBranch(''), sub: sub.replace(/\{rest\w*\}/, '{loose}') }]),
);

/** Jobs with an environment on other refs: nobody reaches more with them. */
const deployments: Readonly<Record<string, Shape>> = Object.fromEntries(
  Object.entries({ named, immutable }).flatMap(([name, repo]) =>
    [onTag(repo), pullRequest(repo)].map((shape, index) => [
      `${name}Deployment${index}`,
      { ...shape, sub: environment(repo)['sub'] ?? '', environment: '{environment}' },
    ]),
  ),
);

const UNPROTECTED = { protection: 'false' };

const shapes = withClaims(common, {
  branch: { ...onBranch(named), ...withoutEnvironment },
  tag: { ...onTag(named), ...withoutEnvironment },
  pullRequest: { ...pullRequest(named), ...withoutEnvironment },
  environment: environment(named),
  immutableBranch: { ...onBranch(immutable), ...withoutEnvironment },
  immutableTag: { ...onTag(immutable), ...withoutEnvironment },
  immutablePullRequest: { ...pullRequest(immutable), ...withoutEnvironment },
  immutableEnvironment: environment(immutable),
  ...Object.fromEntries(Object.entries(customized).map(([name, sub]) => [name, { sub }])),
  ...Object.fromEntries(Object.entries(customized).map(([name, sub]) => [later(name), { sub: `{first}:${sub}` }])),
  custom: { sub: '{free}' },
  ...unreviewed,
  ...deployments,
});

/** The same subjects with other claims first: `include_claim_keys` has any order. */
function later(name: string): string {
  return `${name}Later`;
}

const byName = ['customOwner', 'customRepository', 'customFullName', 'customWorkflow'];

function hasIds(shape: string): boolean {
  return shape.startsWith('immutable');
}

/** A looser subject is one of the customized ones. */
const strangers = Object.keys(shapes).filter((name) => !(name in unreviewed) && !(name in deployments));

const anybody: Reach = {
  id: 'anybody',
  who: 'any workflow of any repository on GitHub',
  outsider: true,
  // The repositories of a new owner have ids in their subjects.
  shapes: [...strangers.filter(hasIds), ...strangers.filter((name) => !hasIds(name))],
  chooses: ['owner', 'ownerId', 'repositoryId'],
};

/** An exact reusable workflow runs its own code, on every branch that calls it. */
const unreviewedReaches: readonly Reach[] = [
  {
    id: 'pull-request',
    who: 'anyone who can push any branch to the repository, including unreviewed pull requests',
    outsider: false,
    shapes: ['pullRequest', 'immutablePullRequest'],
    chooses: ['called'],
    requires: UNPROTECTED,
  },
  {
    id: 'any-branch',
    who: 'anyone who can push a matching branch to the repository',
    outsider: false,
    shapes: ['branch', 'immutableBranch'],
    chooses: ['branch', 'called'],
    requires: UNPROTECTED,
  },
  {
    id: 'any-branch',
    who: 'anyone who can push any branch to the repository, and use an environment without protection rules',
    outsider: false,
    shapes: ['environment', 'immutableEnvironment'],
    chooses: ['environment', 'branch', 'called'],
    requires: UNPROTECTED,
  },
  {
    id: 'any-branch',
    who: 'anyone who can push any branch to the repository, whose subjects are customized',
    outsider: false,
    shapes: Object.keys(unreviewed),
    chooses: ['branch', 'called'],
    requires: UNPROTECTED,
  },
  {
    id: 'any-tag',
    who: 'anyone who can push such a tag to the repository',
    outsider: false,
    shapes: ['tag', 'immutableTag'],
    chooses: ['tag', 'called'],
    requires: UNPROTECTED,
    otherShapes: ['branch', 'immutableBranch'],
  },
];

/** The same with the code of a reusable workflow of another owner. */
function ofOtherCode(reach: Reach): Reach {
  const { who, chooses = [] } = reach;
  const others = chooses.map((variable) => (variable === 'called' ? 'calledOwner' : variable));
  return { ...reach, who: `${who}, with a reusable workflow of another owner`, chooses: others };
}

const others: readonly Reach[] = [
  {
    id: 'same-owner',
    who: 'any workflow of other repositories of the same owner',
    outsider: false,
    shapes: Object.keys(shapes).filter((name) => name !== 'custom' && !(name in unreviewed) && !(name in deployments)),
    chooses: ['repository', 'repositoryId'],
  },
  {
    id: 'recycled-name',
    who: 'anyone who claims the name of the owner after its release',
    outsider: true,
    shapes: ['branch', 'tag', 'pullRequest', 'environment', ...byName, ...byName.map(later)],
    chooses: ['ownerId', 'repositoryId'],
  },
  ...unreviewedReaches,
  ...unreviewedReaches.map(ofOtherCode),
];

const ISSUER = 'https://token.actions.githubusercontent.com';
/** Subjects of a branch, a tag or an environment, without rare characters. */
const USUAL_SUBJECT =
  /^repo:(?=[^/]{1,39}\/)[0-9A-Za-z]+(?:-[0-9A-Za-z]+)*\/[0-9A-Za-z_-]{1,100}:(?:ref:refs\/(?:heads|tags)\/\w+(?:[/-]\w+)*|environment:[\w-]+)$/;

export const githubActionsTokens: Issuer = {
  id: 'github-actions',
  name: 'GitHub Actions',
  documentation,
  variables,
  platform: 'github',
  owner: 'owner',
  ownerId: 'ownerId',
  whose: { repository_owner: 'owner', repository_owner_id: 'ownerId', repository_id: 'repositoryId' },
  code: { owner: 'calledOwner', rest: 'called' },
  shapes: withClaims({ iss: ISSUER }, shapes),
  hasAllSubjects: true,
  usual: { iss: ISSUER, sub: USUAL_SUBJECT },
  ownAudience: 'https://github.com/{owner}',
  furtherClaims: `${Object.keys(freeClaims).join('|')}|workflow_ref|issuer_scope|context|repo|repo_property_.+`,
  review:
    'On GitHub, an exact branch or environment, `ref_protected` = `true`, or an exact `job_workflow_ref` of your own proves a review',
  reaches: [{ ...anybody, whoByBeginning: 'anyone who registers a GitHub owner whose name begins with' }, ...others],
};

/** An enterprise with its own issuer. */
export const githubEnterpriseCloudTokens: Issuer = {
  ...githubActionsTokens,
  id: 'github-enterprise-cloud',
  name: 'GitHub Actions, with the issuer of an enterprise',
  variables: { enterprise: { is: '[0-9a-z]+(-[0-9a-z]+)*' }, ...variables },
  whose: { ...githubActionsTokens.whose, enterprise: 'enterprise' },
  mustBeDeclared: true,
  shapes: withClaims({ iss: `${ISSUER}/{enterprise}`, enterprise: '{enterprise}' }, shapes),
  reaches: [
    {
      id: 'anybody',
      who: 'any enterprise on GitHub',
      outsider: true,
      shapes: strangers,
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
export const githubEnterpriseServerTokens: Issuer = {
  ...githubActionsTokens,
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
    ...(reach.otherShapes && { otherShapes: ['branch'] }),
  })),
};
