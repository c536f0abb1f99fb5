/** The platforms whose tokens identities accept: from props to a trust policy, back, and to the people who can obtain a token. */
export { decide, type KnownTrust } from './decision';
export {
  toTrustPolicy,
  type Platform,
  type TrustDataOptions,
  type TrustMethods,
  type TrustPolicy,
} from '../platforms/platform';
export { PLATFORMS } from '../platforms/platforms';
export type * from '../platforms/trust-props';
export type { PlatformName, TrustData } from './trust-data';
export { findTrustData, trustInWords } from './find-trust-data';
export { ISSUERS } from '../platforms/issuers';
export type { Issuer, TokenReach, ReachId, TokenShape, Texts } from '../platforms/issuer';
export { mintedDifference } from './minted-difference';
export {
  assumesProtection,
  obtainableTokens,
  type Obtainable,
  type Obtained,
  type OutsiderOptions,
} from './obtainable-tokens';
export { undeclaredIssuer, type FoundIssuer, type UndeclaredOptions } from './undeclared';
export { findAwsAccounts, findOwners, isPlainOwner, ownerProblem, scopedOwners } from './owners';
export { findOwnAudiences } from './own-audience';
export { findUnobtainable, type Unobtainable } from './unobtainable';
