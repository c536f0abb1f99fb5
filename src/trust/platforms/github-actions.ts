/**
 * GitHub Actions: jobs of a repository, by branch, tag, environment, pull request or workflow.
 *
 * GitHub Actions. Workflows of forks get no token; `pull_request_target` runs for them on the base branch and looks
 * like it. The owner of a repository can also customize the claims in its subject.
 */
import { bool, list, message } from '../../schema';
import {
  audienceText,
  broadFields,
  claimIn,
  exactly,
  given,
  issuerUrl,
  numberId,
  refName,
  text,
  textsIn,
  unescaped,
  type PinnedTrustProps,
  type Platform,
} from '../platform';
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
} from '../tokens/issuer';

/** The immutable ids of a repository on GitHub. */
export interface GitHubActionsIds {
  /** The id of the owner: `gh api repos/acme/shop --jq .owner.id` */
  readonly owner: string | number;
  /** The id of the repository: `gh api repos/acme/shop --jq .id` */
  readonly repository: string | number;
}

interface GitHubActionsRepository {
  /** The owner and the name of the repository, in the case that GitHub shows: `acme/shop`. */
  readonly repository: string;
  /**
   * True if the subjects of the repository contain its ids. This applies to repositories that were created, renamed or
   * transferred after 2026-07-15. The tokens of other repositories contain the ids as claims.
   *
   * @default true; false for an issuer of GitHub Enterprise Server
   */
  readonly immutableSubject?: boolean;
  /**
   * The issuer: `https://token.actions.githubusercontent.com/ENTERPRISE` for an enterprise with its own issuer, and
   * `https://HOST/_services/token` for GitHub Enterprise Server.
   *
   * @default 'https://token.actions.githubusercontent.com'
   */
  readonly issuer?: string;
  /**
   * The audience that the job requests.
   *
   * @default - the host name of the authentication service
   */
  readonly audience?: string;
}

/** The jobs of a repository: exactly one of branch, tag, environment, pull requests, or workflow. */
export type GitHubActionsJobs =
  | {
      /** The branch of the run: `main`. */
      readonly branch: string;
      /** The file of the workflow, or several: `deploy.yml`. @default - any workflow on the branch */
      readonly workflow?: string | readonly string[];
      readonly tag?: undefined;
      readonly environment?: undefined;
      readonly pullRequest?: undefined;
    }
  | {
      /** The tag of the run: `v1.2.0`. */
      readonly tag: string;
      /** The file of the workflow, or several: `deploy.yml`. @default - any workflow on the tag */
      readonly workflow?: string | readonly string[];
      readonly branch?: undefined;
      readonly environment?: undefined;
      readonly pullRequest?: undefined;
    }
  | {
      /** The environment of the job: `production`. Any branch can use an environment that has no protection rules. */
      readonly environment: string;
      /** The branch of the run. @default - any branch and tag that the environment accepts */
      readonly branch: string;
      /** The file of the workflow, or several: `deploy.yml`. @default - any workflow on the branch */
      readonly workflow?: string | readonly string[];
      readonly tag?: undefined;
      readonly pullRequest?: undefined;
    }
  | {
      /** The environment of the job: `production`. Any branch can use an environment that has no protection rules. */
      readonly environment: string;
      readonly branch?: undefined;
      readonly workflow?: undefined;
      readonly tag?: undefined;
      readonly pullRequest?: undefined;
    }
  | {
      /** True for pull requests from branches of the repository, including unreviewed ones. Forks get no token. */
      readonly pullRequest: true;
      readonly branch?: undefined;
      readonly tag?: undefined;
      readonly environment?: undefined;
      readonly workflow?: undefined;
    }
  | {
      /** The file of a workflow and its ref, for every event and environment: `deploy.yml@refs/heads/main`. */
      readonly workflow: WorkflowAtRef | readonly WorkflowAtRef[];
      readonly branch?: undefined;
      readonly tag?: undefined;
      readonly environment?: undefined;
      readonly pullRequest?: undefined;
    };

/** The file of a workflow and its ref: `deploy.yml@refs/heads/main`. */
export type WorkflowAtRef = `${string}@refs/${'heads' | 'tags'}/${string}`;

/** The props of `Trust.gitHubActions`. */
export type GitHubActionsTrustProps = GitHubActionsRepository & GitHubActionsJobs & PinnedTrustProps<GitHubActionsIds>;

