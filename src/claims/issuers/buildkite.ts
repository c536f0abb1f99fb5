/** Buildkite. Slugs can be reused. A build of a fork looks like a build of the branch with the same name. */
import { GIT_REF, UUID, withClaims, type Issuer } from './issuer';

const SLUG = { is: '[0-9a-z]+(-+[0-9a-z]+)*' };

const prefix = 'organization:{organization}:pipeline:{pipeline}';
const suffix = ':commit:{commit}:step:{step}';

export const buildkite: Issuer = {
  id: 'buildkite',
  name: 'Buildkite',
  documentation: [
    'https://buildkite.com/docs/agent/v3/cli-oidc',
    'https://buildkite.com/docs/apis/workload-identity-federation/buildkite-agents',
  ],
  variables: {
    organization: SLUG,
    organizationId: UUID,
    pipeline: SLUG,
    pipelineId: UUID,
    branch: GIT_REF,
    tag: GIT_REF,
    commit: { is: '[0-9a-f]{40}' },
    step: { is: '[0-9A-Za-z_.:-]*' },
  },
  owner: 'organization',
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
      outsider: true,
      shapes: ['branch', 'tag'],
      chooses: ['organization', 'organizationId', 'pipelineId'],
    },
    {
      id: 'recycled-name',
      who: 'anyone who claims the slug of the organization after its release',
      outsider: true,
      shapes: ['branch', 'tag'],
      chooses: ['organizationId', 'pipelineId'],
    },
    {
      id: 'fork-pull-request',
      who: 'anyone who can open a pull request from a fork, if the pipeline builds forks and does not prefix their branches',
      outsider: true,
      shapes: ['branch'],
    },
    {
      id: 'same-owner',
      who: 'any other pipeline of the organization',
      outsider: false,
      shapes: ['branch', 'tag'],
      chooses: ['pipeline', 'pipelineId'],
    },
    {
      id: 'any-branch',
      who: 'anyone who can push a matching branch to the repository',
      outsider: false,
      shapes: ['branch'],
      chooses: ['branch'],
    },
    {
      id: 'any-tag',
      who: 'anyone who can push such a tag to the repository',
      outsider: false,
      shapes: ['tag'],
      chooses: ['tag'],
      besides: ['branch'],
    },
  ],
};
