/** Natural keys: what makes two objects the same for a person. Finds the objects that exist with one, and plans that create one twice. */
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

/** Parent and the fields of the natural key; `parent` is undefined for what lies in no group. */
export interface Key {
  readonly parent: string | undefined;
  /** The object may lie in any group. @default false */
  readonly anywhere?: boolean;
  readonly values: Values;
}

export function keyOf(declaration: Declaration, parent: string | undefined, object: Values): Key {
  return { parent, values: Object.fromEntries(declaration.naturalKey.map((name) => [name, object[name]])) };
}

/** Whether the key tells an object from all others: without a part of it there may be several, such as invites for nobody in particular. */
export function isDistinct(declaration: Declaration, { values }: Pick<Key, 'values'>): boolean {
  return ownKeyFields(declaration).every((name) => isPresent(values[name]));
}

/** The key as text, to compare and to lock by: the same for all that `semanticEquals` takes for the same. */
export function keyText(declaration: Declaration, { parent, values }: Key): string {
  const named = ownKeyFields(declaration).map((name) => {
    const type = declaration.fields[name]?.type;
    const value = values[name];
    if (type === undefined || isDefaultValue(type, value)) return null;
    return type.is === 'string' ? canonicalText(type, String(value)) : value;
  });
  return JSON.stringify([declaration.kind, parent ?? null, ...named]);
}

/** The fields of the key beside the parent; none for what goes by its group's uid (contract U4). */
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

/** Whether an object that can only be read in part may have the key. */
export function mayHaveKey(declaration: Declaration, { uid, readable }: MalformedObject, key: Key): boolean {
  const elsewhere = uid !== undefined && key.anywhere !== true && parentUidOf(declaration, uid) !== key.parent;
  if (elsewhere) return false;
  return declaration.naturalKey.every((name) => {
    const field = declaration.fields[name];
    return !Object.hasOwn(readable, name) || (field && semanticEquals(field.type, readable[name], key.values[name]));
  });
}

/** The attributes that tell two objects of a kind apart, the parent first. */
export const keyAttributes = onceFor((declaration: Declaration): readonly string[] => {
  const parent = parentAttribute(declaration);
  const own = ownKeyFields(declaration).map(snakeCase);
  return parent === undefined ? own : [parent, ...own];
});

/** The fields of the key, with their types. */
const keyFields = onceFor((declaration: Declaration) => {
  const fields = declaration.naturalKey.map((name) => [name, declaration.fields[name]] as const);
  return fields.flatMap(([name, field]) => (field === undefined ? [] : [[name, field] as const]));
});

/** The natural key out of attributes; `undefined` while a part of it is unknown. */
export function keyOfAttributes(declaration: Declaration, attributes: Values): Key | undefined {
  if (keyAttributes(declaration).some((name) => isUnknown(attributes[name]))) return undefined;
  const attribute = parentAttribute(declaration);
  const parent = attribute === undefined ? undefined : attributes[attribute];
  const values = apiObject(keyFields(declaration), attributes);
  return { parent: typeof parent === 'string' ? parent : undefined, values };
}

/** The key that a change gives an object, if that is another one; `undefined` while a part of it is unknown. */
export function changedKey(declaration: Declaration, prior: Values, plan: Values): Key | undefined {
  const [former, next] = [keyOfAttributes(declaration, prior), keyOfAttributes(declaration, plan)];
  if (next === undefined) return undefined;
  const isSame = former !== undefined && keyText(declaration, former) === keyText(declaration, next);
  return isSame ? undefined : next;
}
