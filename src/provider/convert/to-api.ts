/** Converts Terraform's values to the API's: the fields that a create or an update sends. */
import type { Values } from '../../api';
import { createSentFields } from '../../approval';
import { isUnknown } from '../../plugin';
import { toAttribute, type NamedField } from '../../schema';

export { inputs, nestedFields, parentAttribute, resourceFields, versionAttribute } from '../../schema';

export const { apiValue, createFields, createInput, updateChanges } = createSentFields(isUnknown);

/** Returns the object with the attributes' values under the fields' names, without null values. */
export function apiObject(fields: readonly NamedField[], attributes: Values): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [name, field] of fields) {
    const value = apiValue(field.type, attributes[toAttribute(name, field)]);
    if (value !== undefined) object[name] = value;
  }
  return object;
}
