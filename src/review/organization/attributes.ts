/** An object of the API under the names that it has in Terraform: as a data source shows it. */
import { isObject, snakeCase, type Values } from '../../api';
import { behaves, parentUidOf, type Declaration, type Fields, type FieldType } from '../../schema';
import { uidOf } from './objects';
import { parentAttribute } from './references';

export function attributesOf(declaration: Declaration, object: Values): Values {
  const values = named(declaration.fields, object);
  const [uid, parent] = [uidOf(declaration, values), parentAttribute(declaration)];
  if (uid === undefined || parent === undefined) return values;
  return { ...values, [parent]: parentUidOf(declaration, uid) ?? null };
}

/** Names are converted field by field: the keys of maps are data. */
function named(fields: Fields, object: Values): Values {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, field]) => object[name] !== undefined && !behaves(field, 'sensitive', 'inputOnly'))
      .map(([name, { type }]) => [snakeCase(name), value(type, object[name])]),
  );
}

function value(type: FieldType, of: unknown): unknown {
  if (type.is === 'message' && isObject(of)) return named(type.fields, of);
  if (type.is === 'list' && Array.isArray(of)) return of.map((element) => value(type.of, element));
  return of;
}
