/** CircleCI: jobs of a project, by repository and branch or tag, with `CIRCLE_OIDC_TOKEN_V2`. */
import { bool, exactlyOneOf } from '../../schema';
import {
  audienceText,
  broadFields,
  exactly,
  refName,
  text,
  unescaped,
  uuid,
  type BroadTrustProps,
  type Platform,
} from '../platform';

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

interface Checked {
  readonly organizationId: string;
  readonly projectId: string;
  readonly repository: string;
  readonly branch?: string;
  readonly tag?: string;
  readonly audience?: string;
}

const EXAMPLE_ID = '01234567-89ab-cdef-0123-456789abcdef';

/** https://circleci.com/docs/openid-connect-tokens/ */
export const circleCi: Platform<Checked> = {
  title: 'CircleCI',
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
  computed: { organizationId: EXAMPLE_ID, projectId: EXAMPLE_ID, audience: 'audience' },
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
  propsOf: ({ claimMatch: { audience, subjectPattern } = {} }) => {
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
