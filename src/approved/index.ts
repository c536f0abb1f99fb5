/** Approved writes: the list of a report, which the provider is bound to. Shared by the review and the provider. */
export { canonicalFields, listed, type ReportedWrite, type Write, type WriteAction } from './approved-write';
export { differencesOf, hasApprovedFields, type WriteDifference } from './matching';
export { placeholderOf, replaceUids, uidsIn } from './placeholders';
export { createAllowance, type Allowance, type Allowed } from './allowance';
export { executesBeyond, partsBeyond } from './allowed-parts';
export type { ReportedEffect, ReportedExecution } from './report-parts';
export { isContext, reportChecksum, reportDigest, sealReport } from './report-digest';
export {
  APPROVED_VARIABLE,
  DIGEST_VARIABLE,
  approvedWritesOf,
  readApprovedFile,
  type ApprovedWrites,
} from './report-file';
export {
  createSentFields,
  decidingFields,
  inputs,
  nestedFields,
  parentAttribute,
  resourceFields,
  terraformInputs,
  versionAttribute,
  type NamedField,
  type Planned,
} from './sent-fields';
export { unlistedWrites, type PlannedWrite } from './unlisted';
