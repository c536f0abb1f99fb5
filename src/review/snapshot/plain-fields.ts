/** The fields of objects that a snapshot contains: no secret, by declaration, and nothing that is shown elsewhere. */
import { isObject, type Values } from '../../model/api';
import { behaves, type Declaration, type Fields, type FieldType, isDefaultValue } from '../../model/schema';
import { isReferenced } from './described-objects';

/**
 * Returns the fields of an object of the API without secrets, default values, and descriptions of other objects. The account
 * of a person is not a field of the API.
 */
export function plainFields(declaration: Declaration, object: Values): Values {
  const fields = Object.entries(declaration.fields).filter(([name]) => !isReferenced(declaration, name));
  const { account } = object;
  return { ...plain(Object.fromEntries(fields), object), ...(account !== undefined && { account }) };
}

function plain(fields: Fields, object: Values): Values {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = object[name];
      if (behaves(field, 'sensitive', 'inputOnly') || value === undefined || value === null) return [];
      return isDefaultValue(field.type, value) ? [] : [[name, plainValue(field.type, value)]];
    }),
  );
}

function plainValue(type: FieldType, value: unknown): unknown {
  if (type.is === 'message' && isObject(value)) return plain(type.fields, value);
  if (type.is === 'list' && Array.isArray(value)) return value.map((element) => plainValue(type.of, element));
  return value;
}
