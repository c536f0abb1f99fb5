/** Natural keys of planned creates, and the existing objects that have them. */
import { camelCase, isPlaceholderUid, type Values } from '../../../model/api';
import {
  getAttribute,
  isInclusion,
  naturalKeyText,
  ownKeyFields,
  parentAttribute,
  type Declaration,
} from '../../../model/schema';
import { hasUnknown } from '../../input/plan/values';

/** The parent and the attributes that distinguish an object from all others of its kind. */
export interface NaturalKey {
  /** `null` for a root group. */
  readonly parent: string | null;
  readonly key: Values;
}

/**
 * Returns the natural key of an object with these attributes. Returns `unknown` if a part is unknown until apply, and `undefined` if
 * the attributes do not identify the object, for example an invite without a recipient.
 */
export function findNaturalKey(declaration: Declaration, values: Values): NaturalKey | 'unknown' | undefined {
  const parentName = parentAttribute(declaration);
  const key = Object.fromEntries(keyAttributes(declaration).map((name) => [name, values[name] ?? null]));
  const parent = parentName === undefined ? null : (values[parentName] ?? null);
  if (hasUnknown([parent, key])) return 'unknown';
  const isDistinct = Object.values(key).every((value) => typeof value === 'string' && value !== '');
  if (!isDistinct || (parent !== null && typeof parent !== 'string')) return undefined;
  return { parent: parent === '' ? null : parent, key };
}

/** Returns true if the key contains a uid that the same change creates: no existing object can have the key. */
export function isNewKey({ parent, key }: NaturalKey): boolean {
  return [parent, ...Object.values(key)].some(isPlaceholderUid);
}

/** Returns the key as text. It is equal for values that the service treats as equal. */
export function describeKey(declaration: Declaration, { parent, key }: NaturalKey): string {
  return naturalKeyText(declaration, parent, (name) => key[getAttribute(declaration, name)]);
}

/** Returns the attributes of the key. An object with the uid of its group needs none. */
function keyAttributes(declaration: Declaration): string[] {
  return ownKeyFields(declaration).map((name) => getAttribute(declaration, name));
}

/** Returns the filters of a key. The result is compared again, because a service can ignore a filter (contract L2). */
export function keyFilters(declaration: Declaration, { key }: NaturalKey): Values {
  return Object.fromEntries(
    Object.entries(declaration.filters).flatMap(([name, filter]) => {
      const value = isInclusion(filter) ? undefined : key[getAttribute(declaration, filter.matches)];
      return typeof value === 'string' ? [[camelCase(name), value]] : [];
    }),
  );
}
