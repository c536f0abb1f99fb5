/**
 * Converts between JSON on the wire and values as the declaration names them. Accepts both representations of a name
 * (contract V1), adds zero values (V2), and finds fields that a response has elsewhere (`from`). Keys of maps are data
 * and unchanged. Also compares values that have several representations or orders.
 */
import {
  camelCase,
  canonicalCapability,
  formatTimestamp,
  isObject,
  valueAtPath,
  jsonText,
  type JsonValue,
  parseJson,
  parseTimestamp,
  sameJson,
  snakeCase,
  type Values,
} from '../api';
import { canonicalKey } from './check-keys';
import type { Declaration } from './declaration';
import { behaves, type Fields, type FieldType } from './field';
import { servedFields } from './served-fields';

/**
 * Returns the JSON of a response in the declaration's names, complete with zero values, also within messages (contract V2). A
 * message that is absent stays absent. The types of values are not checked.
 */
export function decodeResponse(declaration: Declaration, json: Values): Record<string, unknown> {
  const fields = servedFields(declaration);
  return withZeroValues(fields, canonicalNames(fields, declaration.wire?.decode?.(json) ?? json));
}

function withZeroValues(fields: Fields, named: Values): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (behaves(field, 'inputOnly')) continue;
    const own = named[name];
    // An empty text counts as absent (contract K4). Only then the expanded object decides.
    const value = field.from !== undefined && (own ?? '') === '' ? valueAtPath(named, field.from) : own;
    // A field that no resource manages is absent while it is unset.
    if (field.isUnmanaged === true && isDefaultValue(field.type, value)) continue;
    const filled = completed(field.type, value) ?? zeroValue(field.type);
    if (filled !== undefined) values[name] = filled;
  }
  return values;
}

/** Returns the value with the zero values of the messages in it. */
function completed(type: FieldType, value: unknown): unknown {
  if (type.is === 'message' && isObject(value)) return withZeroValues(type.fields, value);
  if (type.is === 'list' && Array.isArray(value)) return value.map((element) => completed(type.of, element));
  return value;
}

/** Returns the values of a request in the format of the service: our own names, without `undefined`. */
export function encodeBody(declaration: Declaration, values: Values): Record<string, unknown> {
  const present: Record<string, unknown> = {};
  for (const name of Object.keys(values)) if (values[name] !== undefined) present[name] = values[name];
  return declaration.wire?.encode === undefined ? present : { ...declaration.wire?.encode(present) };
}

/** Returns declared names for both representations; undeclared names are unchanged. */
export function canonicalNames(fields: Fields, json: Values): Record<string, unknown> {
  // `fromEntries` defines properties; assigning one called `__proto__` would give the result another's fields.
  return Object.fromEntries(
    Object.entries(json).map(([key, value]): [string, unknown] => {
      const name = [key, camelCase(key), snakeCase(key)].find((spelling) => Object.hasOwn(fields, spelling));
      const field = name === undefined ? undefined : fields[name];
      return name === undefined || field === undefined ? [key, value] : [name, canonicalValue(field.type, value)];
    }),
  );
}

/** Returns the value of a field that the service omits. Messages and timestamps have no zero value. */
export function zeroValue(type: FieldType): unknown {
  switch (type.is) {
    case 'string':
      return type.format === 'timestamp' ? undefined : '';
    case 'bool':
      return false;
    case 'integer':
    case 'number':
      return 0;
    case 'list':
      return [];
    case 'map':
      return {};
    case 'message':
    case 'json':
      return undefined;
  }
}

/** Returns the value of an unset field in a response: the zero value, but no name of an enumeration (contract V2). */
export function unsetInResponse(type: FieldType): unknown {
  return type.is === 'string' && type.enumeration === true ? undefined : zeroValue(type);
}

/**
 * Returns one normalized value for all that have the same meaning: a capability's dotted name, a timestamp in the
 * service's format, a set of keys in any order and with any blanks (contract K3).
 */
export function canonicalText(type: Extract<FieldType, { is: 'string' }>, text: string): string {
  if (type.format === 'capability') return canonicalCapability(text);
  if (type.format === 'jwks') return canonicalKeySet(text);
  if (type.format === 'publicJwk') return canonicalKey(text);
  const moment = type.format === 'timestamp' ? parseTimestamp(text) : undefined;
  return moment === undefined ? text : formatTimestamp(moment);
}

/** The order of keys has no meaning (RFC 7517). */
function canonicalKeySet(text: string): string {
  const set = parseJson(text);
  if (set === undefined || !isObject(set)) return text;
  const { keys, ...others } = set as Readonly<Record<string, JsonValue>>;
  return jsonText({ ...others, keys: Array.isArray(keys) ? keys.map(jsonText).sort() : (keys ?? null) });
}

function canonicalValue(type: FieldType, value: unknown): unknown {
  if (type.is === 'message' && isObject(value)) return canonicalNames(type.fields, value);
  if (type.is === 'list' && Array.isArray(value)) return value.map((element) => canonicalValue(type.of, element));
  return value;
}

type ListType = Extract<FieldType, { is: 'list' }>;

/**
 * Returns true if two values in the API's representation have the same meaning. Absent, null, empty and false are equal
 * (contract V2); timestamps are moments, a capability has two representations, and an unordered list is a set.
 */
export function semanticEquals(type: FieldType, a: unknown, b: unknown): boolean {
  if (isDefaultValue(type, a) || isDefaultValue(type, b)) return isDefaultValue(type, a) && isDefaultValue(type, b);
  switch (type.is) {
    case 'string':
      return a === b || canonicalText(type, String(a)) === canonicalText(type, String(b));
    case 'bool':
    case 'integer':
    case 'number':
      return a === b;
    case 'list':
      if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
      return sameElements(type, a, b);
    case 'map':
      return sameEntries(type.of, a as Values, b as Values);
    case 'message':
      if (!isObject(a) || !isObject(b)) return a === b;
      return Object.entries(type.fields).every(([name, field]) => semanticEquals(field.type, a[name], b[name]));
    case 'json':
      return sameJson(a as JsonValue, b as JsonValue);
  }
}

/** Returns true for absent, null, `''`, `0`, `false`, `[]`, `{}`, and a message that contains only such values. */
export function isDefaultValue(type: FieldType, value: unknown): boolean {
  // In open content, false can have another meaning than an absent value.
  if (type.is === 'json') return value === undefined || value === null;
  if (value === undefined || value === null || value === '' || value === 0 || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== 'object') return false;
  if (type.is === 'message')
    return Object.entries(type.fields).every(([name, field]) => isDefaultValue(field.type, (value as Values)[name]));
  return type.is === 'map' && Object.keys(value).length === 0;
}

function sameElements(type: ListType, a: readonly unknown[], b: readonly unknown[]): boolean {
  if (type.unordered !== true)
    return a.length === b.length && a.every((element, index) => semanticEquals(type.of, element, b[index]));
  const within = (elements: readonly unknown[], element: unknown) =>
    elements.some((candidate) => semanticEquals(type.of, candidate, element));
  return a.every((element) => within(b, element)) && b.every((element) => within(a, element));
}

/** Keys are data: a key with an empty value differs from an absent key. */
function sameEntries(of: FieldType, a: Values, b: Values): boolean {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && semanticEquals(of, a[key], b[key]))
  );
}
