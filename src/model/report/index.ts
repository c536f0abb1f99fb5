/** The format of the parts of a report that bind an apply, for those who write, read and compare them. */
export {
  malformedPart,
  REPORT_VERSION,
  type ReportedCapabilities,
  type ReportedEffect,
  type ReportedExecution,
  type ReportedProof,
  type ReportedWrite,
  type UnprovedPlace,
  type WriteAction,
} from './report-format';
