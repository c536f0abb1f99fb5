/** The vocabulary for declaring a kind. It does not load zod: code that reads responses imports `./response-schema`. */
export * from './check';
export {
  checkText,
  describeViolation,
  hasLineBreak,
  LINE_BREAK,
  type Violation,
  type ViolationCode,
  violationText,
} from './check-text';
export * from './scoped';
export * from './declaration';
export * from './field';
export * from './import-key';
export * from './protobuf';
export * from './resource-fields';
export * from './served-fields';
export { KEY_ENCRYPTION } from './check-keys';
export * from './wire';
export * from './likely-mistakes';
export { EXCLUSIVE, exclusiveTypeName, groupKeyAttributes, identifyingAttributes, isExclusive } from './exclusive';
export * from './expiry';
export * from './stored-by-others';
export * from './type-arguments';
export * from './terraform-facts';
export * from './natural-key';
