/** The platforms whose tokens identities accept: from props to a trust policy, back, and to the people who can obtain a token. */
export * from './decision';
export {
  toTrustPolicy,
  type Platform,
  type TrustDataOptions,
  type TrustMethods,
  type TrustPolicy,
} from '../platforms/platform';
export { PLATFORMS } from '../platforms/platforms';
export type * from '../platforms/trust-props';
export * from './trust-data';
export * from './find-trust-data';
export { FIXED_ISSUERS, ISSUERS } from '../platforms/issuers';
export type { Issuer, TokenReach, ReachId, TokenShape, Texts } from '../platforms/issuer';
export * from './minted-difference';
export * from './obtainable-tokens';
export { undeclaredIssuer, type FoundIssuer, type UndeclaredOptions } from './undeclared';
export { findAwsAccounts, isPlainOwner, ownerProblem, scopedOwners } from './owners';
export * from './own-audience';
export * from './public-providers';
export * from './unobtainable';
export * from './required-owners';
