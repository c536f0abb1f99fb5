/** Names an object in a message: its kind, its name or natural key, and its uid. */
import { isObject, snakeCase, type Values } from '../../api';
import { type Declaration, identifierField, kindInWords } from '../../schema';
import { parentAttribute } from '../convert/to-api';
import { uidOf } from '../convert/to-state';

/** `group "payments" (uid c0ff…/0123…)`, `role binding (identity_uid …, role_uid …) in c0ff…`, out of attributes. */
export function subjectOf(declaration: Declaration, attributes: Values): string {
  const known = (name: string | undefined): string | undefined => textOf(attributes, name);
  const name = known('name');
  const uid = known(snakeCase(identifierField(declaration)));
  const words = [kindInWords(declaration), ...(name === undefined ? [] : [JSON.stringify(name)])];
  if (uid !== undefined) return [...words, `(uid ${uid})`].join(' ');
  const parent = known(parentAttribute(declaration));
  const key = name === undefined ? naturalKey(declaration, (field) => known(snakeCase(field))) : [];
  return [...words, ...key, ...(parent === undefined ? [] : [`in ${parent}`])].join(' ');
}

/** An object of the API: its name, or where it has none what it refers to, by name where that is known; and its uid. */
export function objectSubject(declaration: Declaration, object: Values): string {
  const name = textOf(object, 'name');
  const key = references(declaration, object);
  const words = name === undefined ? key && `(${key})` : JSON.stringify(name);
  return [kindInWords(declaration), words, `(uid ${uidOf(declaration, object)})`].filter(Boolean).join(' ');
}

function textOf(values: Values, name: string | undefined): string | undefined {
  const value = name === undefined ? undefined : values[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** In a list: its name, or where it has none what it refers to. */
export function displayName(declaration: Declaration, object: Values): string {
  return textOf(object, 'name') ?? (references(declaration, object) || uidOf(declaration, object));
}

/** `identity "ci", role "viewer", group "payments"`; the uid of what has no name. */
function references(declaration: Declaration, object: Values): string {
  const parent = declaration.parent?.name ?? '';
  const known = [...declaration.naturalKey, parent].flatMap((field) => {
    const expanded = field.replace(/Uid$/, '');
    const inside = object[expanded];
    const name = expanded !== field && isObject(inside) ? textOf(inside, 'name') : undefined;
    const uid = textOf(object, field);
    if (name !== undefined) return [`${snakeCase(expanded)} ${JSON.stringify(name)}`];
    return uid === undefined ? [] : [`${snakeCase(field)} ${uid}`];
  });
  return known.join(', ');
}

/** `(identity_uid …, role_uid …)`, of what is known. */
function naturalKey(declaration: Declaration, valueOf: (field: string) => string | undefined): string[] {
  const known = declaration.naturalKey.flatMap((field) => {
    const value = valueOf(field);
    return value === undefined ? [] : [`${snakeCase(field)} ${value}`];
  });
  return known.length === 0 ? [] : [`(${known.join(', ')})`];
}

/** The kind's collection in running text: `role bindings`. */
export function collectionInWords({ collection }: Declaration): string {
  return snakeCase(collection).replaceAll('_', ' ');
}
