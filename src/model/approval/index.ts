/** Approved writes: the list of a report, which the provider is bound to. Shared by the review and the provider. */
export { canonicalFields, listed, type Write } from './writes/approved-write';
export { findDifferences, hasApprovedFields, type WriteDifference } from './writes/matching';
export { createPlaceholder, replaceUids, uidsIn } from './writes/placeholders';
export { createAllowance, type Allowance, type Allowed } from './allowance';
export { executesBeyond, partsBeyond } from './allowed-parts';
export { isContext, reportChecksum, reportDigest, sealReport } from './report/report-digest';
export {
  APPROVED_VARIABLE,
  DIGEST_VARIABLE,
  readApprovedWrites,
  readApprovedFile,
  type ApprovedWrites,
} from './report/report-file';
export { createSentFields, type Planned } from './writes/sent-fields';
