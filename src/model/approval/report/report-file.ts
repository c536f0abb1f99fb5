/** Reads the approved writes from a report that `--format json` has written. */
import { readFileSync } from 'node:fs';
import { describeReadError } from '../../../base/files/read-error';
import { isObject } from '../../api';
import { declarations } from '../../kinds';
import { reportChecksum, reportDigest } from './report-digest';
import { malformedPart, REPORT_VERSION, type ReportedWrite } from '../../report';

/** The environment variable that names the approved report while Terraform applies. */
export const APPROVED_VARIABLE = 'PLATFORM_APPROVED_REPORT';

/** The environment variable with the digest of that report: another file in its place is refused. */
export const DIGEST_VARIABLE = 'PLATFORM_APPROVED_DIGEST';

/** A report that approves nothing. The message names the file and the reason. */
class ApprovedWritesError extends Error {
  override readonly name = 'ApprovedWritesError';
}

/** The part of an approved report that binds an apply. */
export interface ApprovedWrites {
  readonly digest: string;
  readonly writes: readonly ReportedWrite[];
}

/** Reads the file. Throws an {@link ApprovedWritesError} if it approves nothing, or if it has another digest than `expected`. */
export function readApprovedFile(file: string, expected?: string): ApprovedWrites {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ApprovedWritesError(describeReadError(file, error), { cause: error });
  }
  let report: unknown;
  try {
    report = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ApprovedWritesError(`${file} is not JSON, or is truncated. ${howToGet}`, { cause: error });
  }
  const approved = readApprovedWrites(report, file);
  if (expected !== undefined && approved.digest !== expected)
    throw new ApprovedWritesError(
      `${file} has the digest ${approved.digest}, and ${DIGEST_VARIABLE} requires ${JSON.stringify(expected)}.`,
    );
  return approved;
}

const howToGet = 'Use a report in the format json.';

/**
 * Returns the approved writes of a report. Throws an {@link ApprovedWritesError} if it has no digest, if digest or checksum do not
 * match its contents, or if a part that binds is malformed.
 */
export function readApprovedWrites(report: unknown, name: string): ApprovedWrites {
  const refused = (reason: string): Error => new ApprovedWritesError(`Cannot use ${name}: ${reason}`);
  if (!isObject(report)) throw refused(`it is not a report. ${howToGet}`);
  const { digest, checksum, version, approvedWrites } = report;
  if (typeof digest !== 'string') throw refused(`it has no digest, so it approves nothing. ${howToGet}`);
  if (version !== REPORT_VERSION)
    throw refused(
      `its version is ${JSON.stringify(version) ?? 'missing'} instead of ${REPORT_VERSION}. Review the plan again with this package version.`,
    );
  const malformed = malformedPart(report);
  if (malformed !== undefined) throw refused(`${malformed} is missing or malformed. Review the plan again.`);
  if (reportDigest(report) !== digest)
    throw refused('it was changed: its digest does not match. Review the plan again.');
  if (reportChecksum(report) !== checksum)
    throw refused('it was changed: its checksum does not match. Review the plan again.');
  const writes = approvedWrites as readonly ReportedWrite[];
  const stranger = writes.find(({ kind }) => !kinds.has(kind));
  if (stranger !== undefined)
    throw refused(`this package version does not know the kind ${JSON.stringify(stranger.kind)}.`);
  const placeholders = writes.flatMap(({ action, uid }) => (action === 'create' && uid !== undefined ? [uid] : []));
  if (new Set(placeholders).size < placeholders.length)
    throw refused('two creates have the same placeholder. Review the plan again.');
  return { digest, writes };
}

const kinds = new Set(declarations.map(({ kind }) => kind));
