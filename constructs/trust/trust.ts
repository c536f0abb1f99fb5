/** The workloads and people that can assume an identity, with the names of their platform. */
import { isObject, PACKAGE_NAME } from '../../src/model/api';
import { PLATFORMS, type PlatformName, type TrustData } from '../../src/access/trust';
// begin types of the factories: npm run docs
import type {
  AwsRoleTrustProps,
  AzureDevOpsTrustProps,
  AzureManagedIdentityTrustProps,
  BitbucketTrustProps,
  BuildkiteTrustProps,
  CircleCiTrustProps,
  GitHubActionsTrustProps,
  GitLabTrustProps,
  GoogleServiceAccountTrustProps,
  HarnessTrustProps,
  JenkinsTrustProps,
  KubernetesTrustProps,
  PersonTrustProps,
  SpaceliftTrustProps,
  SpiffeTrustProps,
  TerraformCloudTrustProps,
} from '../../src/access/platforms/trust-props';
// end types of the factories
import { checkTrust, readTrustData, type CheckedTrust } from './checked-trust';

const checked: unique symbol = Symbol.for(`${PACKAGE_NAME}/trust`);

/**
 * The workloads or the person that can assume an identity, for the prop `assumedBy`. Each platform has a factory. It
 * sets issuer, subject, audience and further claims, and escapes values.
 *
 * @example
 * const ci = payments.addIdentity('ci', {
 *   assumedBy: Trust.gitHubActions({ repository: 'acme/shop', branch: 'main', ids: { owner: 1234, repository: 7890 } }),
 * });
 */
export class Trust {
  // begin factories, from src/access/platforms: npm run docs
  /**
   * Accepts jobs of a repository on GitHub Actions.
   *
   * @see https://docs.github.com/en/actions/reference/security/oidc
   * @throws Error for a prop of a wrong type. Synthesis reports all other problems.
   * @example
   * Trust.gitHubActions({ repository: 'acme/shop', environment: 'production', ids: { owner: 1234, repository: 7890 } });
   */
  static gitHubActions(props: GitHubActionsTrustProps): Trust {
    return new Trust('gitHubActions', props);
  }

  /**
   * Accepts jobs of a project on GitLab CI, by default only of protected branches and tags.
   *
   * @see https://docs.gitlab.com/ci/secrets/id_token_authentication/
   * @throws Error for a prop of a wrong type. Synthesis reports all other problems.
   * @example
   * Trust.gitLab({ project: 'acme/shop', branch: 'main', ids: { project: 4321 } });
   */
  static gitLab(props: GitLabTrustProps): Trust {
    return new Trust('gitLab', props);
  }

  /**
   * Accepts pods with a service account of a Kubernetes cluster.
   *
   * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#service-account-tokens
   * @throws Error for a prop of a wrong type. Synthesis reports all other problems.
   * @example
   * Trust.kubernetes({
   *   cluster: { project: 'acme-prod', location: 'europe-west1', name: 'prod' },
   *   namespace: 'shop',
   *   serviceAccount: 'deployer',
   * });
   */
  static kubernetes(props: KubernetesTrustProps): Trust {
    return new Trust('kubernetes', props);
  }

  /**
   * Accepts workloads with a service account of Google Cloud.
   *
   * @see https://cloud.google.com/docs/authentication/token-types
   * @throws Error for a prop of a wrong type. Synthesis reports all other problems.
   * @example
   * Trust.googleServiceAccount({ uniqueId: '111260650121245072906' });
   */
  static googleServiceAccount(props: GoogleServiceAccountTrustProps): Trust {
    return new Trust('googleServiceAccount', props);
  }

  /**
   * Accepts workloads with a managed identity of Azure.
   *
   * @see https://learn.microsoft.com/en-us/entra/identity-platform/access-token-claims-reference
   * @throws Error for a prop of a wrong type. Synthesis reports all other problems.
   * @example
   * Trust.azureManagedIdentity({
   *   tenant: '5f1c3b8e-2f0a-4f6b-9c55-6d1a4c1de001',
   *   principalId: '0d9a4e7c-1b9e-4a55-8a39-3f8f7e7b2002',
   *   audience: 'api://platform',
   *   tokenVersion: 1,
   * });
   */
  static azureManagedIdentity(props: AzureManagedIdentityTrustProps): Trust {
    return new Trust('azureManagedIdentity', props);
  }