/** The checked props: one of the jobs is given. */
interface Checked {
  readonly repository: string;
  readonly ids?: { readonly owner: string; readonly repository: string };
  readonly branch?: string;
  readonly tag?: string;
  readonly environment?: string;
  readonly pullRequest?: true;
  readonly workflow?: readonly string[];
  readonly immutableSubject?: boolean;
  readonly issuer?: string;
  readonly audience?: string;
}

const ISSUER = 'https://token.actions.githubusercontent.com';

/** A subject, or the text of its pattern: owner, repository, the id of each, and the job. */
const SUBJECT = /^\^?repo:([^@/:]+)(?:@(\d+))?\/([^@/:]+)(?:@(\d+))?:(.+)$/;

/** Returns false for GitHub Enterprise Server. */
function hasImmutableSubjects(issuer = ''): boolean {
  return !issuer.endsWith('/_services/token');
}

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

const githubActionsTokens: Issuer = {
  id: 'github-actions',
  name: 'GitHub Actions',
  documentation,
  variables,
  platform: 'github',
  owner: 'owner',
  ownerId: 'ownerId',
  whose: { repository_owner: 'owner', repository_owner_id: 'ownerId', repository_id: 'repositoryId' },
  code: { owner: 'calledOwner', rest: 'called' },
  shapes: withClaims({ iss: 'https://token.actions.githubusercontent.com' }, shapes),
  hasAllSubjects: true,
  ownAudience: 'https://github.com/{owner}',
  furtherClaims: `${Object.keys(freeClaims).join('|')}|workflow_ref|issuer_scope|context|repo|repo_property_.+`,
  review:
    'On GitHub, an exact branch or environment, `ref_protected` = `true`, or an exact `job_workflow_ref` of your own proves a review',
  reaches: [{ ...anybody, whoByBeginning: 'anyone who registers a GitHub owner whose name begins with' }, ...others],
};

