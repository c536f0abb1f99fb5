/** Reads the report that was approved. */
import { isObject } from '../../../api';
import { approvedWritesOf } from '../../../approved';
import { REPORT_VERSION, type Report } from '../types/report';

/** A report that cannot be compared. The message names the file. */
export class ApprovedReportError extends Error {
  override readonly name: string = 'ApprovedReportError';
}

/** A report on what could not be judged: nobody can have approved it. */
export class InconclusiveReportError extends ApprovedReportError {
  override readonly name = 'InconclusiveReportError';
}

/** A report that somebody may have approved. */
export type ApprovedReport = Report & { readonly digest: string };

const LISTS = ['findings', 'suppressed', 'assume', 'changes', 'drift', 'unresolved', 'others'] as const;

/**
 * Reads a report as `--format json` has written it.
 *
 * @throws InconclusiveReportError if it says that the plans could not be judged
 * @throws ApprovedReportError if it is none
 */
export function readApproved(text: string, name: string): ApprovedReport {
  let report: unknown;
  try {
    report = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ApprovedReportError(`${name} is no JSON, or was cut off. It takes a report in the format json.`, {
      cause: error,
    });
  }
  if (isObject(report) && isObject(report['verdict']) && report['verdict']['result'] === 'unjudged')
    throw new InconclusiveReportError(
      `${name} is a report on plans that could not be judged: nobody can have approved it. Review anew.`,
    );
  if (!isObject(report) || typeof report['digest'] !== 'string' || !/^[0-9a-f]{64}$/.test(report['digest']))
    throw new ApprovedReportError(`${name} is no report: it has no digest. It takes a report in the format json.`);
  if (report['version'] !== REPORT_VERSION)
    throw new ApprovedReportError(
      `${name} is a report of version ${JSON.stringify(report['version'])}, and this is ${REPORT_VERSION}: review anew with this version.`,
    );
  const { access } = report;
  const lists = [...LISTS.map((list) => report[list]), ...(isObject(access) ? [access['gained'], access['lost']] : [])];
  if (lists.length < LISTS.length + 2 || !lists.every((list) => Array.isArray(list) && list.every(isObject)))
    throw new ApprovedReportError(`${name} is no whole report. It takes a report in the format json.`);
  try {
    approvedWritesOf(report, name);
  } catch (error) {
    throw new ApprovedReportError((error as Error).message, { cause: error });
  }
  if (!isObject(report['leastCapabilities']))
    throw new ApprovedReportError(
      `${name} does not list the capabilities that it needs: review again with this version.`,
    );
  return report as unknown as ApprovedReport;
}