  /**
   * Accepts jobs of a pipeline on Buildkite.
   *
   * @see https://buildkite.com/docs/agent/v3/cli-oidc
   * @throws Error for a prop of a wrong type. Synthesis reports all other problems.
   * @example
   * Trust.buildkite({
   *   organization: 'acme',
   *   pipeline: 'shop-deploy',
   *   branch: 'main',
   *   forks: 'notBuilt',
   *   ids: { organization: '018d5a22-7e1b-4c3e-8f00-6f1f5f0c0001', pipeline: '018d5a22-7e1b-4c3e-8f00-6f1f5f0c0002' },
   * });
   */
  static buildkite(props: BuildkiteTrustProps): Trust {
    return new Trust('buildkite', props);
  }

  /**
   * Accepts jobs of a project on CircleCI, and excludes forks.
   *
   * @see https://circleci.com/docs/openid-connect-tokens/
   * @throws Error for a prop of a wrong type. Synthesis reports all other problems.
   * @example
   * Trust.circleCi({
   *   organizationId: '018d5a22-7e1b-4c3e-8f00-6f1f5f0c0003',
   *   projectId: '018d5a22-7e1b-4c3e-8f00-6f1f5f0c0004',
   *   repository: 'github.com/acme/shop',
   *   branch: 'main',
   * });
   */
  static circleCi(props: CircleCiTrustProps): Trust {
    return new Trust('circleCi', props);
  }

  /**
   * Accepts steps of a repository on Bitbucket Pipelines.
   *
   * @see https://support.atlassian.com/bitbucket-cloud/docs/integrate-pipelines-with-resource-servers-using-oidc/
   * @throws Error for a prop of a wrong type. Synthesis reports all other problems.
   * @example
   * Trust.bitbucket({
   *   workspace: 'acme',
   *   branch: 'main',
   *   ids: { workspace: '018d5a22-7e1b-4c3e-8f00-6f1f5f0c0005', repository: '018d5a22-7e1b-4c3e-8f00-6f1f5f0c0006' },
   * });
   */
  static bitbucket(props: BitbucketTrustProps): Trust {
    return new Trust('bitbucket', props);
  }

  /**
   * Accepts one phase of the runs of a workspace on HCP Terraform or Terraform Enterprise.
   *
   * @see https://developer.hashicorp.com/terraform/cloud-docs/workspaces/dynamic-provider-credentials/workload-identity-tokens
   * @throws Error for a prop of a wrong type. Synthesis reports all other problems.
   * @example
   * Trust.terraformCloud({
   *   organization: 'acme',
   *   project: 'Default Project',
   *   workspace: 'shop',
   *   runPhase: 'apply',
   *   ids: { organization: 'org-0123456789abcdef', workspace: 'ws-0123456789abcdef' },
   * });
   */
  static terraformCloud(props: TerraformCloudTrustProps): Trust {
    return new Trust('terraformCloud', props);
  }

  /**
   * Accepts workloads with a role of AWS. With `roleId`, they present a signed GetCallerIdentity request. With
   * `issuer`, they present a token of outbound identity federation.
   *
   * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids
   * @throws Error for a prop of a wrong type. Synthesis reports all other problems.
   * @example
   * Trust.awsRole({ account: '012345678901', role: 'deployer', roleId: 'AROA0123456789ABCDEFG' });
   */
  static awsRole(props: AwsRoleTrustProps): Trust {
    return new Trust('awsRole', props);
  }

