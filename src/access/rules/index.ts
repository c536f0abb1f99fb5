/** The rules of an organization, `review.config.json`: their types, their file, and their evaluation. */
export { checkRule, getRemedy, summarize } from './check-rule';
export { readOrganization, type DeclaredOrganization } from './declared-organization';
export { checkAssertions, type AssertionResult, type CheckedAssertion } from './assertions';
export type { SubjectOptions } from './assertion-subjects';
export type {
  AccessLimit,
  AssertedToken,
  Assertion,
  Invariant,
  NamedKind,
  ReviewConfiguration,
  RuleConfiguration,
  Suppression,
  Who,
} from './configuration/configuration';
export {
  FINDING_IDS,
  FINDINGS,
  isAtLeast,
  CONTEXT_FINDINGS,
  SEVERITIES,
  type FindingId,
  type Severity,
} from './configuration/finding-kinds';
export { FINDING_GROUPS, getNextStep } from './configuration/finding-steps';
export { findLine } from './configuration/lines';
export { ConfigurationError, readConfiguration, requireRules } from './configuration/read';
export { existingGroupName } from './group-names';
export { createIdentityMatch, matchPatterns } from './identity-match';
export { isGroupMatched } from './invariants';
export {
  askedCapabilities,
  capabilityPattern,
  findGivingGrants,
  requireMatchingGroups,
  requireMatchingIdentities,
  findIdentitiesByName,
  requireIdentity,
  namesOfPeople,
  nearestSibling,
  QuestionError,
  ROLE_NAMES,
  toNameText,
  type AskedCapabilities,
} from '../names';
export type { RuledObject, RuledOrganization, UnresolvedAttribute } from './organization';
export { declareOwners, getOutsidersRemedy, GITHUB, isOneWorkload, isOutsider, tokenText } from './outside-tokens';
export { accessGraph, isBuiltIn } from './stack/graph';
export { accessKinds, collections, type AccessKind, type AccessObject, type AccessCollection } from './stack/kinds';
export { declaredObjects, listMembers, type StackJson } from './stack/objects';
export { findOrigin, type Origin, type SourceLine } from '../../model/stack';
export type { RuleProblem, RuleProblems } from './result';
export {
  createOrganizationBudget,
  createTokenReachability,
  type ReachOptions,
  type TokenReachability,
} from './token-reachability';
export { DEFAULT_AUDIENCE, isTrustPolicyUnknown, readTrustPolicy, type IdentityTrustPolicy } from './read-trust-policy';
export { attribute, hasUnknown, textAttribute, UNKNOWN } from './values';
export { pathPattern } from '../../base/text/path-pattern';
export { accountIn, displayedPerson } from '../../base/text/person-account';
