/** The rules of an organization, `review.config.json`: their types, their file, and their evaluation. */
export { checkAssertions, type AssertionResult, type CheckedAssertion } from './assertions';
export type { SubjectOptions } from './assertion-subjects';
export type {
  AccessLimit,
  AssertedToken,
  Assertion,
  Invariant,
  ReviewConfiguration,
  Suppression,
  Who,
} from './configuration/configuration';
export {
  FINDING_IDS,
  FINDINGS,
  isAtLeast,
  PREDICTIONS,
  SEVERITIES,
  type FindingId,
  type Severity,
} from './configuration/finding-kinds';
export { lineOf } from './configuration/lines';
export { ConfigurationError, readConfiguration } from './configuration/read';
export { checkInvariant, isGroupMatched, matchOf, type BrokenInvariant } from './invariants';
export { capabilitiesMeant, groupsMeant, identitiesMeant, QuestionError } from './names';
export type { RuledOrganization, UnresolvedAttribute } from './organization';
export { GITHUB, isOneWorkload, isOutsider, tokenText } from './outsiders';
export { DEFAULT_AUDIENCE, type TrustPolicy } from './trust-policy';
export { pathPattern } from '../text/path-pattern';
