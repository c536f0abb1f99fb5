/**
 * CircleCI: jobs of a project, by repository and branch or tag, with `CIRCLE_OIDC_TOKEN_V2`.
 *
 * CircleCI: an issuer for each organization. Only the second format of the subject contains repository and branch.
 * Forks get tokens if the project passes secrets to them, and only the origin distinguishes these tokens.
 */
import { bool, exactlyOneOf } from '../../model/schema';
import {
  EXAMPLE_UUID,
  audienceText,
  broadFields,
  exactly,
  refName,
  text,
  unescaped,
  uuid,
  type BroadTrustProps,
  type Platform,
} from './platform';
import { GIT_REF, UUID, toCreatorReach, toPusherReach, withClaims, type Issuer } from './issuer';

interface CircleCiProject extends BroadTrustProps {
  /** The UUID of the organization. */
  readonly organizationId: string;
  /** The UUID of the project. */
  readonly projectId: string;
  /** The origin of the code: `github.com/acme/shop`. It excludes forks, which can have the tokens of your project. */
  readonly repository: string;
  /**
   * The audience of the token: `circleci run oidc get --claims '{"aud": "…"}'`.
   *
   * @default - `organizationId`, as in `CIRCLE_OIDC_TOKEN_V2`
   */
  readonly audience?: string;
}

/** The jobs of a project: exactly one of branch, tag, or any branch. */
type CircleCiJobs =
  | {
      /** The branch of the pipeline: `main`. */
      readonly branch: string;
      readonly tag?: undefined;
      readonly anyBranch?: undefined;
    }
  | {
      /** The tag of the pipeline: `v1.2.0`. */
      readonly tag: string;
      readonly branch?: undefined;
      readonly anyBranch?: undefined;
    }
  | {
      /** True for every branch of the repository, including unreviewed ones. */
      readonly anyBranch: true;
      readonly branch?: undefined;
      readonly tag?: undefined;
    };

/** The props of `Trust.circleCi`. */
export type CircleCiTrustProps = CircleCiProject & CircleCiJobs;

const subject = 'org/{organization}/project/{project}/user/{user}';

const circleciTokens: Issuer = {
  id: 'circleci',
  name: 'CircleCI',
  documentation: ['https://circleci.com/docs/openid-connect-tokens/'],
  variables: {
    organization: UUID,
    project: UUID,
    user: UUID,
    origin: { is: '[a-z0-9.-]+/[0-9A-Za-z_.-]+(/[0-9A-Za-z_.-]+)+', not: '/vcs-ref/' },
    branch: GIT_REF,
    tag: GIT_REF,
  },
  platform: 'circleci',
  ownerId: 'organization',
  whose: { organization: 'organization', 'oidc.circleci.com/project-id': 'project' },
  shapes: withClaims(
    {
      iss: 'https://oidc.circleci.com/org/{organization}',
      'oidc.circleci.com/project-id': '{project}',
      'oidc.circleci.com/vcs-origin': '{origin}',
    },
    {
      first: { sub: subject, 'oidc.circleci.com/vcs-ref': 'refs/heads/{branch}' },
      branch: {
        sub: `${subject}/vcs-origin/{origin}/vcs-ref/refs/heads/{branch}`,
        'oidc.circleci.com/vcs-ref': 'refs/heads/{branch}',
      },
      tag: {
        sub: `${subject}/vcs-origin/{origin}/vcs-ref/refs/tags/{tag}`,
        'oidc.circleci.com/vcs-ref': 'refs/tags/{tag}',
      },
    },
  ),
  hasAllSubjects: true,
  ownAudience: '{organization}',
  furtherClaims: 'oidc\\.circleci\\.com/.+',
  mustBeDeclared: true,
  review:
    'On CircleCI, only an exact branch proves a review. The first format of the subject has none: require `/vcs-ref/refs/heads/BRANCH`, or the claim `oidc.circleci.com/vcs-ref`',
  reaches: [
    {
      id: 'anybody',
      who: 'any project of any organization on CircleCI',
      shapes: ['first', 'branch', 'tag'],
      chooses: ['organization', 'project'],
    },
    {
      id: 'fork-pull-request',
      who: 'anyone who can open a pull request from a fork, if the project passes secrets to builds of forks',
      shapes: ['first', 'branch'],
      chooses: ['origin'],
    },
    {
      id: 'same-owner',
      who: 'any other project of the organization',
      shapes: ['first', 'branch', 'tag'],
      chooses: ['project'],
    },
    toPusherReach('branch', ['first', 'branch']),
    toPusherReach('tag'),
    toCreatorReach({ shapes: ['first', 'branch', 'tag'], chooses: ['project'] }, ['project', 'organization']),
  ],
};

/**
 * Accepts jobs of a project on CircleCI, and excludes forks.
 *
 * @see https://circleci.com/docs/openid-connect-tokens/
 * @example
 * Trust.circleCi({
 *   organizationId: '018d5a22-7e1b-4c3e-8f00-6f1f5f0c0003',
 *   projectId: '018d5a22-7e1b-4c3e-8f00-6f1f5f0c0004',
 *   repository: 'github.com/acme/shop',
 *   branch: 'main',
 * });
 */
export const circleCi: Platform<CircleCiTrustProps> = {
  place: 7,
  title: 'CircleCI',
  issuers: [circleciTokens],
  fields: {
    organizationId: uuid('required'),
    projectId: uuid('required'),
    repository: text(
      'required',
      'HOST/OWNER/REPOSITORY, for example github.com/acme/shop',
      '[a-z0-9.-]+/[0-9A-Za-z_.-]+(?:/[0-9A-Za-z_.-]+)+',
    ),
    branch: refName('branch'),
    tag: refName('tag'),
    anyBranch: bool(['optional'], 'Every branch.'),
    audience: audienceText('optional'),
    ...broadFields,
  },
  rules: [exactlyOneOf('branch', 'tag', 'anyBranch')],
  computed: { organizationId: EXAMPLE_UUID, projectId: EXAMPLE_UUID, audience: 'audience' },
  policy: ({ organizationId, projectId, repository, branch, tag, audience = organizationId }) => {
    const ref =
      branch !== undefined ? `heads/${exactly(branch)}` : tag !== undefined ? `tags/${exactly(tag)}` : 'heads/.+';
    // The person who triggers a job is part of its subject.
    const job = `org/${organizationId}/project/${projectId}/user/[0-9a-f-]{36}`;
    return {
      claimMatch: {
        issuer: `https://oidc.circleci.com/org/${organizationId}`,
        audience,
        subjectPattern: `^${job}/vcs-origin/${exactly(repository)}/vcs-ref/refs/${ref}$`,
      },
    };
  },
  toProps: ({ claimMatch: { audience, subjectPattern } = {} }) => {
    const pattern =
      /^\^org\/([^/]+)\/project\/([^/]+)\/user\/[^/]+\/vcs-origin\/(.+)\/vcs-ref\/refs\/(heads|tags)\/(.+)\$$/;
    const [, organizationId, projectId, repository, type, name] = pattern.exec(unescaped(subjectPattern)) ?? [];
    const anyBranch = type === 'heads' && name === '.+';
    return {
      organizationId,
      projectId,
      repository,
      branch: type === 'heads' && !anyBranch ? name : undefined,
      tag: type === 'tags' ? name : undefined,
      anyBranch: anyBranch || undefined,
      audience: audience === organizationId ? undefined : audience,
    };
  },
  narrow: 'Name the organization, the project and the repository',
};
