/** Names an object in a message: its kind, its name or natural key, and its uid. */
import { isObject, snakeCase, type Values } from '../../model/api';
import { type Declaration, getAttribute, kindInWords } from '../../model/schema';
import { parentAttribute } from '../convert/to-api';
import { getUidAttribute, getObjectUid } from '../convert/to-state';

/**
 * Returns the words for attributes: `group "payments" (uid c0ff…/0123…)`, `role binding (identity_uid …, role_uid …) in c0ff…`.
 */
export function describeSubject(declaration: Declaration, attributes: Values): string {
  const known = (name: string | undefined): string | undefined => toText(attributes, name);
  const name = known('name');
  const uid = known(getUidAttribute(declaration));
  const words = [kindInWords(declaration), ...(name === undefined ? [] : [JSON.stringify(name)])];
  if (uid !== undefined) return [...words, `(uid ${uid})`].join(' ');
  const parent = known(parentAttribute(declaration));
  const key = name === undefined ? naturalKey(declaration, known) : [];
  return [...words, ...key, ...(parent === undefined ? [] : [`in ${parent}`])].join(' ');
}

/**
 * Returns the words for an object of the API: its uid with its name. Without a name, it describes the references by name or
 * uid.
 */
export function objectSubject(declaration: Declaration, object: Values): string {
  const name = toText(object, 'name');
  const key = references(declaration, object);
  const words = name === undefined ? key && `(${key})` : JSON.stringify(name);
  return [kindInWords(declaration), words, `(uid ${getObjectUid(declaration, object)})`].filter(Boolean).join(' ');
}

function toText(values: Values, name: string | undefined): string | undefined {
  const value = name === undefined ? undefined : values[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the name of an object for a list, or its references if it has no name. */
export function displayName(declaration: Declaration, object: Values): string {
  return toText(object, 'name') ?? (references(declaration, object) || getObjectUid(declaration, object));
}

/** Returns the references of an object: `identity "ci", role "viewer", group "payments"`. Without a name, it uses the uid. */
function references(declaration: Declaration, object: Values): string {
  const parent = declaration.parent?.name ?? '';
  const known = [...declaration.naturalKey, parent].flatMap((field) => {
    const expanded = field.replace(/Uid$/, '');
    const inside = object[expanded];
    const name = expanded !== field && isObject(inside) ? toText(inside, 'name') : undefined;
    const uid = toText(object, field);
    if (name !== undefined) return [`${snakeCase(expanded)} ${JSON.stringify(name)}`];
    return uid === undefined ? [] : [`${getAttribute(declaration, field)} ${uid}`];
  });
  return known.join(', ');
}

/** Returns the known parts of the natural key: `(identity_uid …, role_uid …)`. */
function naturalKey(declaration: Declaration, toValue: (attribute: string) => string | undefined): string[] {
  const known = declaration.naturalKey.flatMap((field) => {
    const attribute = getAttribute(declaration, field);
    const value = toValue(attribute);
    return value === undefined ? [] : [`${attribute} ${value}`];
  });
  return known.length === 0 ? [] : [`(${known.join(', ')})`];
}

export function collectionInWords({ collection }: Declaration): string {
  return snakeCase(collection).replaceAll('_', ' ');
}
