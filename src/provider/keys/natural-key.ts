/** Natural keys. Users regard two objects with the same natural key as the same object. */
import { snakeCase, type Values } from '../../api';
import type { MalformedObject } from '../../client';
import { isUnknown } from '../../plugin';
import {
  canonicalText,
  type Declaration,
  isDefaultValue,
  isPresent,
  onceFor,
  parentUidOf,
  semanticEquals,
} from '../../schema';
import { apiObject, parentAttribute } from '../convert/to-api';
import { uidOf } from '../convert/to-state';

/** The parent and the fields of a natural key. `parent` is undefined for objects outside of all groups. */
export interface Key {
  readonly parent: string | undefined;
  /** True if the object may be in any group. @default false */
  readonly anywhere?: boolean;
  readonly values: Values;
}

export function keyOf(declaration: Declaration, parent: string | undefined, object: Values): Key {
  return { parent, values: Object.fromEntries(declaration.naturalKey.map((name) => [name, object[name]])) };
}

/**
 * Returns true if the key is unique. If a part is missing, several objects may have it, such as invites without a recipient.
 */
export function isDistinct(declaration: Declaration, { values }: Pick<Key, 'values'>): boolean {
  return ownKeyFields(declaration).every((name) => isPresent(values[name]));
}

/** Returns the key as text, to compare it and to lock it. Keys that are equal for `semanticEquals` have the same text. */
export function keyText(declaration: Declaration, { parent, values }: Key): string {
  const named = ownKeyFields(declaration).map((name) => {
    const type = declaration.fields[name]?.type;
    const value = values[name];
    if (type === undefined || isDefaultValue(type, value)) return null;
    return type.is === 'string' ? canonicalText(type, String(value)) : value;
  });
  return JSON.stringify([declaration.kind, parent ?? null, ...named]);
}

/** Returns the fields of the key without the parent; none for objects identified by the uid of their group (contract U4). */
function ownKeyFields({ uidScheme, naturalKey }: Declaration): readonly string[] {
  return uidScheme === 'parentUid' ? [] : naturalKey;
}

/** Returns true if the object has the key. */
export function hasKey(declaration: Declaration, object: Values, { parent, anywhere, values }: Key): boolean {
  return (
    (anywhere === true || parentUidOf(declaration, uidOf(declaration, object)) === parent) &&
    declaration.naturalKey.every((name) => {
      const field = declaration.fields[name];
      return field !== undefined && semanticEquals(field.type, object[name], values[name]);
    })
  );
}

/** Returns true if a malformed object may have the key, according to its readable fields. */
export function mayHaveKey(declaration: Declaration, { uid, readable }: MalformedObject, key: Key): boolean {
  const elsewhere = uid !== undefined && key.anywhere !== true && parentUidOf(declaration, uid) !== key.parent;
  if (elsewhere) return false;
  return declaration.naturalKey.every((name) => {
    const field = declaration.fields[name];
    return !Object.hasOwn(readable, name) || (field && semanticEquals(field.type, readable[name], key.values[name]));
  });
}

/** Returns the attributes of the natural key, the parent first. */
export const keyAttributes = onceFor((declaration: Declaration): readonly string[] => {
  const parent = parentAttribute(declaration);
  const own = ownKeyFields(declaration).map(snakeCase);
  return parent === undefined ? own : [parent, ...own];
});

/** Returns the fields of the key, with their types. */
const keyFields = onceFor((declaration: Declaration) => {
  const fields = declaration.naturalKey.map((name) => [name, declaration.fields[name]] as const);
  return fields.flatMap(([name, field]) => (field === undefined ? [] : [[name, field] as const]));
});

/** Returns the natural key from attributes, or `undefined` while a part of it is unknown. */
export function keyOfAttributes(declaration: Declaration, attributes: Values): Key | undefined {
  if (keyAttributes(declaration).some((name) => isUnknown(attributes[name]))) return undefined;
  const attribute = parentAttribute(declaration);
  const parent = attribute === undefined ? undefined : attributes[attribute];
  const values = apiObject(keyFields(declaration), attributes);
  return { parent: typeof parent === 'string' ? parent : undefined, values };
}

/** Returns the new key of an object if a change gives it another one, or `undefined` while a part of it is unknown. */
export function changedKey(declaration: Declaration, prior: Values, plan: Values): Key | undefined {
  const [former, next] = [keyOfAttributes(declaration, prior), keyOfAttributes(declaration, plan)];
  if (next === undefined) return undefined;
  const isSame = former !== undefined && keyText(declaration, former) === keyText(declaration, next);
  return isSame ? undefined : next;
}
