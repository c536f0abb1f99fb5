/**
 * The digest and the checksum of a report: pure functions of its JSON, so that every reader computes them again. The digest
 * binds an apply. It contains everything except `CONTEXT` and `WORDING`: a new part of the report is in the digest until
 * someone proves that it only informs.
 */
import { createHash } from 'node:crypto';
import { isObject, jsonText, writeJsonText, type JsonValue, type Values } from '../../api';

/** The parts for readers: names, wording, lines, predictions, drift. Two plans of one change can differ in them. */
const CONTEXT: ReadonlySet<string> = new Set([
  ...['digest', 'checksum', 'provenance', 'plans', 'verdict', 'unread', 'notShown', 'assumptions', 'mentioned'],
  ...['findings', 'suppressed', 'idleSuppressions', 'access', 'assume', 'unresolved', 'others'],
  ...['changes', 'drift', 'unmanaged', 'moves', 'roleChanges', 'lookalikes', 'undeclaredOwners'],
]);

/** Wording and file names in the entries of a bound part. */
const WORDING: ReadonlyMap<string, readonly string[]> = new Map([['proof', ['plan', 'why']]]);

/** Returns true if two reports of the same change can differ in this part. */
export function isContext(part: string): boolean {
  return CONTEXT.has(part);
}

/** Returns the SHA-256 of everything in the report that binds. The order of the entries of a part makes no difference. */
export function reportDigest(report: Values): string {
  return sha256(
    Object.keys(report)
      .filter((part) => !isContext(part))
      .sort()
      .flatMap((part) => [part, ...toTexts(withoutMembers(report[part], WORDING.get(part)))])
      .join('\n'),
  );
}

function withoutMembers(value: unknown, names: readonly string[] | undefined): unknown {
  if (names === undefined) return value;
  if (Array.isArray(value)) return value.map((inner) => withoutMembers(inner, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      names.includes(name) ? [] : [[name, withoutMembers(inner, names)]],
    ),
  );
}

function toTexts(part: unknown): string[] {
  return Array.isArray(part) ? part.map(jsonText).sort() : [jsonText(part as JsonValue)];
}

/** Returns the SHA-256 of the whole report, context included: an edit that the digest cannot show is an edit. */
export function reportChecksum(report: Values): string {
  const { checksum: _, ...rest } = report;
  const hash = createHash('sha256');
  writeJsonText(rest as JsonValue, (part) => hash.update(part));
  return hash.digest('hex');
}

/** Returns the report with its digest and its checksum. */
export function sealReport<R extends Values>(report: R): R & { readonly digest: string; readonly checksum: string } {
  const withDigest = { ...report, digest: reportDigest(report) };
  return { ...withDigest, checksum: reportChecksum(withDigest) };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
