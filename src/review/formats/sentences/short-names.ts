/** Shortens the names of a report, so that the author of a change cannot push findings out of a comment with a long name. */
import { createHash } from 'node:crypto';
import { isObject } from '../../../model/api';

/** The longest displayed name, in characters. */
const LONGEST_NAME = 200;

/** Returns a name of at most 200 characters. The hash distinguishes names with the same beginning. */
export function shortName(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  const characters = Array.from(name);
  if (characters.length <= LONGEST_NAME) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 12);
  return `${characters.slice(0, LONGEST_NAME).join('')}… (SHA-256 ${hash.match(/.{4}/g)?.join(' ')})`;
}

/** The fields of a report that contain names and paths. Sentences contain the same names. */
const NAMED = new Set([
  ...['address', 'from', 'group', 'identity', 'name', 'path', 'person', 'plan', 'role', 'stack', 'subject', 'to'],
  ...['mentioned', 'users', 'where', 'who'],
]);

/** The fields of a page that the author copies: the exact suppression, and the declaration of a cause. */
const COPIED = new Set(['accept', 'paste']);

/** Returns a report, or the data of a page, with short names. For display alone: fingerprints are about the whole names. */
export function withShortNames<T extends object>(data: T): T {
  const shorten = createShortener(data);
  return shorten === undefined ? data : (mapTexts(data, shorten) as T);
}

/** Creates a function that shortens the names of a report in a text; `undefined` if none is long. */
export function createShortener(data: object): ((text: string) => string) | undefined {
  const names = new Set<string>();
  collectLongNames(data, '', names);
  if (names.size === 0) return undefined;
  const long = [...names]
    .sort((name, next) => next.length - name.length)
    .map((name) => ({ name, short: shortName(name) }));
  return (text) =>
    text.length <= LONGEST_NAME
      ? text
      : long.reduce((rest, { name, short }) => rest.replaceAll(name, () => short), text);
}

function collectLongNames(value: unknown, key: string, names: Set<string>): void {
  if (typeof value === 'string') {
    if (value.length <= LONGEST_NAME || !NAMED.has(key)) return;
    for (const name of value.split('/')) if (name.length > LONGEST_NAME) names.add(name);
  } else if (Array.isArray(value)) {
    for (const inner of value) collectLongNames(inner, key, names);
  } else if (isObject(value)) {
    for (const name of Object.keys(value)) collectLongNames(value[name], name, names);
  }
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((inner) => mapTexts(inner, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, COPIED.has(key) ? inner : mapTexts(inner, change)]),
  );
}
