/** The vocabulary for declaring a kind. It does not load zod: code that reads responses imports `./response-schema`. */
export {
  checkFields,
  checkChangedValues,
  errorsAmong,
  isPresent,
  violationText,
  type CheckOptions,
  type Violation,
} from './check';
export { checkText, hasLineBreak, LINE_BREAK, type ViolationCode } from './check-text';
export { getScopeField, outOfScope, outOfScopeText, scopedFields, type OutOfScope } from './scoped';
export {
  accessFields,
  decidesAccess,
  declareKind,
  getAttribute,
  getFieldName,
  hasRoots,
  identifierField,
  inputFields,
  isInclusion,
  kindInWords,
  listPath,
  offers,
  findParentUid,
  pluralTypeName,
  sortKeys,
  typeName,
  updatableFields,
  type Create,
  type Declaration,
  type Filter,
  type Filters,
  type Kind,
  type KindTypes,
  type UidLookup,
  type Operation,
  type OrderBy,
  type Resource,
  type RoleGrant,
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
  isShownOnce,
  isUpdatable,
  isWriteOnly,
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
  toAttribute,
  versionField,
  withVersions,
  type FieldBehavior,
  type Field,
  type Fields,
  type FieldType,
  type Rule,
  type StringFormat,
} from './field';
export { accountKey, importKey, type KeyValue } from './import-key';
export {
  createEnumeration,
  type EnumerationFacts,
  type FieldNumber,
  type NumberedField,
  type NumberedFields,
  type ProtobufFacts,
} from './protobuf';
export {
  decidingFields,
  inputs,
  nestedFields,
  parentAttribute,
  resourceFields,
  terraformInputs,
  versionAttribute,
  type NamedField,
} from './resource-fields';
export { servedFields } from './served-fields';
export { KEY_ENCRYPTION } from './check-keys';
export {
  canonicalNames,
  canonicalText,
  decodeResponse,
  encodeBody,
  isDefaultValue,
  semanticEquals,
  unsetInResponse,
  zeroValue,
} from './wire';
export { findLikelyMistakes, type FoundMistake, type LikelyMistake } from './likely-mistakes';
export { EXCLUSIVE, exclusiveTypeName, groupKeyAttributes, identifyingAttributes, isExclusive } from './exclusive';
export { EXPIRY_STATES, getLifetime, type Expiry } from './expiry';
export { isStoredAs, namesStored, storedUid } from './stored-by-others';
export { dataTypes, resourceTypes, type Arguments } from './type-arguments';
export type { EncryptedSecret, StoredByOthers } from './terraform-facts';
export { naturalKeyText, ownKeyFields } from './natural-key';
