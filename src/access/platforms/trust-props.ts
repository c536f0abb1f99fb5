/** Written by `npm run docs` from the files of this folder: edit the file of a platform instead. */
import type { AwsRoleTrustProps } from './aws-role';
import type { AzureDevOpsTrustProps } from './azure-devops';
import type { AzureManagedIdentityTrustProps } from './azure-managed-identity';
import type { BitbucketTrustProps } from './bitbucket';
import type { BuildkiteTrustProps } from './buildkite';
import type { CircleCiTrustProps } from './circleci';
import type { GitHubActionsTrustProps } from './github-actions';
import type { GitLabTrustProps } from './gitlab';
import type { GoogleServiceAccountTrustProps } from './google-service-account';
import type { HarnessTrustProps } from './harness';
import type { JenkinsTrustProps } from './jenkins';
import type { KubernetesTrustProps } from './kubernetes';
import type { PersonTrustProps } from './person';
import type { SpaceliftTrustProps } from './spacelift';
import type { SpiffeTrustProps } from './spiffe';
import type { TerraformCloudTrustProps } from './terraform-cloud';

/** The props of a trust by platform. */
export interface TrustProps {
  /** Accepts jobs of a repository on GitHub Actions. */
  readonly gitHubActions: GitHubActionsTrustProps;
  /** Accepts jobs of a project on GitLab CI, by default only of protected branches and tags. */
  readonly gitLab: GitLabTrustProps;
  /** Accepts pods with a service account of a Kubernetes cluster. */
  readonly kubernetes: KubernetesTrustProps;
  /** Accepts workloads with a service account of Google Cloud. */
  readonly googleServiceAccount: GoogleServiceAccountTrustProps;
  /** Accepts workloads with a managed identity of Azure. */
  readonly azureManagedIdentity: AzureManagedIdentityTrustProps;
  /** Accepts jobs of a pipeline on Buildkite. */
  readonly buildkite: BuildkiteTrustProps;
  /** Accepts jobs of a project on CircleCI, and excludes forks. */
  readonly circleCi: CircleCiTrustProps;
  /** Accepts steps of a repository on Bitbucket Pipelines. */
  readonly bitbucket: BitbucketTrustProps;
  /** Accepts one phase of the runs of a workspace on HCP Terraform or Terraform Enterprise. */
  readonly terraformCloud: TerraformCloudTrustProps;
  /** Accepts workloads with a role of AWS. */
  readonly awsRole: AwsRoleTrustProps;
  /** Accepts a workload with a JWT-SVID of SPIFFE. */
  readonly spiffe: SpiffeTrustProps;
  /** Accepts a person with a token of the issuer that they sign in with. */
  readonly person: PersonTrustProps;
  /** Accepts runs of a pipeline on Azure DevOps, or the pipelines that may use a service connection. */
  readonly azureDevOps: AzureDevOpsTrustProps;
  /** Accepts executions of the pipelines of a project on Harness. */
  readonly harness: HarnessTrustProps;
  /** Accepts builds of a job on Jenkins, with an id token of the plugin OpenID Connect Provider. */
  readonly jenkins: JenkinsTrustProps;
  /** Accepts one phase of the runs of a stack on Spacelift. */
  readonly spacelift: SpaceliftTrustProps;
}

export type {
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
};
