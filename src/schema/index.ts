/** The vocabulary for declaring a kind. zod is not loaded from here: whoever needs schemas imports `./zod`. */
export { bool, json, list, map, message, messages, string, timestamp } from './build';
export { checkFields, errorsAmong, isPresent, type CheckOptions, type Violation } from './check';
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
export {
  behaves,
  isInput,
  isUpdatable,
  type Field,
  type Fields,
  type FieldType,
  type JsonValue,
  type StringFormat,
} from './field';
export { jsonText, parseJson, sameJson } from './json-text';
export { atLeastOneOf, atMostOneOf, exactlyOneOf, oneOfForGood, ruleText, satisfies, type Rule } from './rule';
export type { KindTypes, UntypedKind } from './types';
export { canonicalNames, canonicalText, decodeAnswer, encodeBody, unsetAnswer, zeroValue } from './wire';
