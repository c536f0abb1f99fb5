/** Approved writes: the list of a report, which the provider is bound to. Shared by the review and the provider. */
export {
  canonicalFields,
  listed,
  reportDigest,
  type ReportedWrite,
  type Write,
  type WriteAction,
} from './approved-write';
export { differencesOf, hasApprovedFields, type WriteDifference } from './matching';
export { placeholderOf, replaceUids, uidsIn } from './placeholders';
export { APPROVED_VARIABLE, approvedWritesOf, readApprovedFile, type ApprovedWrites } from './report-file';
export {
  createSentFields,
  inputs,
  nestedFields,
  parentAttribute,
  resourceFields,
  terraformInputs,
  versionAttribute,
  type NamedField,
  type Planned,
} from './sent-fields';
