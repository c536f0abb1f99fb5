/** The platforms whose tokens identities accept: from props to a trust policy, back, and to the people who can obtain a token. */
export { decide, type KnownTrust } from './decision';
export { trustPolicyOf, type Platform, type TrustDataOptions, type TrustMethods, type TrustPolicy } from './platform';
export { PLATFORMS } from './platforms';
export type * from './platforms/trust-props';
export type { PlatformName, TrustData } from './trust-data';
export { trustDataOf, trustInWords } from './trust-data-of';
export { ISSUERS } from './tokens/issuers';
export type { Issuer, Reach, ReachId, Shape, Texts } from './tokens/issuer';
export { mintedDifference } from './tokens/minted-difference';
export {
  assumesProtection,
  obtainableTokens,
  type Obtainable,
  type Obtained,
  type OutsiderOptions,
} from './tokens/outsiders';
export { undeclaredIssuer, type FoundIssuer, type UndeclaredOptions } from './tokens/undeclared';
export { findOwners, isPlainOwner, ownerProblem, scopedOwners } from './tokens/owners';
export { findOwnAudiences } from './tokens/own-audience';
export { findUnobtainable, type Unobtainable } from './tokens/unobtainable';
