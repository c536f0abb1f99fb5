/**
 * The tokens of GitLab CI, on gitlab.com and on a server of one's own, and the people who can obtain them. Only `ref_type`
 * distinguishes branches from tags. Until 18.2.2 the pipeline of a fork's merge request, run in the parent project, had the
 * parent's subject.
 */
import {
  describeClaimants,
  GIT_REF,
  NUMBER,
  OWN_HOST,
  type OwnerInWords,
  toCreatorReach,
  withClaims,
  type Issuer,
  type TokenReach,
  type TokenShape,
  type Texts,
} from './issuer';

const OWNER_IN_WORDS: OwnerInWords = ['path', 'group'];

/** A segment of a path. */
export const SEGMENT = '[0-9A-Za-z_](?:[0-9A-Za-z_.-]*[0-9A-Za-z_-])?';

const variables: Readonly<Record<string, Texts>> = {
  group: { is: SEGMENT, ignoresCase: true },
  namespaceId: NUMBER,
  subgroups: { is: `(/${SEGMENT})*`, ignoresCase: true },
  project: { is: SEGMENT, ignoresCase: true },
  projectId: NUMBER,
  rest: {
    is: '(:[a-z_]+:[^:]+)*',
    not: ':(ref|ref_type|ref_path|project_path|project_id|namespace_path|namespace_id):',
  },
  branch: GIT_REF,
  tag: GIT_REF,
  protection: { is: 'true|false' },
  environmentProtection: { is: 'true|false' },
};

const UNPROTECTED = { protection: 'false', environmentProtection: 'false' };

const path = '{group}{subgroups}/{project}';

/** Returns the subjects that a project can choose: its path, alone or with the ref and its type. */
function createSubjects(type: 'branch' | 'tag', folder: string): Readonly<Record<string, TokenShape>> {
  const claims: TokenShape = { ref: `{${type}}`, ref_type: type, ref_path: `refs/${folder}/{${type}}` };
  const endings = [':ref_type:T:ref:{T}', ':ref:{T}:ref_type:T', ':ref:{T}', ':ref_type:T', '{rest}'];
  const subjects = endings.map((ending) => `project_path:${path}${ending.replaceAll('T', type)}`);
  return Object.fromEntries(subjects.map((sub, index) => [`${type}${index || ''}`, { ...claims, sub }]));
}

const onBranch = createSubjects('branch', 'heads');
const onTag = createSubjects('tag', 'tags');
const ON_BRANCH = Object.keys(onBranch);
const ON_TAG = Object.keys(onTag);

const shapes = withClaims(
  {
    project_path: path,
    project_id: '{projectId}',
    namespace_path: '{group}{subgroups}',
    namespace_id: '{namespaceId}',
    ref_protected: '{protection}',
    environment_protected: '{environmentProtection}',
  },
  { ...onBranch, ...onTag },
);

const within: readonly TokenReach[] = [
  ...(['project', 'subgroups'] as const).map((chosen): TokenReach => ({
    id: 'same-owner',
    who: 'any pipeline of other projects of the same group',
    shapes: [...ON_BRANCH, ...ON_TAG],
    chooses: [chosen, 'projectId'],
  })),
  {
    id: 'any-branch',
    who: 'anyone who can push a matching branch to the project',
    shapes: ON_BRANCH,
    chooses: ['branch'],
    requires: UNPROTECTED,
  },
  {
    id: 'any-tag',
    who: 'anyone who can push such a tag to the project',
    shapes: ON_TAG,
    chooses: ['tag'],
    requires: UNPROTECTED,
    otherShapes: ON_BRANCH,
  },
  ...(['project', 'subgroups'] as const).map((chosen) =>
    toCreatorReach({ shapes: [...ON_BRANCH, ...ON_TAG], chooses: [chosen, 'projectId'] }, ['project', 'group']),
  ),
];

const gitlabDocumentation = ['https://docs.gitlab.com/ci/secrets/id_token_authentication/'];

const gitlabTokens: Issuer = {
  id: 'gitlab',
  name: 'GitLab CI',
  documentation: gitlabDocumentation,
  variables,
  platform: 'gitlab',
  owner: 'group',
  ownerInWords: OWNER_IN_WORDS,
  ownerId: 'namespaceId',
  whose: { namespace_path: 'group', namespace_id: 'namespaceId', project_id: 'projectId' },
  shapes: withClaims({ iss: 'https://gitlab.com' }, shapes),
  hasAllSubjects: true,
  furtherClaims:
    'user_.+|groups_direct|pipeline_.+|job_.+|environment|environment_action|deployment_.+|runner_.+|sha|project_visibility|ci_config_.+',
  review:
    'On GitLab, an exact branch, `ref_protected` = `true` or `environment_protected` = `true` proves a review. An environment alone does not',
  reaches: [
    {
      id: 'anybody',
      who: 'any pipeline of any project on gitlab.com',
      whoByBeginning: 'anyone who registers a group or user on gitlab.com whose path begins with',
      shapes: [...ON_BRANCH, ...ON_TAG],
      chooses: ['group', 'namespaceId', 'projectId'],
    },
    {
      id: 'recycled-name',
      who: describeClaimants(OWNER_IN_WORDS),
      shapes: [...ON_BRANCH, ...ON_TAG],
      chooses: ['namespaceId', 'projectId'],
    },
    ...within,
  ],
};

const gitlabSelfManagedTokens: Issuer = {
  ...gitlabTokens,
  id: 'gitlab-self-managed',
  name: 'GitLab CI on a server of your own',
  documentation: [...gitlabDocumentation, 'https://gitlab.com/gitlab-org/gitlab/-/issues/563038'],
  variables: { host: OWN_HOST, ...variables },
  shapes: withClaims({ iss: 'https://{host}' }, shapes),
  hasAllSubjects: false,
  shownBy: 'gitlab',
  mustBeDeclared: true,
  reaches: [
    {
      id: 'fork-pull-request',
      who: 'anyone who can open a merge request from a fork, if GitLab is older than 18.2.2',
      shapes: ON_BRANCH,
      requires: UNPROTECTED,
    },
    ...within,
  ],
};

export const GITLAB_ISSUERS: readonly Issuer[] = [gitlabTokens, gitlabSelfManagedTokens];
