/** Converts Terraform's values to the API's: the fields that a create or an update sends. */
import type { Values } from '../../model/api';
import { createSentFields } from '../../model/approval';
import { isUnknown } from '../../plugin';
import { type Declaration, toAttribute, type NamedField, parentAttribute } from '../../model/schema';

export { inputs, nestedFields, parentAttribute, resourceFields, versionAttribute } from '../../model/schema';

export const { apiValue, createFields, createInput, updateChanges } = createSentFields(isUnknown);

/** Returns the value of the attribute that refers to the parent; `undefined` for a kind without one. */
export function getParentUid(declaration: Declaration, attributes: Values): unknown {
  const attribute = parentAttribute(declaration);
  return attribute === undefined ? undefined : attributes[attribute];
}

/** Returns the object with the attributes' values under the fields' names, without null values. */
export function apiObject(fields: readonly NamedField[], attributes: Values): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [name, field] of fields) {
    const value = apiValue(field.type, attributes[toAttribute(name, field)]);
    if (value !== undefined) object[name] = value;
  }
  return object;
}

export function isKnownThroughout(value: unknown): boolean {
  if (isUnknown(value)) return false;
  return typeof value !== 'object' || value === null || Object.values(value).every(isKnownThroughout);
}
