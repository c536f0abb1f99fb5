/** The vocabulary for declaring a kind. zod is not loaded from here: whoever reads responses imports `./response-schema`. */
export { checkFields, errorsAmong, isPresent, violationText, type CheckOptions, type Violation } from './check';
export type { ViolationCode } from './check-text';
export { checkTimes } from './check';
export {
  declareKind,
  END_STATES,
  hasRoots,
  identifierField,
  inputFields,
  isInclusion,
  kindInWords,
  listPath,
  offers,
  parentUidOf,
  sortKeys,
  typeName,
  updatableFields,
  type Create,
  type Declaration,
  type Filter,
  type Filters,
  type Kind,
  type KindTypes,
  type Operation,
  type OrderBy,
  type Resource,
  type UntypedKind,
  type Update,
} from './declaration';
export {
  atLeastOneOf,
  atMostOneOf,
  behaves,
  bool,
  exactlyOneOf,
  immutable,
  integer,
  isInput,
  isUpdatable,
  json,
  list,
  map,
  message,
  messages,
  number,
  ruleText,
  satisfies,
  string,
  timestamp,
  type Field,
  type Fields,
  type FieldType,
  type Rule,
  type StringFormat,
} from './field';
export { KEY_ENCRYPTION } from './check-keys';
export { isShownOnce, isWriteOnly, versionField, withVersions } from './secrets';
export { canonicalNames, canonicalText, decodeResponse, encodeBody, unsetInResponse, zeroValue } from './wire';
