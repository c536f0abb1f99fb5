/**
 * Bitbucket Pipelines: steps of a repository, by branch or deployment environment.
 *
 * Bitbucket Pipelines: an issuer for each workspace. A subject contains no branch, and its braces are part of it.
 */
import { bool, message } from '../../model/schema';
import {
  EXAMPLE_UUID,
  audienceText,
  broadFields,
  given,
  refName,
  text,
  unescaped,
  uuid,
  type BroadTrustProps,
  type Platform,
} from './platform';
import { GIT_REF, UUID, toCreatorReach, toPusherReach, withClaims, type Issuer } from './issuer';

/** The immutable ids of a repository on Bitbucket, from its settings under OpenID Connect, without braces. */
export interface BitbucketIds {
  /** The UUID of the workspace. */
  readonly workspace: string;
  /** The UUID of the repository. */
  readonly repository: string;
}

interface BitbucketRepository extends BroadTrustProps {
  /** The slug of the workspace: `acme`. */
  readonly workspace: string;
  /** The immutable ids of workspace and repository. Subjects contain no names. */
  readonly ids: BitbucketIds;
  /**
   * One of the audiences of the step: `oidc: { audiences: […] }`.
   *
   * @default - `ari:cloud:bitbucket::workspace/UUID`, as for `oidc: true`
   */
  readonly audience?: string;
}

/** The steps of a repository: exactly one of branch, environment, or any branch. */
type BitbucketSteps =
  | {
      /** The branch of the pipeline: `main`. */
      readonly branch: string;
      readonly environmentId?: undefined;
      readonly anyBranch?: undefined;
    }
  | {
      /** The UUID of the deployment environment of the step. */
      readonly environmentId: string;
      /** The branch of the pipeline. @default - any branch that the environment accepts */
      readonly branch?: string;
      readonly anyBranch?: undefined;
    }
  | {
      /** True for every branch, also of unreviewed pull requests. */
      readonly anyBranch: true;
      readonly branch?: undefined;
      readonly environmentId?: undefined;
    };

/** The props of `Trust.bitbucket`. */
export type BitbucketTrustProps = BitbucketRepository & BitbucketSteps;

const STEP = '\\{[0-9a-f-]{36}\\}';

const BRACED = { is: `\\{${UUID.is}\\}` };

const bitbucketTokens: Issuer = {
  id: 'bitbucket',
  name: 'Bitbucket Pipelines',
  documentation: [
    'https://support.atlassian.com/bitbucket-cloud/docs/integrate-pipelines-with-resource-servers-using-oidc/',
    'https://support.atlassian.com/bitbucket-cloud/docs/deploy-on-aws-using-bitbucket-pipelines-openid-connect/',
  ],
  variables: {
    workspace: { is: '[0-9a-z_-]+' },
    workspaceId: UUID,
    repository: BRACED,
    environment: BRACED,
    step: BRACED,
    branch: GIT_REF,
  },
  platform: 'bitbucket',
  owner: 'workspace',
  ownerInWords: ['name', 'workspace'],
  ownerId: 'repository',
  whose: { workspace: 'workspace', repositoryUuid: 'repository' },
  ownAudience: 'ari:cloud:bitbucket::workspace/{workspaceId}',
  furtherClaims: '(workspace|pipeline|pipelineRun|account)Uuid|pullRequest.+|tagName',
  review:
    'On Bitbucket, only an exact branch or deployment environment proves a review. Require the claim `branchName`, or the environment in the subject',
  shapes: withClaims(
    {
      iss: 'https://api.bitbucket.org/2.0/workspaces/{workspace}/pipelines-config/identity/oidc',
      repositoryUuid: '{repository}',
      stepUuid: '{step}',
      branchName: '{branch}',
    },
    {
      step: { sub: '{repository}:{step}' },
      environment: { sub: '{repository}:{environment}:{step}', deploymentEnvironmentUuid: '{environment}' },
    },
  ),
  reaches: [
    {
      id: 'anybody',
      who: 'any pipeline of any workspace on Bitbucket',
      whoByBeginning: 'anyone who registers a Bitbucket workspace whose name begins with',
      shapes: ['step', 'environment'],
      chooses: ['workspace', 'repository'],
    },
    {
      id: 'same-owner',
      who: 'any pipeline of any repository of the workspace',
      shapes: ['step', 'environment'],
      chooses: ['repository'],
    },
    toPusherReach('branch', ['step']),
    {
      id: 'any-branch',
      who: 'anyone who can push a matching branch to the repository, and use any deployment environment',
      shapes: ['environment'],
      chooses: ['environment', 'branch'],
    },
    toCreatorReach({ shapes: ['step', 'environment'], chooses: ['repository'] }, ['repository', 'workspace']),
  ],
};

