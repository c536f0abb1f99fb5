/** Whether two values of a field mean the same to the service, though they are spelled or ordered otherwise. */
import { sameJson, type JsonValue, type Values } from '../api';
import type { FieldType } from './field';
import { canonicalText } from './wire';

type ListType = Extract<FieldType, { is: 'list' }>;

/**
 * Whether two values, both in the API's spelling, mean the same. Absent, null, empty and false read the same (contract V2);
 * timestamps are moments, a capability has two spellings, and an unordered list is a set.
 */
export function semanticEquals(type: FieldType, one: unknown, other: unknown): boolean {
  if (isDefaultValue(type, one) || isDefaultValue(type, other))
    return isDefaultValue(type, one) && isDefaultValue(type, other);
  switch (type.is) {
    case 'string':
      return one === other || canonicalText(type, String(one)) === canonicalText(type, String(other));
    case 'bool':
    case 'integer':
    case 'number':
      return one === other;
    case 'list':
      return sameElements(type, one as readonly unknown[], other as readonly unknown[]);
    case 'map':
      return sameEntries(type.of, one as Values, other as Values);
    case 'message':
      return Object.entries(type.fields).every(([name, field]) =>
        semanticEquals(field.type, (one as Values)[name], (other as Values)[name]),
      );
    case 'json':
      return sameJson(one as JsonValue, other as JsonValue);
  }
}

/** Absent, null, `''`, `0`, `false`, `[]`, `{}`, and a message of nothing but such values. */
export function isDefaultValue(type: FieldType, value: unknown): boolean {
  // In open content a false may mean something else than an absent value.
  if (type.is === 'json') return value === undefined || value === null;
  if (value === undefined || value === null || value === '' || value === 0 || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== 'object') return false;
  if (type.is === 'message')
    return Object.entries(type.fields).every(([name, field]) => isDefaultValue(field.type, (value as Values)[name]));
  return type.is === 'map' && Object.keys(value).length === 0;
}

function sameElements(type: ListType, one: readonly unknown[], other: readonly unknown[]): boolean {
  if (type.unordered !== true)
    return one.length === other.length && one.every((element, index) => semanticEquals(type.of, element, other[index]));
  const within = (elements: readonly unknown[], element: unknown) =>
    elements.some((candidate) => semanticEquals(type.of, candidate, element));
  return one.every((element) => within(other, element)) && other.every((element) => within(one, element));
}

/** Keys are data: a key with an empty value differs from an absent key. */
function sameEntries(of: FieldType, one: Values, other: Values): boolean {
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && semanticEquals(of, one[key], other[key]))
  );
}
