/** Hashes values for the digest: the same for every order of keys and list elements. */
import { createHash } from 'node:crypto';
import { isObject } from '../../../model/api';
import { UNKNOWN_VALUE } from '../../input/plan/plan';

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Returns JSON with sorted keys and list elements: the order of a list has no meaning in the API. */
export function canonicalJson(value: unknown): string {
  // Not valid JSON, so it never equals a known value.
  if (value === UNKNOWN_VALUE) return '?';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== null);
  return `{${members
    .map(([name, inner]) => `${JSON.stringify(name)}:${memberText(inner)}`)
    .sort()
    .join()}}`;
}

/** Returns the JSON of a member of an object, with sorted list elements. */
function memberText(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(canonicalJson).sort().join()}]` : canonicalJson(value);
}
