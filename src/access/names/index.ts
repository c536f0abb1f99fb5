/** Resolves the names in questions, rules and assertions: of capabilities, roles, groups and identities. A browser loads it, too. */
export { askedCapabilities, findGivingGrants, type AskedCapabilities } from './asked-capabilities';
export { capabilityPattern } from './capability-pattern';
export {
  ambiguityText,
  identitiesMeant,
  identitiesNamed,
  identityNamed,
  isPattern,
  isPatternMatched,
  namesOfPeople,
  similarIdentity,
  toNameText,
} from './identity-names';
export { areHeld, namedRole, ROLE_NAMES } from './named-role';
export { capabilitiesMeant, groupsMeant } from './names';
export { nearestSibling, QuestionError, UnknownNameError } from './unknown-name';
