/**
 * Buildkite: jobs of a pipeline, by branch or tag.
 *
 * Slugs can be reused. A build of a fork looks like a build of the branch with the same name.
 */
import { message, string } from '../../model/schema';
import {
  EXAMPLE_UUID,
  audienceText,
  broadFields,
  exactly,
  given,
  refName,
  text,
  unescaped,
  uuid,
  type PinnedTrustProps,
  type Platform,
} from './platform';
import {
  GIT_REF,
  UUID,
  toCreatorReach,
  toPusherReach,
  withClaims,
  type Issuer,
  describeClaimants,
  type OwnerInWords,
} from './issuer';

const OWNER_IN_WORDS: OwnerInWords = ['slug', 'organization'];

/** The immutable ids of a pipeline on Buildkite. Request them with `--claim organization_id,pipeline_id`. */
export interface BuildkiteIds {
  /** The UUID of the organization. */
  readonly organization: string;
  /** The UUID of the pipeline. */
  readonly pipeline: string;
}

interface BuildkitePipeline {
  /** The slug of the organization: `acme`. */
  readonly organization: string;
  /** The slug of the pipeline: `shop-deploy`. */
  readonly pipeline: string;
  /**
   * The key of the step.
   *
   * @default - any step
   */
  readonly step?: string;
  /**
   * The audience that the job requests with `--audience`.
   *
   * @default - the host name of the authentication service
   */
  readonly audience?: string;
}

/** The jobs of a pipeline: exactly one of branch and tag. */
type BuildkiteJobs =
  | {
      /** The branch of the build: `main`. */
      readonly branch: string;
      /**
       * The builds of pull requests from forks in the settings of the pipeline. A fork that is built without a prefix has the
       * same subject as your branch, so `built` lets outsiders in.
       */
      readonly forks: 'notBuilt' | 'prefixed' | 'built';
      readonly tag?: undefined;
    }
  | {
      /** The tag of the build: `v1.2.0`. */
      readonly tag: string;
      readonly branch?: undefined;
      readonly forks?: undefined;
    };

/** The props of `Trust.buildkite`. */
export type BuildkiteTrustProps = BuildkitePipeline & BuildkiteJobs & PinnedTrustProps<BuildkiteIds>;

const SLUG = '[0-9a-z]+(?:-+[0-9a-z]+)*';

const prefix = 'organization:{organization}:pipeline:{pipeline}';
const suffix = ':commit:{commit}:step:{step}';

const buildkiteTokens: Issuer = {
  id: 'buildkite',
  name: 'Buildkite',
  documentation: [
    'https://buildkite.com/docs/agent/v3/cli-oidc',
    'https://buildkite.com/docs/apis/workload-identity-federation/buildkite-agents',
  ],
  variables: {
    organization: { is: SLUG },
    organizationId: UUID,
    pipeline: { is: SLUG },
    pipelineId: UUID,
    branch: GIT_REF,
    tag: GIT_REF,
    commit: { is: '[0-9a-f]{40}' },
    step: { is: '[0-9A-Za-z_.:-]*' },
  },
  platform: 'buildkite',
  owner: 'organization',
  ownerInWords: OWNER_IN_WORDS,
  ownerId: 'organizationId',
  whose: { organization_slug: 'organization', organization_id: 'organizationId', pipeline_id: 'pipelineId' },
  ownAudience: 'https://buildkite.com/{organization}',
  furtherClaims:
    'build_.+|job_id|agent_id|agent_tag:.+|cluster_.+|queue_.+|runner_environment|initial_pipeline_.+|trigger_.+',
  review: 'On Buildkite, only an exact branch proves a review. Name one branch in the subject',
  shapes: withClaims(
    {
      iss: 'https://agent.buildkite.com',
      organization_slug: '{organization}',
      organization_id: '{organizationId}',
      pipeline_slug: '{pipeline}',
      pipeline_id: '{pipelineId}',
      build_commit: '{commit}',
      step_key: '{step}',
    },
    {
      branch: { sub: `${prefix}:ref:refs/heads/{branch}${suffix}`, build_branch: '{branch}' },
      tag: { sub: `${prefix}:ref:refs/tags/{tag}${suffix}`, build_tag: '{tag}' },
    },
  ),
  reaches: [
    {
      id: 'anybody',
      who: 'any pipeline of any organization on Buildkite',
      whoByBeginning: 'anyone who registers a Buildkite organization whose name begins with',
      shapes: ['branch', 'tag'],
      chooses: ['organization', 'organizationId', 'pipelineId'],
    },
    {
      id: 'recycled-name',
      who: describeClaimants(OWNER_IN_WORDS),
      shapes: ['branch', 'tag'],
      chooses: ['organizationId', 'pipelineId'],
    },
    {
      id: 'fork-pull-request',
      who: 'anyone who can open a pull request from a fork, if the pipeline builds forks and does not prefix their branches',
      shapes: ['branch'],
    },
    {
      id: 'same-owner',
      who: 'any other pipeline of the organization',
      shapes: ['branch', 'tag'],
      chooses: ['pipeline', 'pipelineId'],
    },
    toPusherReach('branch'),
    toPusherReach('tag'),
    toCreatorReach({ shapes: ['branch', 'tag'], chooses: ['pipeline', 'pipelineId'] }, ['pipeline', 'organization']),
  ],
};

