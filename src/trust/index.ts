/** The platforms whose tokens identities accept: from props to a trust policy, and back. */
export { decide, type KnownTrust } from './decision';
export { trustPolicyOf, type Platform, type TrustDataOptions, type TrustMethods, type TrustPolicy } from './platform';
export {
  PLATFORMS,
  type AwsRoleTrustProps,
  type AzureManagedIdentityTrustProps,
  type BitbucketTrustProps,
  type BuildkiteTrustProps,
  type CircleCiTrustProps,
  type GitHubActionsTrustProps,
  type GitLabTrustProps,
  type GoogleServiceAccountTrustProps,
  type KubernetesTrustProps,
  type PersonTrustProps,
  type PlatformName,
  type SpiffeTrustProps,
  type TerraformCloudTrustProps,
  type TrustData,
  type TrustProps,
} from './platforms';
export { trustDataOf } from './trust-data-of';
