/**
 * GitLab CI: jobs of a project on gitlab.com or on a server of one's own, by branch, tag or environment. Only `ref_type`
 * distinguishes branches from tags. Until 18.2.2 the pipeline of a fork's merge request, run in the parent project, had the
 * parent's subject.
 */
import type { ClaimMatchFields } from '../claims';
import { bool, message } from '../../model/schema';
import {
  audienceText,
  broadFields,
  exactly,
  given,
  issuerUrl,
  numberId,
  refName,
  text,
  unescaped,
  type PinnedTrustProps,
  type Platform,
} from './platform';
import {
  GIT_REF,
  NUMBER,
  OWN_HOST,
  withClaims,
  type Issuer,
  type Reach,
  type Shape,
  type Texts,
  claimantsOf,
  type OwnerInWords,
} from './issuer';

const OWNER_IN_WORDS: OwnerInWords = ['path', 'group'];

/** The immutable id of a project on GitLab. */
export interface GitLabIds {
  /** The id of the project, from its settings. */
  readonly project: string | number;
}

interface GitLabProject {
  /** The path of the project with all groups: `acme/platform/shop`. */
  readonly project: string;
  /**
   * True if only jobs of protected branches, tags and environments are accepted. GitLab Free has no protected
   * environments.
   *
   * @default true; false with `anyBranch`
   */
  readonly protected?: boolean;
  /** The address of a GitLab server. @default 'https://gitlab.com' */
  readonly issuer?: string;
  /**
   * The `aud` of `id_tokens` in `.gitlab-ci.yml`.
   *
   * @default - the host name of the authentication service
   */
  readonly audience?: string;
}

/** The jobs of a project: exactly one of branch, tag, environment, or any branch. */
type GitLabJobs =
  | {
      /** The branch of the pipeline: `main`. */
      readonly branch: string;
      /** The environment of the job. @default - jobs with any environment, and without one */
      readonly environment?: string;
      readonly tag?: undefined;
      readonly anyBranch?: undefined;
    }
  | {
      /** The tag of the pipeline: `v1.2.0`. */
      readonly tag: string;
      /** The environment of the job. @default - jobs with any environment, and without one */
      readonly environment?: string;
      readonly branch?: undefined;
      readonly anyBranch?: undefined;
    }
  | {
      /** The environment of the job: `production`. Accepts any branch that the environment accepts. */
      readonly environment: string;
      readonly branch?: undefined;
      readonly tag?: undefined;
      readonly anyBranch?: undefined;
    }
  | {
      /** True for every branch, including branches of unreviewed merge requests. */
      readonly anyBranch: true;
      readonly branch?: undefined;
      readonly tag?: undefined;
      readonly environment?: undefined;
      readonly protected?: false;
    };

/** The props of `Trust.gitLab`. */
export type GitLabTrustProps = GitLabProject & GitLabJobs & PinnedTrustProps<GitLabIds>;

interface Checked {
  readonly project: string;
  readonly ids?: { readonly project: string };
  readonly branch?: string;
  readonly tag?: string;
  readonly environment?: string;
  readonly anyBranch?: boolean;
  readonly protected?: boolean;
  readonly issuer?: string;
  readonly audience?: string;
}

const ISSUER = 'https://gitlab.com';
const SEGMENT = '[0-9A-Za-z_](?:[0-9A-Za-z_.-]*[0-9A-Za-z_-])?';

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
function createSubjects(type: 'branch' | 'tag', folder: string): Readonly<Record<string, Shape>> {
  const claims: Shape = { ref: `{${type}}`, ref_type: type, ref_path: `refs/${folder}/{${type}}` };
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

const within: readonly Reach[] = [
  ...(['project', 'subgroups'] as const).map((chosen): Reach => ({
    id: 'same-owner',
    who: 'any pipeline of other projects of the same group',
    outsider: false,
    shapes: [...ON_BRANCH, ...ON_TAG],
    chooses: [chosen, 'projectId'],
  })),
  {
    id: 'any-branch',
    who: 'anyone who can push a matching branch to the project',
    outsider: false,
    shapes: ON_BRANCH,
    chooses: ['branch'],
    requires: UNPROTECTED,
  },
  {
    id: 'any-tag',
    who: 'anyone who can push such a tag to the project',
    outsider: false,
    shapes: ON_TAG,
    chooses: ['tag'],
    requires: UNPROTECTED,
    otherShapes: ON_BRANCH,
  },
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
      outsider: true,
      shapes: [...ON_BRANCH, ...ON_TAG],
      chooses: ['group', 'namespaceId', 'projectId'],
    },
    {
      id: 'recycled-name',
      who: claimantsOf(OWNER_IN_WORDS),
      outsider: true,
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
      outsider: true,
      shapes: ON_BRANCH,
      requires: UNPROTECTED,
    },
    ...within,
  ],
};

