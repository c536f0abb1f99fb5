/**
 * Placeholders of approved writes: the uids of objects that the change creates. They have the form of a uid, and a mark that no
 * service mints. Their digits depend on the object's place and natural key alone, so that each plan of the same change has
 * the same ones.
 */
import { createHash } from 'node:crypto';
import { isUid, PLACEHOLDER_MARK } from '../../api';

const uids = /[0-9a-f]{40}(?:\/[0-9a-f]{16})*/g;
const ROOT_DIGITS = 40;
const DIGITS = 16;

/** Returns the placeholder of the object that `key` identifies in `parent`; a root group has no parent. */
export function createPlaceholder(parent: string | undefined, key: string): string {
  const length = (parent === undefined ? ROOT_DIGITS : DIGITS) - PLACEHOLDER_MARK.length;
  const digits = createHash('sha256')
    .update(JSON.stringify([parent, key]))
    .digest('hex')
    .slice(0, length);
  const segment = PLACEHOLDER_MARK + digits;
  return parent === undefined ? segment : `${parent}/${segment}`;
}

/** Returns the value with each uid replaced at every depth, keys of maps included. `undefined` keeps a uid. */
export function replaceUids(value: unknown, replacement: (uid: string) => string | undefined): unknown {
  if (typeof value === 'string') return replaceUidsIn(value, replacement);
  if (Array.isArray(value)) return value.map((inner) => replaceUids(inner, replacement));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [replaceUidsIn(name, replacement), replaceUids(inner, replacement)]),
  );
}

/** Also replaces the longest ancestor of a uid that is not replaced itself. */
function replaceUidsIn(text: string, replacement: (uid: string) => string | undefined): string {
  const replace = (uid: string): string => {
    const replaced = replacement(uid);
    if (replaced !== undefined || !uid.includes('/')) return replaced ?? uid;
    const end = uid.lastIndexOf('/');
    return replace(uid.slice(0, end)) + uid.slice(end);
  };
  return text.replace(uids, replace);
}

/** Returns every uid in the value, once. */
export function uidsIn(value: unknown): string[] {
  const found = new Set<string>();
  replaceUids(value, (uid) => {
    if (isUid(uid)) found.add(uid);
    return undefined;
  });
  return [...found];
}