/**
 * Accepts jobs of a pipeline on Buildkite.
 *
 * @see https://buildkite.com/docs/agent/v3/cli-oidc
 * @example
 * Trust.buildkite({
 *   organization: 'acme',
 *   pipeline: 'shop-deploy',
 *   branch: 'main',
 *   forks: 'notBuilt',
 *   ids: { organization: '018d5a22-7e1b-4c3e-8f00-6f1f5f0c0001', pipeline: '018d5a22-7e1b-4c3e-8f00-6f1f5f0c0002' },
 * });
 */
export const buildkite: Platform<BuildkiteTrustProps> = {
  place: 6,
  title: 'Buildkite',
  issuers: [buildkiteTokens],
  fields: {
    organization: text('required', 'the slug of an organization, for example acme', SLUG),
    pipeline: text('required', 'the slug of a pipeline, for example shop-deploy', SLUG),
    ids: message(['optional'], 'The immutable ids.', { organization: uuid('required'), pipeline: uuid('required') }),
    branch: refName('branch'),
    tag: refName('tag'),
    step: text('optional', 'the key of one step, without wildcards', '[0-9A-Za-z_.:-]+'),
    forks: string(['optional'], 'Builds of forks.', { oneOf: ['notBuilt', 'prefixed', 'built'] }),
    audience: audienceText('optional'),
    ...broadFields,
  },
  rules: [{ rule: 'exactlyOneOf', fields: ['branch', 'tag'] }],
  computed: { ids: { organization: EXAMPLE_UUID, pipeline: EXAMPLE_UUID }, audience: 'audience' },
  policy: ({ organization, pipeline, ids, branch, tag, step, audience }) => {
    const ref = tag === undefined ? `refs/heads/${branch ?? ''}` : `refs/tags/${tag}`;
    const prefix = `organization:${organization}:pipeline:${pipeline}:ref:${ref}:commit:`;
    const key = step === undefined ? '.*' : exactly(step);
    return {
      claimMatch: {
        issuer: 'https://agent.buildkite.com',
        ...given({ audience }),
        subjectPattern: `^${exactly(prefix)}[0-9a-f]{40}:step:${key}$`,
        claims: given({ organization_id: ids?.organization, pipeline_id: ids?.pipeline }),
      },
    };
  },
  // A branch needs `forks`, which a trust policy does not contain.
  toProps: ({ claimMatch: { audience, subjectPattern, claims = {} } = {} }) => {
    const pattern = /^\^organization:([^:]+):pipeline:([^:]+):ref:refs\/tags\/(.+):commit:[^:]+:step:(.+)\$$/;
    const [, organization, pipeline, tag, step] = pattern.exec(unescaped(subjectPattern)) ?? [];
    const ids = { organization: claims['organization_id'], pipeline: claims['pipeline_id'] };
    return { organization, pipeline, tag, step: step === '.*' ? undefined : step, ids, audience };
  },
  owners: ({ organization }) => [organization],
  ruledOut: ({ forks }) => (forks === 'notBuilt' || forks === 'prefixed' ? ['fork-pull-request'] : []),
  narrow: "Add ids, and set forks to 'notBuilt' or 'prefixed', as in the settings of the pipeline",
};
