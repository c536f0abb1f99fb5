/** Converts objects of a list of the API to the form of a data source. */
import { isObject, PROVIDER_ADDRESS, type Values } from '../../../model/api';
import {
  behaves,
  isDefaultValue,
  findParentUid,
  typeName,
  toAttribute,
  parentAttribute,
  type Declaration,
  type Fields,
  type FieldType,
} from '../../../model/schema';
import type { StateInstance } from '../../input/plan/plan';
import { findUid } from './objects';

/** Returns an object of the API as if a data source had read it. */
export function listedInstance(declaration: Declaration, object: Values): StateInstance {
  return describedInstance(declaration, toAttributes(declaration, object));
}

/** Returns an object with these attributes as if a data source had read it. */
export function describedInstance(declaration: Declaration, values: Values): StateInstance {
  const type = typeName(declaration);
  const address = `${type} ${findUid(declaration, values) ?? ''}`;
  return { address, type, provider: PROVIDER_ADDRESS, mode: 'data', deposed: undefined, values, sensitive: [] };
}

/** Returns the fields of an object of the API under their names in Terraform, without secrets. */
export function toAttributes(declaration: Declaration, object: Values): Values {
  const values = named(declaration.fields, object);
  const [uid, parent] = [findUid(declaration, values), parentAttribute(declaration)];
  if (uid === undefined || parent === undefined) return values;
  return { ...values, [parent]: findParentUid(declaration, uid) ?? null };
}

/** Converts names field by field: the keys of maps are data. */
function named(fields: Fields, object: Values): Values {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, field]) => object[name] !== undefined && !behaves(field, 'sensitive', 'inputOnly'))
      .map(([name, field]) => [toAttribute(name, field), value(field.type, object[name])]),
  );
}

function value(type: FieldType, of: unknown): unknown {
  if (type.is === 'message' && isObject(of)) return named(type.fields, withoutDefaults(type.fields, of));
  if (type.is === 'list' && Array.isArray(of)) return of.map((element) => value(type.of, element));
  return of;
}

/** Removes default values, which a configuration omits: an absent claim and no claims are the same trust policy. */
function withoutDefaults(fields: Fields, object: Values): Values {
  return Object.fromEntries(
    Object.entries(object).filter(([name, of]) => !isDefaultValue(fields[name]?.type ?? { is: 'json' }, of)),
  );
}