/**
 * Accepts jobs of a project on GitLab CI, by default only of protected branches and tags.
 *
 * @see https://docs.gitlab.com/ci/secrets/id_token_authentication/
 * @example
 * Trust.gitLab({ project: 'acme/shop', branch: 'main', ids: { project: 4321 } });
 */
export const gitLab: Platform<Checked> = {
  place: 2,
  title: 'GitLab CI',
  issuers: [gitlabTokens, gitlabSelfManagedTokens],
  fields: {
    project: text('required', 'GROUP/PROJECT, for example acme/shop', `${SEGMENT}(?:/${SEGMENT})+`),
    ids: message(['optional'], 'The immutable ids.', { project: numberId('required') }),
    branch: refName('branch'),
    tag: refName('tag'),
    environment: text('optional', 'the name of one environment, without wildcards', '[^*\\x00-\\x1f]{1,255}'),
    anyBranch: bool(['optional'], 'Every branch.'),
    protected: bool(['optional'], 'Protected branches, tags and environments.'),
    issuer: issuerUrl('optional'),
    audience: audienceText('optional'),
    ...broadFields,
  },
  computed: { ids: { project: '1' }, issuer: ISSUER, audience: 'audience' },
  problems: ({ branch, tag, environment, anyBranch, protected: isProtected }) => {
    const found = Object.entries({ branch, tag, anyBranch: anyBranch || undefined });
    const refs = found.filter(([, value]) => value !== undefined).map(([name]) => name);
    if (refs.length > 1) return [`at most one of branch, tag, anyBranch can be given, found ${refs.join(', ')}`];
    if (refs.length === 0 && environment === undefined)
      return ['exactly one of branch, tag, environment, anyBranch must be given, found none'];
    if (anyBranch === true && (environment !== undefined || isProtected === true))
      return ['anyBranch cannot be combined with environment or protected: name the branch instead'];
    return [];
  },
  policy: (props) => {
    const { project, ids, branch, tag, environment, anyBranch, issuer = ISSUER, audience } = props;
    const { protected: isProtected = anyBranch !== true } = props;
    const yes = isProtected ? 'true' : undefined;
    const protection = { ref_protected: yes, environment_protected: environment === undefined ? undefined : yes };
    const claims = given({ project_id: ids?.project, environment, ...protection });
    const ref = (type: string, name: string): string => `project_path:${project}:ref_type:${type}:ref:${name}`;
    const subject: ClaimMatchFields =
      branch !== undefined
        ? { subject: ref('branch', branch) }
        : tag !== undefined
          ? { subject: ref('tag', tag) }
          : { subjectPattern: `^${exactly(ref('branch', ''))}.+$` };
    return { claimMatch: { issuer, ...given({ audience }), ...subject, claims } };
  },
  propsOf: ({ claimMatch: { issuer, audience, subject, subjectPattern, claims = {} } = {} }) => {
    const pattern = /^\^?project_path:([^:]+):ref_type:(branch|tag):ref:(.+)$/;
    const [, project, type, name] = pattern.exec(subject ?? unescaped(subjectPattern)) ?? [];
    const { environment, project_id: id, ref_protected: isProtected } = claims;
    const anyBranch = subject === undefined && environment === undefined;
    return {
      project,
      branch: subject !== undefined && type === 'branch' ? name : undefined,
      tag: type === 'tag' ? name : undefined,
      environment,
      anyBranch: anyBranch || undefined,
      protected: isProtected === undefined && !anyBranch ? false : undefined,
      ids: { project: id },
      issuer: issuer === ISSUER ? undefined : issuer,
      audience,
    };
  },
  owners: ({ project }) => [project.split('/')[0] ?? ''],
  narrow: 'Add ids: { project }, and do not set protected to false',
};