  /**
   * Accepts a workload with a JWT-SVID of SPIFFE.
   *
   * @see https://github.com/spiffe/spiffe/blob/main/standards/JWT-SVID.md
   * @throws Error for a prop of a wrong type. Synthesis reports all other problems.
   * @example
   * Trust.spiffe({ id: 'spiffe://acme.example/shop/deployer', issuer: 'https://spire.acme.example' });
   */
  static spiffe(props: SpiffeTrustProps): Trust {
    return new Trust('spiffe', props);
  }

  /**
   * Accepts a person with a token of the issuer that they sign in with. To give a person a role, use `Identity.person`.
   *
   * @see https://openid.net/specs/openid-connect-core-1_0.html#IDToken
   * @throws Error for a prop of a wrong type. Synthesis reports all other problems.
   * @example
   * Trust.person({ issuer: 'https://login.acme.example', subject: '00u1a2b3c4' });
   */
  static person(props: PersonTrustProps): Trust {
    return new Trust('person', props);
  }

  /**
   * Accepts runs of a pipeline on Azure DevOps, or the pipelines that may use a service connection.
   *
   * @see https://learn.microsoft.com/en-us/rest/api/azure/devops/distributedtask/oidctoken/create
   * @throws Error for a prop of a wrong type. Synthesis reports all other problems.
   * @example
   * Trust.azureDevOps({
   *   organization: 'acme',
   *   organizationId: '018d5a22-7e1b-4c3e-8f00-6f1f5f0c0007',
   *   project: 'shop',
   *   pipeline: 'deploy',
   *   branch: 'main',
   * });
   */
  static azureDevOps(props: AzureDevOpsTrustProps): Trust {
    return new Trust('azureDevOps', props);
  }

  /**
   * Accepts executions of the pipelines of a project on Harness.
   *
   * @see https://developer.harness.io/docs/platform/connectors/cloud-providers/ref-cloud-providers/artifactory-connector-settings-reference
   * @throws Error for a prop of a wrong type. Synthesis reports all other problems.
   * @example
   * Trust.harness({
   *   accountId: 'AbCdEfGhIjKlMnOpQrStUv',
   *   organization: 'default',
   *   project: 'shop',
   *   pipeline: 'deploy',
   *   audience: 'platform',
   * });
   */
  static harness(props: HarnessTrustProps): Trust {
    return new Trust('harness', props);
  }

  /**
   * Accepts builds of a job on Jenkins, with an id token of the plugin OpenID Connect Provider.
   *
   * @see https://plugins.jenkins.io/oidc-provider
   * @throws Error for a prop of a wrong type. Synthesis reports all other problems.
   * @example
   * Trust.jenkins({ url: 'https://jenkins.acme.example', job: 'shop/main' });
   */
  static jenkins(props: JenkinsTrustProps): Trust {
    return new Trust('jenkins', props);
  }

  /**
   * Accepts one phase of the runs of a stack on Spacelift.
   *
   * @see https://docs.spacelift.io/integrations/cloud-providers/oidc
   * @throws Error for a prop of a wrong type. Synthesis reports all other problems.
   * @example
   * Trust.spacelift({ account: 'acme', space: 'root', stack: 'organization', runPhase: 'apply' });
   */
  static spacelift(props: SpaceliftTrustProps): Trust {
    return new Trust('spacelift', props);
  }
  // end factories

  /**
   * Returns a trust from plain data: an object with the name of a factory as its only key.
   *
   * @throws Error for another key, or for a prop of a wrong type. Synthesis reports all other problems.
   * @example
   * Trust.of({ gitHubActions: { repository: 'acme/shop', branch: 'main', ids: { owner: 1234, repository: 7890 } } });
   */
  static of(data: TrustData): Trust {
    return new Trust(...readTrustData(data));
  }

  private readonly [checked]: CheckedTrust;

  private constructor(name: PlatformName, props: unknown) {
    this[checked] = checkTrust(`Trust.${name}`, PLATFORMS[name], props);
  }
}

/** Returns true for a `Trust`, created by this or another copy of the package. */
export function isTrust(value: unknown): value is Trust {
  return isObject(value) && checked in value;
}

export function checkedTrust(value: unknown): CheckedTrust | undefined {
  return isTrust(value) ? value[checked] : undefined;
}
