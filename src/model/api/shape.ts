/** Checks the shape of JSON that another program wrote, before the code relies on its types. */
import { isObject } from './values';

/** Returns true if a value has the shape. */
export type Shape = (value: unknown) => boolean;

export const isText: Shape = (value) => typeof value === 'string';

/** Accepts a missing value, too. */
export function optional(shape: Shape): Shape {
  return (value) => value === undefined || shape(value);
}

export function listOf(shape: Shape): Shape {
  return (value) => Array.isArray(value) && value.every(shape);
}

/** Accepts objects whose values all have the shape. */
export function mapOf(shape: Shape): Shape {
  return (value) => isObject(value) && Object.values(value).every(shape);
}

/** Accepts objects with these members, and with any others. */
export function objectOf(members: Readonly<Record<string, Shape>>): Shape {
  return (value) =>
    isObject(value) &&
    Object.entries(members).every(([name, shape]) => shape(Object.hasOwn(value, name) ? value[name] : undefined));
}