/**
 * Accepts steps of a repository on Bitbucket Pipelines.
 *
 * @see https://support.atlassian.com/bitbucket-cloud/docs/integrate-pipelines-with-resource-servers-using-oidc/
 * @example
 * Trust.bitbucket({
 *   workspace: 'acme',
 *   branch: 'main',
 *   ids: { workspace: '018d5a22-7e1b-4c3e-8f00-6f1f5f0c0005', repository: '018d5a22-7e1b-4c3e-8f00-6f1f5f0c0006' },
 * });
 */
export const bitbucket: Platform<BitbucketTrustProps> = {
  place: 8,
  title: 'Bitbucket Pipelines',
  issuers: [bitbucketTokens],
  fields: {
    workspace: text('required', 'the slug of a workspace, for example acme', '[0-9a-z_-]+'),
    ids: message(['required'], 'The immutable ids.', { workspace: uuid('required'), repository: uuid('required') }),
    branch: refName('branch'),
    environmentId: uuid('optional'),
    anyBranch: bool(['optional'], 'Every branch.'),
    audience: audienceText('optional'),
    ...broadFields,
  },
  computed: {
    ids: { workspace: EXAMPLE_UUID, repository: EXAMPLE_UUID },
    environmentId: EXAMPLE_UUID,
    audience: 'audience',
  },
  problems: ({ branch, environmentId, anyBranch }) => {
    const isNarrow = (branch ?? environmentId) !== undefined;
    if (anyBranch === true && isNarrow) return ['anyBranch cannot be combined with branch or environmentId'];
    if (anyBranch !== true && !isNarrow)
      return ['exactly one of branch, environmentId, anyBranch must be given, found none'];
    return [];
  },
  policy: ({ workspace, ids, branch, environmentId, audience }) => {
    const environment = environmentId === undefined ? '' : `\\{${environmentId}\\}:`;
    return {
      claimMatch: {
        issuer: `https://api.bitbucket.org/2.0/workspaces/${workspace}/pipelines-config/identity/oidc`,
        audience: audience ?? `ari:cloud:bitbucket::workspace/${ids.workspace}`,
        subjectPattern: `^\\{${ids.repository}\\}:${environment}${STEP}$`,
        claims: given({ branchName: branch }),
      },
    };
  },
  toProps: ({ claimMatch: { issuer = '', audience = '', subjectPattern, claims = {} } = {} }) => {
    const [, workspace] = /\/workspaces\/([^/]+)\/pipelines-config\/identity\/oidc$/.exec(issuer) ?? [];
    // With another audience, the trust policy does not contain the id of the workspace.
    const [, workspaceId] = /^ari:cloud:bitbucket::workspace\/(.+)$/.exec(audience) ?? [];
    const [, repository, environmentId] = /^\^\{([^}]+)\}:(?:\{([^}]+)\}:)?\{/.exec(unescaped(subjectPattern)) ?? [];
    const branch = claims['branchName'];
    const anyBranch = branch === undefined && environmentId === undefined;
    const ids = { workspace: workspaceId, repository };
    return { workspace, branch, environmentId, anyBranch: anyBranch || undefined, ids };
  },
  owners: ({ workspace }) => [workspace],
  narrow: 'Name the workspace and the repository',
};
