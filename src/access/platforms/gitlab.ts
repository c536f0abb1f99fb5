/** Trust policies for GitLab CI: jobs of a project, by branch, tag or environment. Who obtains its tokens is in `gitlab-tokens`. */
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
import { GITLAB_ISSUERS, SEGMENT } from './gitlab-tokens';

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
  issuers: GITLAB_ISSUERS,
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
  toProps: ({ claimMatch: { issuer, audience, subject, subjectPattern, claims = {} } = {} }) => {
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
