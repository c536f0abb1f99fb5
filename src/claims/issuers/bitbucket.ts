/** Bitbucket Pipelines: an issuer for each workspace. A subject contains no branch, and its braces are part of it. */
import { GIT_REF, UUID, withClaims, type Issuer } from './issuer';

const BRACED = { is: `\\{${UUID.is}\\}` };

export const bitbucket: Issuer = {
  id: 'bitbucket',
  name: 'Bitbucket Pipelines',
  documentation: [
    'https://support.atlassian.com/bitbucket-cloud/docs/integrate-pipelines-with-resource-servers-using-oidc/',
    'https://support.atlassian.com/bitbucket-cloud/docs/deploy-on-aws-using-bitbucket-pipelines-openid-connect/',
  ],
  variables: {
    workspace: { is: '[0-9a-z_-]+' },
    repository: BRACED,
    environment: BRACED,
    step: BRACED,
    branch: GIT_REF,
  },
  owner: 'workspace',
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
      outsider: true,
      shapes: ['step', 'environment'],
      chooses: ['workspace', 'repository'],
    },
    {
      id: 'same-owner',
      who: 'any pipeline of other repositories of the workspace',
      outsider: false,
      shapes: ['step', 'environment'],
      chooses: ['repository'],
    },
    {
      id: 'any-branch',
      who: 'anyone who can push a matching branch to the repository',
      outsider: false,
      shapes: ['step', 'environment'],
      chooses: ['branch'],
    },
  ],
};
