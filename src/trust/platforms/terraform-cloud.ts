/** HCP Terraform and Terraform Enterprise: runs of a workspace, by phase. */
import { message, string } from '../../schema';
import { audienceText, broadFields, given, issuerUrl, text, type PinnedTrustProps, type Platform } from '../platform';

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

interface Checked {
  readonly organization: string;
  readonly project: string;
  readonly workspace: string;
  readonly runPhase: string;
  readonly ids?: { readonly organization: string; readonly workspace: string };
  readonly issuer?: string;
  readonly audience?: string;
}

const ISSUER = 'https://app.terraform.io';
const id = (kind: string) => text('required', `an id like ${kind}-0123456789abcdef`, `${kind}-[0-9A-Za-z]{16}`);

/** https://developer.hashicorp.com/terraform/cloud-docs/workspaces/dynamic-provider-credentials/workload-identity-tokens */
export const terraformCloud: Platform<Checked> = {
  title: 'HCP Terraform',
  fields: {
    organization: text('required', 'the name of an organization, for example acme', '[0-9A-Za-z_-]+'),
    project: text(
      'required',
      'the name of a project, for example Default Project',
      '[0-9A-Za-z_-](?:[0-9A-Za-z _-]*[0-9A-Za-z_-])?',
    ),
    workspace: text('required', 'the name of a workspace, for example shop', '[0-9A-Za-z_-]+'),
    runPhase: string(['required'], 'The phase of the run.', { oneOf: ['plan', 'apply'] }),
    ids: message(['optional'], 'The immutable ids.', { organization: id('org'), workspace: id('ws') }),
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
  propsOf: ({ claimMatch: { issuer, audience, subject = '', claims = {} } = {} }) => {
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
