/** Natural keys as text and as attributes. Users regard two objects with the same natural key as the same object. */
import { onceFor } from '../../base/cache/once-for';
import { type Values } from '../../model/api';
import type { ObjectKey } from '../../client/internal';
import { isUnknown } from '../../plugin';
import { type Declaration, getAttribute, isPresent, naturalKeyText, ownKeyFields } from '../../model/schema';
import { apiObject, parentAttribute, getParentUid } from '../convert/to-api';

/**
 * Returns true if the key is unique. If a part is missing, several objects may have it, such as invites without a recipient.
 */
export function isDistinct(declaration: Declaration, { values }: Pick<ObjectKey, 'values'>): boolean {
  return ownKeyFields(declaration).every((name) => isPresent(values[name]));
}

/** Returns the key as text, to compare it and to lock it. Keys that are equal for `semanticEquals` have the same text. */
export function keyText(declaration: Declaration, { parent, values }: ObjectKey): string {
  return naturalKeyText(declaration, parent, (name) => values[name]);
}

/** Returns the attributes of the natural key, the parent first. */
export const keyAttributes = onceFor((declaration: Declaration): readonly string[] => {
  const parent = parentAttribute(declaration);
  const own = ownKeyFields(declaration).map((name) => getAttribute(declaration, name));
  return parent === undefined ? own : [parent, ...own];
});

const keyFields = onceFor(({ fields, naturalKey }: Declaration) =>
  Object.entries(fields).filter(([name]) => naturalKey.includes(name)),
);

/** Returns the natural key from attributes, or `undefined` while a part of it is unknown. */
export function keyOfAttributes(declaration: Declaration, attributes: Values): ObjectKey | undefined {
  if (keyAttributes(declaration).some((name) => isUnknown(attributes[name]))) return undefined;
  const parent = getParentUid(declaration, attributes);
  const values = apiObject(keyFields(declaration), attributes);
  return { parent: typeof parent === 'string' ? parent : undefined, values };
}

/** Returns the new key of an object if a change gives it another one, or `undefined` while a part of it is unknown. */
export function changedKey(declaration: Declaration, prior: Values, plan: Values): ObjectKey | undefined {
  const [former, next] = [keyOfAttributes(declaration, prior), keyOfAttributes(declaration, plan)];
  if (next === undefined) return undefined;
  const isSame = former !== undefined && keyText(declaration, former) === keyText(declaration, next);
  return isSame ? undefined : next;
}