/** An enterprise with its own issuer. */
const githubEnterpriseCloudTokens: Issuer = {
  ...githubActionsTokens,
  id: 'github-enterprise-cloud',
  name: 'GitHub Actions, with the issuer of an enterprise',
  variables: { enterprise: { is: '[0-9a-z]+(-[0-9a-z]+)*' }, ...variables },
  whose: { ...githubActionsTokens.whose, enterprise: 'enterprise' },
  mustBeDeclared: true,
  shapes: withClaims(
    { iss: 'https://token.actions.githubusercontent.com/{enterprise}', enterprise: '{enterprise}' },
    shapes,
  ),
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
const githubEnterpriseServerTokens: Issuer = {
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

/**
 * Accepts jobs of a repository on GitHub Actions.
 *
 * @see https://docs.github.com/en/actions/reference/security/oidc
 * @example
 * Trust.gitHubActions({ repository: 'acme/shop', environment: 'production', ids: { owner: 1234, repository: 7890 } });
 */
export const gitHubActions: Platform<Checked> = {
  place: 1,
  title: 'GitHub Actions',
  issuers: [githubActionsTokens, githubEnterpriseCloudTokens, githubEnterpriseServerTokens],
  fields: {
    repository: text(
      'required',
      'OWNER/REPOSITORY, for example acme/shop',
      '[0-9A-Za-z]+(?:-[0-9A-Za-z]+)*/(?!\\.{1,2}$)[0-9A-Za-z._-]{1,100}',
    ),
    ids: message(['optional'], 'The immutable ids.', {
      owner: numberId('required'),
      repository: numberId('required'),
    }),
    branch: refName('branch'),
    tag: refName('tag'),
    environment: text('optional', 'the name of one environment, without wildcards', '[^%*\\x00-\\x1f]{1,255}'),
    pullRequest: bool(['optional'], 'Pull requests from branches of the repository.'),
    workflow: list(['optional'], 'Files of workflows.', {
      is: 'string',
      pattern: '^[^:@/*]+\\.ya?ml(?:@refs/(?:heads|tags)/[^\\s:*]+)?$',
      inWords: 'the file of a workflow, for example deploy.yml or deploy.yml@refs/heads/main',
    }),
    immutableSubject: bool(['optional'], 'True if subjects contain the ids.'),
    issuer: issuerUrl('optional'),
    audience: audienceText('optional'),
    ...broadFields,
  },
  computed: { ids: { owner: '1', repository: '1' }, issuer: ISSUER, audience: 'audience' },
  problems: ({ branch, tag, environment, pullRequest, workflow }) => {
    const jobs = [branch, tag, pullRequest || undefined].filter((one) => one !== undefined);
    if (jobs.length === 0 && environment === undefined && workflow === undefined)
      return ['exactly one of branch, tag, environment, pullRequest, workflow must be given, found none'];
    if (jobs.length > 1) return ['at most one of branch, tag, pullRequest can be given'];
    if (pullRequest === true && (environment ?? workflow) !== undefined)
      return ['pullRequest cannot be combined with environment or workflow: anyone who opens one can change both'];
    if (tag !== undefined && environment !== undefined) return ['at most one of tag, environment can be given'];
    const files = workflow ?? [];
    const hasRef = (branch ?? tag) !== undefined;
    if (hasRef && files.some((file) => file.includes('@')))
      return ['workflow must have no ref next to branch or tag: write `deploy.yml`'];
    if (!hasRef && files.some((file) => !file.includes('@')))
      return [
        'workflow needs a branch or a tag, because anyone who pushes a branch can change the file there. Add branch, or write `deploy.yml@refs/heads/main`',
      ];
    return [];
  },
  policy: (props) => {
    const { repository, ids, branch, tag, environment, pullRequest, workflow, audience } = props;
    const { issuer = ISSUER, immutableSubject = hasImmutableSubjects(issuer) } = props;
    const [owner = '', name = ''] = repository.split('/');
    const isNumbered = immutableSubject && ids !== undefined;
    const subjectOf = (text: (name: string) => string): string =>
      isNumbered ? `repo:${text(owner)}@${ids.owner}/${text(name)}@${ids.repository}` : `repo:${text(repository)}`;
    const subject = subjectOf(String);
    const ref = branch !== undefined ? `refs/heads/${branch}` : tag !== undefined ? `refs/tags/${tag}` : undefined;
    const files = workflow?.map((file) => `${repository}/.github/workflows/${file}${ref ? `@${ref}` : ''}`);
    const { claims, claimPatterns } = files === undefined ? {} : claimIn('workflow_ref', files);
    const kept = {
      ...(isNumbered ? {} : given({ repository_owner_id: ids?.owner, repository_id: ids?.repository })),
      ...(environment === undefined ? {} : given({ ref })),
      ...claims,
    };
    const rest = { issuer, ...given({ audience }), claims: kept, ...(claimPatterns && { claimPatterns }) };
    // GitHub escapes the only character that separates the parts of a subject.
    if (environment !== undefined)
      return { claimMatch: { ...rest, subject: `${subject}:environment:${environment.replaceAll(':', '%3A')}` } };
    if (pullRequest === true) return { claimMatch: { ...rest, subject: `${subject}:pull_request` } };
    if (ref !== undefined) return { claimMatch: { ...rest, subject: `${subject}:ref:${ref}` } };
    return { claimMatch: { ...rest, subjectPattern: `^${subjectOf(exactly)}:.+$` } };
  },
  propsOf: ({ claimMatch: { issuer, audience, subject, subjectPattern, claims = {}, claimPatterns = {} } = {} }) => {
    const [, owner = '', ownerId, name = '', id, job = ''] = SUBJECT.exec(subject ?? unescaped(subjectPattern)) ?? [];
    const isNumbered = ownerId !== undefined;
    const ids = isNumbered
      ? { owner: ownerId, repository: id }
      : { owner: claims['repository_owner_id'], repository: claims['repository_id'] };
    const [, environment] = /^environment:(.+)$/.exec(job) ?? [];
    const ref = environment === undefined ? job.replace(/^ref:/, '') : claims['ref'];
    const [, type, refName] = /^refs\/(heads|tags)\/(.+)$/.exec(ref ?? '') ?? [];
    const files = textsIn('workflow_ref', { claims, claimPatterns });
    const folder = `${owner}/${name}/.github/workflows/`;
    const workflow = files.map((file) => file.slice(folder.length).replace(refName ? `@${ref}` : '', ''));
    return {
      repository: `${owner}/${name}`,
      branch: type === 'heads' ? refName : undefined,
      tag: type === 'tags' ? refName : undefined,
      environment: environment?.replaceAll('%3A', ':'),
      pullRequest: job === 'pull_request' || undefined,
      workflow: files.length === 0 ? undefined : workflow,
      ids,
      immutableSubject: isNumbered === hasImmutableSubjects(issuer) ? undefined : isNumbered,
      issuer: issuer === ISSUER ? undefined : issuer,
      audience,
    };
  },
  owners: ({ repository }) => [repository.split('/')[0] ?? ''],
  narrow: 'Add ids: `gh api repos/OWNER/NAME --jq ".owner.id, .id"` prints them',
};
