/**
 * HCP Terraform and Terraform Enterprise: runs of a workspace, by phase.
 *
 * HCP Terraform. A plan runs the code of a pull request, so anyone who opens one gets the token of the phase `plan`.
 */
import { message, string } from '../../model/schema';
import { audienceText, broadFields, given, issuerUrl, text, type PinnedTrustProps, type Platform } from './platform';
import {
  OWN_HOST,
  withClaims,
  type Issuer,
  type TokenShape,
  describeClaimants,
  isOutside,
  type OwnerInWords,
} from './issuer';

const OWNER_IN_WORDS: OwnerInWords = ['name', 'organization'];

/** The immutable ids of a workspace on HCP Terraform. */
export interface TerraformCloudIds {
  /** The id of the organization: `org-…`. */
  readonly organization: string;
  /** The id of the workspace: `ws-…`. */
  readonly workspace: string;
}

interface TerraformCloudWorkspace {
  /** The name of the organization. */
  readonly organization: string;
  /** The name of the project: `Default Project`. */
  readonly project: string;
  /** The name of the workspace. */
  readonly workspace: string;
  /**
   * The phase of the run. A plan runs the code of a pull request, so an identity for `apply` must not accept `plan`.
   */
  readonly runPhase: 'plan' | 'apply';
  /**
   * The address of Terraform Enterprise.
   *
   * @default 'https://app.terraform.io'
   */
  readonly issuer?: string;
  /**
   * The variable `TFC_WORKLOAD_IDENTITY_AUDIENCE` of the workspace.
   *
   * @default - the host name of the authentication service
   */
  readonly audience?: string;
}

/** The props of `Trust.terraformCloud`. */
export type TerraformCloudTrustProps = TerraformCloudWorkspace & PinnedTrustProps<TerraformCloudIds>;

const ISSUER = 'https://app.terraform.io';
const idField = (kind: string) => text('required', `an id like ${kind}-0123456789abcdef`, getId(kind).is);

const NAME = { is: '[0-9A-Za-z_-]+' };
const getId = (kind: string) => ({ is: `${kind}-[0-9A-Za-z]{16}` });

const phase = (name: string): TokenShape => ({
  sub: `organization:{organization}:project:{project}:workspace:{workspace}:run_phase:${name}`,
  terraform_run_phase: name,
});

const shapes = withClaims(
  {
    terraform_organization_name: '{organization}',
    terraform_organization_id: '{organizationId}',
    terraform_project_name: '{project}',
    terraform_project_id: '{projectId}',
    terraform_workspace_name: '{workspace}',
    terraform_workspace_id: '{workspaceId}',
  },
  { plan: phase('plan'), apply: phase('apply') },
);

const terraformCloudTokens: Issuer = {
  id: 'terraform-cloud',
  name: 'HCP Terraform',
  documentation: [
    'https://developer.hashicorp.com/terraform/cloud-docs/workspaces/dynamic-provider-credentials/workload-identity-tokens',
  ],
  variables: {
    organization: NAME,
    organizationId: getId('org'),
    project: { is: '[0-9A-Za-z_-]([0-9A-Za-z _-]*[0-9A-Za-z_-])?' },
    projectId: getId('prj'),
    workspace: NAME,
    workspaceId: getId('ws'),
  },
  platform: 'terraform',
  owner: 'organization',
  ownerInWords: OWNER_IN_WORDS,
  ownerId: 'organizationId',
  whose: {
    terraform_organization_name: 'organization',
    terraform_organization_id: 'organizationId',
    terraform_project_id: 'projectId',
    terraform_workspace_id: 'workspaceId',
  },
  furtherClaims: 'terraform_.+',
  review: 'On HCP Terraform, only the phase `apply` proves a review. Require `run_phase:apply`',
  shapes: withClaims({ iss: ISSUER }, shapes),
  reaches: [
    {
      id: 'anybody',
      who: 'any workspace of any organization on HCP Terraform',
      whoByBeginning: 'anyone who registers an HCP Terraform organization whose name begins with',
      shapes: ['plan', 'apply'],
      chooses: ['organization', 'organizationId', 'projectId', 'workspaceId'],
    },
    {
      id: 'recycled-name',
      who: describeClaimants(OWNER_IN_WORDS),
      shapes: ['plan', 'apply'],
      chooses: ['organizationId', 'projectId', 'workspaceId'],
    },
    {
      id: 'pull-request',
      who: 'anyone who can open a pull request that the workspace plans',
      shapes: ['plan'],
    },
    ...(['project', 'workspace'] as const).map((chosen) => ({
      id: 'same-owner' as const,
      who: 'any other workspace of the organization',
      shapes: ['plan', 'apply'],
      chooses: [chosen, 'workspaceId'],
    })),
  ],
};

