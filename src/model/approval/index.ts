/** Approved writes: the list of a report, which the provider is bound to. Shared by the review and the provider. */
export { canonicalFields, listed, type Write } from './writes/approved-write';
export { differencesOf, hasApprovedFields, type WriteDifference } from './writes/matching';
export { placeholderOf, replaceUids, uidsIn } from './writes/placeholders';
export { createAllowance, type Allowance, type Allowed } from './allowance';
export { executesBeyond, partsBeyond } from './allowed-parts';
export {
  REPORT_VERSION,
  type ReportedCapabilities,
  type ReportedEffect,
  type ReportedExecution,
  type ReportedProof,
  type ReportedWrite,
  type UnprovedPlace,
} from './report/report-format';
export { isContext, reportChecksum, reportDigest, sealReport } from './report/report-digest';
export {
  APPROVED_VARIABLE,
  DIGEST_VARIABLE,
  approvedWritesOf,
  readApprovedFile,
  type ApprovedWrites,
} from './report/report-file';
export { createSentFields, type Planned } from './writes/sent-fields';
