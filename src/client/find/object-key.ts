/** The natural key of an object: its parent, and the fields that distinguish it from others there. */
import type { Values } from '../../model/api';
import { type Declaration, findParentUid, semanticEquals } from '../../model/schema';
import type { MalformedObject } from '../errors/malformed-object';
import { getResourceUid } from '../responses/objects';

export interface ObjectKey {
  /** The uid of the parent, or `undefined` for objects without a group. */
  readonly parent: string | undefined;
  /** True if the object may be in any group. @default false */
  readonly anywhere?: boolean;
  readonly values: Values;
}

/** Returns the natural key of an object, or of the input that creates one. */
export function getNaturalKey(declaration: Declaration, parent: string | undefined, object: Values): ObjectKey {
  return { parent, values: Object.fromEntries(declaration.naturalKey.map((name) => [name, object[name]])) };
}

/** Returns true if the object has the key. */
export function hasKey(declaration: Declaration, object: Values, { parent, anywhere, values }: ObjectKey): boolean {
  return (
    (anywhere === true || findParentUid(declaration, getResourceUid(declaration, object)) === parent) &&
    declaration.naturalKey.every((name) => {
      const field = declaration.fields[name];
      return field !== undefined && semanticEquals(field.type, object[name], values[name]);
    })
  );
}

/** Returns true if a malformed object may have the key: no readable field contradicts it. */
export function mayHaveKey(declaration: Declaration, { uid, readable }: MalformedObject, key: ObjectKey): boolean {
  const isElsewhere = uid !== undefined && key.anywhere !== true && findParentUid(declaration, uid) !== key.parent;
  if (isElsewhere) return false;
  return declaration.naturalKey.every((name) => {
    const field = declaration.fields[name];
    return !Object.hasOwn(readable, name) || (field && semanticEquals(field.type, readable[name], key.values[name]));
  });
}
