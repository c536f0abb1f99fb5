/** Reads the approved writes from a report that `--format json` has written. */
import { readFileSync } from 'node:fs';
import { isObject, isPlaceholderUid, isUid } from '../../api';
import { declarations } from '../../resources';
import type { ReportedWrite, WriteAction } from '../writes/approved-write';
import { reportChecksum, reportDigest } from './report-digest';

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
    const { code } = error as NodeJS.ErrnoException;
    throw new ApprovedWritesError(`Cannot read ${file}: ${code === 'ENOENT' ? 'no such file' : String(code)}.`, {
      cause: error,
    });
  }
  let report: unknown;
  try {
    report = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ApprovedWritesError(`${file} is not JSON, or is truncated. ${howToGet}`, { cause: error });
  }
  const approved = approvedWritesOf(report, file);
  if (expected !== undefined && approved.digest !== expected)
    throw new ApprovedWritesError(
      `${file} has the digest ${approved.digest}, and ${DIGEST_VARIABLE} requires ${JSON.stringify(expected)}.`,
    );
  return approved;
}

const howToGet = 'Use a report in the format json.';
const DIGEST = /^[0-9a-f]{64}$/;

/**
 * Returns the approved writes of a report. Throws an {@link ApprovedWritesError} if it has no digest, if digest or checksum do not
 * match its contents, or if the list is malformed.
 */
export function approvedWritesOf(report: unknown, name: string): ApprovedWrites {
  if (!isObject(report)) throw new ApprovedWritesError(`${name} is not a report. ${howToGet}`);
  const { digest, checksum, approvedWrites: writes } = report;
  if (typeof digest !== 'string' || !DIGEST.test(digest))
    throw new ApprovedWritesError(`${name} has no digest: it approves nothing. ${howToGet}`);
  if (typeof checksum !== 'string' || !Array.isArray(writes))
    throw new ApprovedWritesError(`${name} has no list of approved writes. Review again with this version.`);
  const malformed = writes.findIndex((write) => !isReportedWrite(write));
  if (malformed >= 0)
    throw new ApprovedWritesError(`${name} is malformed: approvedWrites[${malformed}] is not a write.`);
  const all = writes as readonly ReportedWrite[];
  if (reportDigest(report) !== digest)
    throw new ApprovedWritesError(`${name} was changed: its digest does not match its contents. Review again.`);
  if (reportChecksum(report) !== checksum)
    throw new ApprovedWritesError(`${name} was changed: its checksum does not match its contents. Review again.`);
  const placeholders = all.flatMap(({ action, uid }) => (action === 'create' && uid !== undefined ? [uid] : []));
  if (new Set(placeholders).size < placeholders.length)
    throw new ApprovedWritesError(`${name} is malformed: two creates have the same placeholder.`);
  return { digest, writes: all };
}

const ACTIONS: readonly WriteAction[] = ['create', 'update', 'delete', 'adopt'];
const kinds = new Set(declarations.map(({ kind }) => kind));

function isReportedWrite(write: unknown): boolean {
  if (!isObject(write)) return false;
  const { action, kind, uid, parent, path, key, fields, hashed, unknown } = write;
  const isExisting = isUid(uid) && !isPlaceholderUid(uid);
  const isPlace = parent === undefined || isUid(parent);
  return (
    ACTIONS.some((one) => one === action) &&
    typeof kind === 'string' &&
    kinds.has(kind) &&
    (action === 'create' ? uid === undefined || isPlaceholderUid(uid) : isExisting) &&
    isPlace &&
    typeof path === 'string' &&
    isObject(key) &&
    isObject(fields) &&
    (hashed === undefined || (isObject(hashed) && Object.values(hashed).every(isText))) &&
    (unknown === undefined || (Array.isArray(unknown) && unknown.every(isText)))
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
