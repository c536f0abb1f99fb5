/** The keys of existing objects in a file of imports: paths of names, which people can read and write. */
import { BUILT_IN_ROLES } from '../api';
import type { Declaration } from './declaration';

/** A value in a key: a text, or the names of an object and of the groups that contain it, from the group of the imports. */
export type KeyValue = string | readonly string[];

/**
 * Returns the key of an object among the imports of its collection. A name is a path, `payments/ci`. Other objects have the path
 * of their group, and the values of their natural key: `payments: payments/ci editor`.
 *
 * @param parent The names of the groups that contain the object, beneath the group of the imports.
 * @param values The values of the natural key, by field; a reference is a path, an account, the name of a built-in role, or a uid.
 */
export function importKey(
  { uidScheme, naturalKey, fields }: Declaration,
  parent: readonly string[],
  values: Readonly<Record<string, KeyValue | undefined>>,
): string {
  if (uidScheme === 'parentUid') return pathText(parent);
  const [only = '', ...others] = naturalKey;
  const name = values[only];
  if (others.length === 0 && fields[only]?.type.is === 'string' && typeof name === 'string')
    return pathText([...parent, name]);
  // The group of the imports has an empty path.
  const parts = naturalKey.map((field) => valueText(values[field] ?? '')).filter((text) => text !== '');
  return `${quotedPart(pathText(parent))}: ${parts.map(quotedPart).join(' ')}`;
}

/** Returns a person in a key. */
export function accountKey(issuer: string, subject: string): string {
  return `${issuer}|${subject}`;
}

const builtIn = new Set(BUILT_IN_ROLES.map(({ name }) => name));

function valueText(value: KeyValue): string {
  if (typeof value === 'string') return value;
  const text = pathText(value);
  // A custom role can have the name of a built-in one.
  return builtIn.has(text) ? `./${text}` : text;
}

/** A name with a slash, which the API rejects today, is no path of two names. */
function pathText(names: readonly string[]): string {
  return names.map((name) => name.replaceAll('%', '%25').replaceAll('/', '%2F')).join('/');
}

/** Different values have different keys, also with spaces in names. */
function quotedPart(text: string): string {
  return /["\s]|:$/.test(text) ? JSON.stringify(text) : text;
}
