/** Resolves the names in questions, rules and assertions: of capabilities, roles, groups and identities. A browser loads it, too. */
export { askedCapabilities, findGivingGrants, type AskedCapabilities } from './asked-capabilities';
export { capabilityPattern } from './capability-pattern';
export {
  ambiguityText,
  requireMatchingIdentities,
  findIdentitiesByName,
  requireIdentity,
  isPattern,
  isPatternMatched,
  namesOfPeople,
  similarIdentity,
  toNameText,
} from './find-identities';
export { areHeld, namedRole, ROLE_NAMES } from './named-role';
export { createCapabilityMatcher, requireMatchingGroups } from './groups-and-capabilities';
export { nearestSibling, QuestionError, UnknownNameError } from './unknown-name';