/** A self-hosted server: the configuration declares its address. */
const terraformEnterpriseTokens: Issuer = {
  ...terraformCloudTokens,
  id: 'terraform-enterprise',
  name: 'Terraform Enterprise',
  documentation: [
    'https://developer.hashicorp.com/terraform/enterprise/workspaces/dynamic-provider-credentials/workload-identity-tokens',
  ],
  variables: { host: OWN_HOST, ...terraformCloudTokens.variables },
  shapes: withClaims({ iss: 'https://{host}' }, shapes),
  shownBy: '(tfe|terraform)',
  mustBeDeclared: true,
  // An administrator decides who gets an organization.
  reaches: terraformCloudTokens.reaches.filter((reach) => !isOutside(reach)),
};

/**
 * Accepts one phase of the runs of a workspace on HCP Terraform or Terraform Enterprise.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/workspaces/dynamic-provider-credentials/workload-identity-tokens
 * @example
 * Trust.terraformCloud({
 *   organization: 'acme',
 *   project: 'Default Project',
 *   workspace: 'shop',
 *   runPhase: 'apply',
 *   ids: { organization: 'org-0123456789abcdef', workspace: 'ws-0123456789abcdef' },
 * });
 */
export const terraformCloud: Platform<TerraformCloudTrustProps> = {
  place: 9,
  title: 'HCP Terraform',
  issuers: [terraformCloudTokens, terraformEnterpriseTokens],
  fields: {
    organization: text('required', 'the name of an organization, for example acme', '[0-9A-Za-z_-]+'),
    project: text(
      'required',
      'the name of a project, for example Default Project',
      '[0-9A-Za-z_-](?:[0-9A-Za-z _-]*[0-9A-Za-z_-])?',
    ),
    workspace: text('required', 'the name of a workspace, for example shop', '[0-9A-Za-z_-]+'),
    runPhase: string(['required'], 'The phase of the run.', { oneOf: ['plan', 'apply'] }),
    ids: message(['optional'], 'The immutable ids.', { organization: idField('org'), workspace: idField('ws') }),
    issuer: issuerUrl('optional'),
    audience: audienceText('optional'),
    ...broadFields,
  },
  computed: {
    ids: { organization: 'org-0123456789abcdef', workspace: 'ws-0123456789abcdef' },
    issuer: ISSUER,
    audience: 'audience',
  },
  policy: ({ organization, project, workspace, runPhase, ids, issuer = ISSUER, audience }) => ({
    claimMatch: {
      issuer,
      ...given({ audience }),
      subject: `organization:${organization}:project:${project}:workspace:${workspace}:run_phase:${runPhase}`,
      claims: given({ terraform_organization_id: ids?.organization, terraform_workspace_id: ids?.workspace }),
    },
  }),
  toProps: ({ claimMatch: { issuer, audience, subject = '', claims = {} } = {} }) => {
    const pattern = /^organization:([^:]+):project:([^:]+):workspace:([^:]+):run_phase:(\w+)$/;
    const [, organization, project, workspace, runPhase] = pattern.exec(subject) ?? [];
    const ids = { organization: claims['terraform_organization_id'], workspace: claims['terraform_workspace_id'] };
    return {
      organization,
      project,
      workspace,
      runPhase,
      ids,
      issuer: issuer === ISSUER ? undefined : issuer,
      audience,
    };
  },
  owners: ({ organization }) => [organization],
  narrow: 'Add ids: { organization, workspace }',
};
