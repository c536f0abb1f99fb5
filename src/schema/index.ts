/** The vocabulary for declaring a kind. zod is not loaded from here: whoever reads responses imports `./response-schema`. */
export { bool, json, list, map, message, messages, string, timestamp } from './build';
export { checkFields, isPresent, type CheckOptions } from './check';
export { checkTimes } from './check-times';
export {
  declareKind,
  hasRoots,
  parentUidOf,
  identifierField,
  inputFields,
  isInclusion,
  kindInWords,
  listPath,
  offers,
  sortKeys,
  updatableFields,
  type Create,
  type Declaration,
  type Filter,
  type Filters,
  type Kind,
  type Operation,
  type OrderBy,
  type Resource,
  type Update,
} from './declaration';
export { behaves, isInput, isUpdatable, type Field, type Fields, type FieldType, type StringFormat } from './field';
export { atLeastOneOf, atMostOneOf, exactlyOneOf, oneOfForGood, ruleText, satisfies, type Rule } from './rule';
export type { KindTypes, UntypedKind } from './types';
export { errorsAmong, violationText, type Violation, type ViolationCode } from './violation';
export { canonicalNames, canonicalText, decodeAnswer, encodeBody, unsetAnswer, zeroValue } from './wire';
