/**
 * HCP Terraform. A plan runs the code of a pull request, so anyone who opens one gets the token of the phase `plan`.
 */
import { withClaims, type Issuer, type Shape } from './issuer';

const NAME = { is: '[0-9A-Za-z_-]+' };
const idOf = (kind: string) => ({ is: `${kind}-[0-9A-Za-z]{16}` });

const phase = (name: string): Shape => ({
  sub: `organization:{organization}:project:{project}:workspace:{workspace}:run_phase:${name}`,
  terraform_run_phase: name,
});

export const terraformCloud: Issuer = {
  id: 'terraform-cloud',
  name: 'HCP Terraform',
  documentation: [
    'https://developer.hashicorp.com/terraform/cloud-docs/workspaces/dynamic-provider-credentials/workload-identity-tokens',
  ],
  variables: {
    organization: NAME,
    organizationId: idOf('org'),
    project: { is: '[0-9A-Za-z_-]([0-9A-Za-z _-]*[0-9A-Za-z_-])?' },
    projectId: idOf('prj'),
    workspace: NAME,
    workspaceId: idOf('ws'),
  },
  owner: 'organization',
  shapes: withClaims(
    {
      iss: 'https://app.terraform.io',
      terraform_organization_name: '{organization}',
      terraform_organization_id: '{organizationId}',
      terraform_project_name: '{project}',
      terraform_project_id: '{projectId}',
      terraform_workspace_name: '{workspace}',
      terraform_workspace_id: '{workspaceId}',
    },
    { plan: phase('plan'), apply: phase('apply') },
  ),
  reaches: [
    {
      id: 'anybody',
      who: 'any workspace of any organization on HCP Terraform',
      whoByBeginning: 'anyone who registers an HCP Terraform organization whose name begins with',
      outsider: true,
      shapes: ['plan', 'apply'],
      chooses: ['organization', 'organizationId', 'projectId', 'workspaceId'],
    },
    {
      id: 'recycled-name',
      who: 'anyone who claims the name of the organization after its release',
      outsider: true,
      shapes: ['plan', 'apply'],
      chooses: ['organizationId', 'projectId', 'workspaceId'],
    },
    {
      id: 'pull-request',
      who: 'anyone who can open a pull request that the workspace plans',
      outsider: false,
      shapes: ['plan'],
    },
    ...(['project', 'workspace'] as const).map((chosen) => ({
      id: 'same-owner' as const,
      who: 'any other workspace of the organization',
      outsider: false,
      shapes: ['plan', 'apply'],
      chooses: [chosen, 'workspaceId'],
    })),
  ],
};
