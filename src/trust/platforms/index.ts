/** The platforms of trusts, by the names of their factories. */
import type { Platform } from '../platform';
import { awsRole, type AwsRoleTrustProps } from './aws-role';
import { azureManagedIdentity, type AzureManagedIdentityTrustProps } from './azure-managed-identity';
import { bitbucket, type BitbucketTrustProps } from './bitbucket';
import { buildkite, type BuildkiteTrustProps } from './buildkite';
import { circleCi, type CircleCiTrustProps } from './circleci';
import { gitHubActions, type GitHubActionsTrustProps } from './github-actions';
import { gitLab, type GitLabTrustProps } from './gitlab';
import { googleServiceAccount, type GoogleServiceAccountTrustProps } from './google-service-account';
import { kubernetes, type KubernetesTrustProps } from './kubernetes';
import { person, type PersonTrustProps } from './person';
import { spiffe, type SpiffeTrustProps } from './spiffe';
import { terraformCloud, type TerraformCloudTrustProps } from './terraform-cloud';

/** The props of a trust by platform. */
export interface TrustProps {
  /** Jobs of GitHub Actions. */
  readonly gitHubActions: GitHubActionsTrustProps;
  /** Jobs of GitLab CI. */
  readonly gitLab: GitLabTrustProps;
  /** A service account of Kubernetes. */
  readonly kubernetes: KubernetesTrustProps;
  /** A service account of Google Cloud. */
  readonly googleServiceAccount: GoogleServiceAccountTrustProps;
  /** A managed identity of Azure. */
  readonly azureManagedIdentity: AzureManagedIdentityTrustProps;
  /** Jobs of Buildkite. */
  readonly buildkite: BuildkiteTrustProps;
  /** Jobs of CircleCI. */
  readonly circleCi: CircleCiTrustProps;
  /** Steps of Bitbucket Pipelines. */
  readonly bitbucket: BitbucketTrustProps;
  /** Runs of HCP Terraform. */
  readonly terraformCloud: TerraformCloudTrustProps;
  /** A role of AWS. */
  readonly awsRole: AwsRoleTrustProps;
  /** A workload of SPIFFE. */
  readonly spiffe: SpiffeTrustProps;
  /** A person. */
  readonly person: PersonTrustProps;
}

export type PlatformName = keyof TrustProps;

/** A trust as plain data: the name of a platform, and the props of its factory. */
export type TrustData = {
  [Name in PlatformName]: { readonly [_ in Name]: TrustProps[Name] } & {
    readonly [_ in Exclude<PlatformName, Name>]?: undefined;
  };
}[PlatformName];

/** Each platform checks the props before it uses them as its own type. */
export const PLATFORMS: Readonly<Record<PlatformName, Platform<never>>> = {
  gitHubActions,
  gitLab,
  kubernetes,
  googleServiceAccount,
  azureManagedIdentity,
  buildkite,
  circleCi,
  bitbucket,
  terraformCloud,
  awsRole,
  spiffe,
  person,
};

export type {
  AwsRoleTrustProps,
  AzureManagedIdentityTrustProps,
  BitbucketTrustProps,
  BuildkiteTrustProps,
  CircleCiTrustProps,
  GitHubActionsTrustProps,
  GitLabTrustProps,
  GoogleServiceAccountTrustProps,
  KubernetesTrustProps,
  PersonTrustProps,
  SpiffeTrustProps,
  TerraformCloudTrustProps,
};
