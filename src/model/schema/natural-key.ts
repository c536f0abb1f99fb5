/** The natural key of an object: its parent, and the fields that distinguish it from others there for a person. */
import type { Declaration } from './declaration';
import { canonicalText, isDefaultValue } from './wire';

/** Returns the fields of the key without the parent; none for objects identified by the uid of their group (contract U4). */
export function ownKeyFields({ uidScheme, naturalKey }: Declaration): readonly string[] {
  return uidScheme === 'parentUid' ? [] : naturalKey;
}

/**
 * Returns the key as text, to compare it and to lock it. Keys that are equal for `semanticEquals` have the same text.
 *
 * @param parent the uid of the parent; absent for an object without one
 * @param toValue returns the value of a field in the form of the API
 */
export function naturalKeyText(
  declaration: Declaration,
  parent: string | null | undefined,
  toValue: (field: string) => unknown,
): string {
  const parts = ownKeyFields(declaration).map((name) => {
    const type = declaration.fields[name]?.type;
    const value = toValue(name);
    if (type === undefined || isDefaultValue(type, value)) return null;
    return type.is === 'string' ? canonicalText(type, String(value)) : value;
  });
  return JSON.stringify([declaration.kind, parent ?? null, ...parts]);
}
