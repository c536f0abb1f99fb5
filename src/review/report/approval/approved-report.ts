/** Reads the report that was approved. */
import { isObject } from '../../../model/api';
import { readApprovedWrites } from '../../../model/approval';
import type { Report } from '../types/report';
import { isComparable } from './report-shape';

/** A report that cannot be compared. The message contains the file. */
export class ApprovedReportError extends Error {
  override readonly name: string = 'ApprovedReportError';
}

/** An inconclusive report: nobody can have approved it. */
export class InconclusiveReportError extends ApprovedReportError {
  override readonly name = 'InconclusiveReportError';
}

/** A report that a reviewer can approve. */
export type ApprovedReport = Report & { readonly digest: string };

/**
 * Reads a report that `--format json` has written.
 *
 * @throws InconclusiveReportError if the report is inconclusive
 * @throws ApprovedReportError if the text is not a report
 */
export function readApproved(text: string, name: string): ApprovedReport {
  let report: unknown;
  try {
    report = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ApprovedReportError(`Cannot read ${name}: it is not complete JSON. Pass a report of "--format json".`, {
      cause: error,
    });
  }
  if (isObject(report) && isObject(report['verdict']) && report['verdict']['result'] === 'unjudged')
    throw new InconclusiveReportError(
      `Cannot use ${name}: it is an inconclusive report, which nobody can approve. Review the plan again.`,
    );
  try {
    readApprovedWrites(report, name);
  } catch (error) {
    throw new ApprovedReportError((error as Error).message, { cause: error });
  }
  if (!isComparable(report))
    throw new ApprovedReportError(
      `Cannot read ${name}: parts of the report are missing or malformed. Pass a report of "--format json".`,
    );
  return report as ApprovedReport;
}
