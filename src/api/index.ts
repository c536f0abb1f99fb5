/** Facts of the wire that client, emulator and provider share. */
export { BUILT_IN_ROLES, builtInRoleDescription } from './built-in-roles';
export {
  CAPABILITIES,
  CAPABILITY_ENUM_NAMES,
  CAPABILITY_PATTERN,
  capabilityEnumName,
  capabilityName,
  isCapability,
  isKnownCapability,
  nearestCapability,
  type Capability,
  type KnownCapability,
} from './capabilities';
export { camelCase, snakeCase } from './case';
export { CODES, codeNumber, codeOfNumber, codeOfStatus, httpStatus, type Code } from './codes';
export {
  API_VERSIONS,
  collectionPath,
  DEFAULT_API_VERSION,
  DOMAINS,
  errorDomain,
  type ApiVersion,
  type Domain,
} from './domains';
export {
  badRequest,
  detailType,
  errorInfo,
  preconditionFailure,
  resourceInfo,
  TYPE_URL_PREFIX,
  type ErrorBody,
  type ErrorDetail,
  type FieldViolation,
  type PreconditionViolation,
  type ResourceInfo,
} from './error-details';
export {
  EVERY_FIELD,
  formatMask,
  parseMask,
  UPDATE_MASK_ALIAS,
  UPDATE_MASK_PARAMETER,
  type MaskPath,
} from './field-mask';
export { isObject, jsonText, parseJson, sameJson, type JsonValue, type Values } from './json';
export { DEFAULT_PAGE_SIZE, LIST_PARAMETERS, MAX_PAGE_SIZE, PAGE_TOKEN_LIFETIME_MS, SORT_KEY_ALIASES } from './list';
export { nearest } from './nearest';
export { matchesWhole, patternProblem } from './pattern';
export { DURATION_PATTERN, formatTimestamp, parseDurationMs, parseTimestamp } from './time';
export {
  ancestorUids,
  checkedUid,
  commonAncestor,
  isDescendant,
  isUid,
  isWithin,
  parentUid,
  rootUid,
  UID_PATTERN,
  uidProblem,
} from './uid';
