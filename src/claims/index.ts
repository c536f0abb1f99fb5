/**
 * The tokens that identities accept, as languages that are compared exactly, and the users and workloads that can
 * obtain them.
 */
export { refusedClaim } from './languages/accepts';
export { compareMatches, type CompareOptions, type Comparison, type Relation } from './languages/compare';
export {
  awsIdentityMatch,
  tokenMatch,
  type Anchoring,
  type AwsIdentityFields,
  type ClaimMatchFields,
  type ClaimRule,
  type Token,
  type TokenMatch,
} from './languages/match';
export { createBudget, UndecidedError, type Budget, type Limits } from './languages/budget';
export { mintedDifference } from './minted-difference';
export { ISSUERS } from './issuers';
export type { Issuer, Reach, ReachId, Shape, Texts } from './issuers/issuer';
export { obtainableTokens, type Obtainable, type Obtained, type OutsiderOptions } from './outsiders';
export { undeclaredIssuer, type FoundIssuer, type UndeclaredOptions } from './undeclared';
export { unobtainableFrom } from './unobtainable';
