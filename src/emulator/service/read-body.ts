/**
 * A request's JSON as values of the declaration: names in either spelling, values in ours, unknown names refused.
 * Source: not-shown "Unknown body field" and "Zero values".
 */
import { camelCase, type FieldViolation } from '../../api';
import {
  canonicalNames,
  checkFields,
  inputFields,
  type Declaration,
  type Fields,
  type FieldType,
  type Violation,
} from '../../schema';
import { invalidArgument, invalidField } from '../errors';

type Values = Readonly<Record<string, unknown>>;

/** The body in the declaration's spelling. Throws INVALID_ARGUMENT for what is no object or names no field. */
export function readBody(declaration: Declaration, body: unknown): Record<string, unknown> {
  if (!isObject(body)) throw invalidField('body', 'body must be a JSON object');
  const unknown = unknownFields(declaration.fields, body, []);
  if (unknown.length > 0) throw invalidArgument(unknown);
  return canonicalNames(declaration.fields, declaration.decode?.(body) ?? body);
}

/** Without what only the service sets: clients send it back, and it is passed over. */
export function inputsOf(declaration: Declaration, values: Values): Record<string, unknown> {
  return Object.fromEntries(inputFields(declaration).map(([name]) => [name, values[name]]));
}

/** Throws INVALID_ARGUMENT unless the values are a whole object of the kind. */
export function checkValues(declaration: Declaration, values: Values): void {
  const violations = checkFields(declaration.fields, declaration.rules ?? [], values);
  if (violations.length > 0)
    throw invalidArgument(violations.map((violation) => fieldViolation(declaration, violation)));
}

function fieldViolation(declaration: Declaration, { path, problem }: Violation): FieldViolation {
  // A rule about several fields of the object itself has no path of its own: its first field stands for it.
  const field = path.length > 0 ? path.join('.') : (declaration.rules?.[0]?.fields[0] ?? '');
  return { field, description: problem };
}

function unknownFields(fields: Fields, body: Values, path: readonly string[]): FieldViolation[] {
  return Object.entries(body).flatMap(([key, value]) => {
    const name = Object.hasOwn(fields, key) ? key : camelCase(key);
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field !== undefined) return withinValue(field.type, value, [...path, name]);
    const shown = [...path, key.slice(0, 100)].join('.');
    return [{ field: shown, description: `${shown} is not a field; there are ${Object.keys(fields).join(', ')}` }];
  });
}

function withinValue(type: FieldType, value: unknown, path: readonly string[]): FieldViolation[] {
  if (type.is === 'message' && isObject(value)) return unknownFields(type.fields, value, path);
  if (type.is === 'list' && type.of.is === 'message' && Array.isArray(value)) {
    return value.flatMap((element: unknown, index) => withinValue(type.of, element, [...path, String(index)]));
  }
  return [];
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
