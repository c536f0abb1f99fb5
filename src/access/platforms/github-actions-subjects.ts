/**
 * The subjects of GitHub Actions, and the claims of each. The owner of a repository can customize the claims in its subject: any
 * claims in any order, with the owner or the repository among them.
 */
import { GIT_REF, NEVER, NUMBER, withClaims, type TokenShape, type Texts } from './issuer';

const named = 'repo:{owner}/{repository}';
const immutable = 'repo:{owner}@{ownerId}/{repository}@{repositoryId}';

const LOGIN = '[0-9A-Za-z]+(-[0-9A-Za-z]+)*';
const REPOSITORY = '[0-9A-Za-z._-]+';
/** A value in a subject, where a colon is escaped. */
const VALUE = '([^:%\\x00-\\x1f]|%3A)+';
const REF = `refs/(heads|tags)/${GIT_REF.is}`;
/** A run of a pull request has the files of its merge. */
const WORKFLOW = `\\.github/workflows/[^:@/]+\\.ya?ml@(${REF}|refs/pull/[1-9][0-9]*/merge|[0-9a-f]{40})`;

/** Claims that can be part of a subject and do not identify the owner of the repository. */
export const freeClaims: Readonly<Record<string, string>> = {
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
const PROPERTY = `repo_property_[0-9A-Za-z_]+:(${VALUE})`;
/** The claim `context` has no name in a subject: it is the ref, the environment, or one of these. */
const FREE = `(pull_request|${PROPERTY}|${Object.entries(freeClaims)
  .map(([claim, value]) => `${claim}:(${value})`)
  .join('|')})`;
/** The same without claims that a pusher cannot choose, or that name a branch, an environment or a workflow. */
const LOOSE = [
  PROPERTY,
  ...Object.entries(freeClaims)
    .filter(
      ([claim]) =>
        ![
          'ref',
          'ref_protected',
          'environment',
          'environment_node_id',
          'job_workflow_ref',
          'job_workflow_sha',
        ].includes(claim),
    )
    .map(([claim, value]) => `${claim}:(${value})`),
].join('|');
const UNNAMED_WORKFLOW = '\\.github/workflows/[^:@/]+\\.ya?ml@refs/heads/any-ref';
/** Refs, environments and workflows with a name that nobody means: a pattern that accepts it accepts every name of this form. */
const UNNAMED = [
  `ref:refs/(heads|tags)/(${GIT_REF.is})?any-ref`,
  `environment:(${VALUE})?any-environment`,
  `job_workflow_ref:${LOGIN}/${REPOSITORY}/${UNNAMED_WORKFLOW}`,
].join('|');
const UNREVIEWED = `pull_request|${LOOSE}|${UNNAMED}`;
/** A subject contains each claim once. */
const TWICE = Object.keys(freeClaims)
  .map((claim) => `(^|:)${claim}:[^:]*(:[a-z_]+:[^:]*)?:${claim}:`)
  .join('|');

/** In the order of their positions in every claim. */
export const variables: Readonly<Record<string, Texts>> = {
  first: { is: `${FREE}(:${FREE})*`, notEither: TWICE },
  /** Claims in front of the repository that prove no review. */
  earlier: { is: `(${UNREVIEWED})(:(${UNREVIEWED}))*`, notEither: TWICE },
  owner: { is: LOGIN, longest: 39, ignoresCase: true },
  ownerId: NUMBER,
  repository: { is: REPOSITORY, not: '^\\.{1,2}$|(?i)\\.git$', longest: 100, ignoresCase: true },
  repositoryId: NUMBER,
  workflow: { is: WORKFLOW },
  unnamedWorkflow: { is: UNNAMED_WORKFLOW },
  /** Claims of a customized subject that prove no review. */
  loose: { is: `(:(${LOOSE}))*`, notEither: TWICE },
  /** GitHub ignores the case of these names: `Prod` and `prod` have the same protection rules. */
  environment: { is: VALUE, ignoresCase: true },
  number: NUMBER,
  pullRequestEvent: { is: 'pull_request(_[a-z_]+)?' },
  branch: GIT_REF,
  tag: GIT_REF,
  rest: { is: `(:${FREE})*`, notEither: TWICE },
  /** Without the subjects of a branch, a tag, an environment and a pull request, which have shapes of their own. */
  restOfRepository: { is: `(:${FREE})*`, not: '^:(ref|environment):[^:]*$|^:pull_request$', notEither: TWICE },
  protection: { is: 'true|false' },
  never: NEVER,
  /** A reusable workflow, or the workflow of the run. */
  calledOwner: { is: LOGIN, longest: 39, ignoresCase: true },
  called: { is: `${REPOSITORY}/${WORKFLOW}` },
  /** The workflow of the run. */
  started: { is: `${LOGIN}/${REPOSITORY}/${WORKFLOW}` },
  /** The same as `loose`, behind another claim. */
  looser: { is: `(:(${LOOSE}))*`, notEither: TWICE },
  free: { is: `${FREE}(:${FREE})*`, notEither: TWICE },
  /** Claims behind the repository that prove no review. */
  behind: { is: `(:(${UNREVIEWED}))*`, notEither: TWICE },
  /** Several of them. A list without the same claim twice comes first, because to exclude the others is expensive. */
  several: { is: `:pull_request(:(${LOOSE}))+|(:(${LOOSE}))*:(${UNNAMED})(:(${UNREVIEWED}))+`, notEither: TWICE },
};

const onBranch = (repo: string): TokenShape => ({
  sub: `${repo}:ref:refs/heads/{branch}`,
  ref: 'refs/heads/{branch}',
  ref_type: 'branch',
});
const onTag = (repo: string): TokenShape => ({
  sub: `${repo}:ref:refs/tags/{tag}`,
  ref: 'refs/tags/{tag}',
  ref_type: 'tag',
});
const pullRequest = (repo: string): TokenShape => ({
  sub: `${repo}:pull_request`,
  ref: 'refs/pull/{number}/merge',
  event_name: '{pullRequestEvent}',
});
const environment = (repo: string): TokenShape => ({
  sub: `${repo}:environment:{environment}`,
  environment: '{environment}',
  ref: 'refs/heads/{branch}',
  ref_type: 'branch',
});

/** The subject of a job with an environment names it. */
const withoutEnvironment: TokenShape = { environment: '{never}' };

const common: TokenShape = {
  repository: '{owner}/{repository}',
  repository_owner: '{owner}',
  repository_id: '{repositoryId}',
  repository_owner_id: '{ownerId}',
  ref_protected: '{protection}',
  job_workflow_ref: '{calledOwner}/{called}',
  workflow_ref: '{started}',
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

const endWith = (sub: string, end: string): string => sub.replace(/\{rest\w*\}/, end);

/** The ends of customized subjects of jobs on a branch that somebody pushes. */
const ENDS: Readonly<Record<string, string>> = {
  Loose: '{loose}',
  Environment: '{loose}:environment:{environment}{looser}',
  Ref: '{loose}:ref:refs/heads/{branch}{looser}',
  Called: '{loose}:job_workflow_ref:{calledOwner}/{called}{looser}',
};

const onAny: TokenShape = { ...onBranch(''), environment: '{environment}' };

/** A job can have an environment that its customized subject does not contain, but not with the subject of a branch. */
const unreviewed: Readonly<Record<string, TokenShape>> = Object.fromEntries(
  Object.entries(customized).flatMap(([name, sub]) =>
    Object.entries(ENDS).map(([end, rest]) => [
      `${name}${end}`,
      { ...onAny, ...(end === 'Ref' && withoutEnvironment), sub: endWith(sub, rest) },
    ]),
  ),
);

/** Customized subjects of such jobs with several claims in any order. */
export const anyOrder: Readonly<Record<string, TokenShape>> = Object.fromEntries(
  Object.entries(customized).flatMap(([name, sub]) => {
    const own = sub.replace('{workflow}', '{unnamedWorkflow}');
    return [
      [`${name}Several`, { ...onAny, sub: endWith(own, '{several}') }],
      [`${name}Earlier`, { ...onAny, sub: `{earlier}:${endWith(own, '{behind}')}` }],
    ];
  }),
);

/** Returns the names of the customized subjects with an end. */
export function endingIn(end: string): readonly string[] {
  return Object.keys(customized).map((name) => `${name}${end}`);
}

/** Jobs with an environment on other refs. */
export const deployments: Readonly<Record<string, TokenShape>> = Object.fromEntries(
  Object.entries({ named, immutable }).flatMap(([name, repo]) =>
    [onTag(repo), pullRequest(repo)].map((shape, index) => [
      `${name}Deployment${index}`,
      { ...shape, sub: environment(repo)['sub'] ?? '', environment: '{environment}' },
    ]),
  ),
);

/** Every subject, by name. */
export const shapes = withClaims(common, {
  branch: { ...onBranch(named), ...withoutEnvironment },
  tag: { ...onTag(named), ...withoutEnvironment },
  pullRequest: { ...pullRequest(named), ...withoutEnvironment },
  environment: environment(named),
  immutableBranch: { ...onBranch(immutable), ...withoutEnvironment },
  immutableTag: { ...onTag(immutable), ...withoutEnvironment },
  immutablePullRequest: { ...pullRequest(immutable), ...withoutEnvironment },
  immutableEnvironment: environment(immutable),
  ...Object.fromEntries(Object.entries(customized).map(([name, sub]) => [name, { sub }])),
  ...Object.fromEntries(
    Object.entries(customized).map(([name, sub]) => [later(name), { sub: `{first}:${endWith(sub, '{rest}')}` }]),
  ),
  custom: { sub: '{free}' },
  ...unreviewed,
  ...anyOrder,
  ...deployments,
});

/** The same subjects with other claims first: `include_claim_keys` has any order. */
export function later(name: string): string {
  return `${name}Later`;
}

/** The customized subjects with a name that somebody can claim after its release. */
export const byName = ['customOwner', 'customRepository', 'customFullName', 'customWorkflow'];

export function hasIds(shape: string): boolean {
  return shape.startsWith('immutable');
}

/** The names of the subjects without those that are special cases of others. */
export const generalShapes = Object.keys(shapes).filter(
  (name) => !(name in unreviewed) && !(name in anyOrder) && !(name in deployments),
);
