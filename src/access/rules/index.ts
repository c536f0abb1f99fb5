/** The rules of an organization, `review.config.json`: their types, their file, and their evaluation. */
export * from './check-rule';
export * from './declared-organization';
export * from './assertions';
export type { SubjectOptions } from './assertion-subjects';
export * from './configuration/configuration';
export * from './configuration/finding-kinds';
export * from './configuration/finding-steps';
export * from './configuration/lines';
export * from './configuration/read';
export * from './group-owners';
export { existingGroupName } from './group-names';
export * from './identity-match';
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
export * from './organization';
export * from './outside-tokens';
export * from './stack/graph';
export { accessKinds, collections, type AccessKind, type AccessObject, type AccessCollection } from './stack/kinds';
export { declaredObjects, listMembers, type StackJson } from './stack/objects';
export { findOrigin, type Origin, type SourceLine } from '../../model/stack';
export * from './result';
export * from './token-reachability';
export * from './read-trust-policy';
export { attribute, hasUnknown, textAttribute, UNKNOWN_VALUE } from './values';
export { pathPattern } from '../../base/text/path-pattern';
export { accountIn, displayedPerson } from '../../base/text/person-account';
