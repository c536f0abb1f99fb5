/** Values of attributes, with a mark for those that only Terraform knows. */
import { isObject, type Values } from '../../model/api';

/** Represents a value that is unknown until apply. */
export const UNKNOWN_VALUE: unique symbol = Symbol('known after apply');

/** Returns true if a part of the value is unknown until apply. */
export function hasUnknown(value: unknown): boolean {
  if (value === UNKNOWN_VALUE) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasUnknown);
}

/** Returns an attribute; `undefined` for null. */
export function attribute(values: Values, name: string): unknown {
  return Object.hasOwn(values, name) ? (values[name] ?? undefined) : undefined;
}

/** Returns an attribute if it is a known text that is not empty. */
export function textAttribute(values: Values, name: string): string | undefined {
  const value = attribute(values, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns an attribute if it is an object. */
export function objectAttribute(values: Values, name: string): Values | undefined {
  const value = attribute(values, name);
  return isObject(value) ? value : undefined;
}

/** Returns the attributes of a synthesized block. Each expression is {@link UNKNOWN_VALUE}, and escaped text is plain. */
export function knownValues(attributes: Values): Values {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, known(value)]));
}

function known(value: unknown): unknown {
  if (typeof value === 'string') {
    const plain = value.replaceAll(/([$%])\1\{/g, '');
    return /[$%]\{/.test(plain) ? UNKNOWN_VALUE : value.replaceAll(/([$%])\1\{/g, '$1{');
  }
  if (Array.isArray(value)) return value.map(known);
  return isObject(value) ? knownValues(value) : value;
}
