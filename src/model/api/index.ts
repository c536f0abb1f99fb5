/** Facts of the wire that client, emulator and provider share. */
export { BUILT_IN_ROLES, builtInRoleDescription } from './built-in-roles';
export {
  CAPABILITIES,
  CAPABILITY_ENUM_NAMES,
  CAPABILITY_PATTERN,
  canonicalCapability,
  capabilitiesInDomain,
  capabilityEnumName,
  capabilityName,
  GRANTABLE_CAPABILITIES,
  INTERNAL_CAPABILITIES,
  isCapability,
  isIamWrite,
  isKnownCapability,
  isReadCapability,
  isUnknownWrite,
  nearestCapability,
  type Capability,
  type KnownCapability,
} from './capabilities';
export { announceExistingGroup, listenToExistingGroups } from './existing-groups';
export { CAPABILITY_TABLE } from './capability-table';
export {
  API_VERSIONS,
  collectionPath,
  DEFAULT_API_VERSION,
  DEFAULT_PAGE_SIZE,
  DOMAINS,
  LIST_PARAMETERS,
  MAX_PAGE_SIZE,
  NAME_PATTERN,
  PAGE_TOKEN_LIFETIME_MS,
  pathInDefaultVersion,
  pathInVersions,
  SORT_KEY_ALIASES,
  type ApiVersion,
  type Domain,
} from './requests';
export {
  REASON_ELSEWHERE,
  badRequest,
  codeNumber,
  codeOfNumber,
  codeOfStatus,
  CODES,
  detailType,
  errorDomain,
  errorInfo,
  httpStatus,
  preconditionFailure,
  resourceInfo,
  TYPE_URL_PREFIX,
  type Code,
  type ErrorBody,
  type ErrorDetail,
  type FieldViolation,
  type PreconditionViolation,
  type ResourceInfo,
} from './errors';
export {
  camelCase,
  EVERY_FIELD,
  formatMask,
  parseMask,
  snakeCase,
  UPDATE_MASK_ALIAS,
  UPDATE_MASK_PARAMETER,
  type MaskPath,
} from './requests';
export {
  illFormedAt,
  isObject,
  jsonText,
  writeJsonText,
  MUST_BE_WELL_FORMED,
  findJsonObject,
  parseJson,
  sameJson,
  type JsonValue,
  type Values,
} from './values';
export { isLoopback, isLoopbackName, LOOPBACK_PATTERN } from './loopback';
export { missingRootText } from './missing-root';
export { nearest } from './nearest';
export { matchesWhole, patternProblem, patternSize } from './pattern';
export {
  EXECUTABLE_NAME,
  isOurProvider,
  PACKAGE_NAME,
  PROVIDER_ADDRESS,
  PROVIDER_HOST,
  PROVIDER_NAME,
  REGISTRY_ADDRESSES,
  REGISTRY_SOURCE,
  userAgent,
  VERSION,
} from './product';
export { isText, listOf, mapOf, objectOf, optional, type Shape } from './shape';
export {
  DURATION_PATTERN,
  formatTimestamp,
  parseDurationMs,
  parseTimeoutMs,
  parseTimestamp,
  TIMEOUT_PATTERN,
} from './values';
export {
  ancestorUids,
  checkedUid,
  commonAncestor,
  isDescendant,
  isPlaceholderUid,
  isUid,
  isWithin,
  parentUid,
  PLACEHOLDER_MARK,
  REVIEW_VARIABLE,
  rootUid,
  UID_PATTERN,
  uidProblem,
} from './uid';
