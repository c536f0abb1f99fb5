/** GitHub Actions: jobs of a repository, by branch, tag, environment, pull request or workflow. */
import { bool, list, message } from '../../model/schema';
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
} from './platform';
import {
  githubActionsTokens,
  githubEnterpriseCloudTokens,
  githubEnterpriseServerTokens,
} from './github-actions-tokens';

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
    const getSubject = (text: (name: string) => string): string =>
      isNumbered ? `repo:${text(owner)}@${ids.owner}/${text(name)}@${ids.repository}` : `repo:${text(repository)}`;
    const subject = getSubject(String);
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
    return { claimMatch: { ...rest, subjectPattern: `^${getSubject(exactly)}:.+$` } };
  },
  toProps: ({ claimMatch: { issuer, audience, subject, subjectPattern, claims = {}, claimPatterns = {} } = {} }) => {
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
