/** Converts paths and names of the API to those of a configuration: `claimMatch.issuer` is `claim_match.issuer`. */
import { camelCase, snakeCase } from '../../model/api';
import type { Path } from '../../plugin';
import { declarations } from '../../model/kinds';
import { toAttribute, type Fields, type FieldType } from '../../model/schema';

/**
 * Returns the path of an attribute: `['claimMatch', 'issuer']` → `['claim_match', 'issuer']`. Accepts camel case and snake
 * case. The path ends where the declaration ends, and at a set, whose elements have no address.
 */
export function attributePath(fields: Fields, path: readonly (string | number)[]): Path {
  const [first, ...rest] = path;
  if (first === undefined) return [];
  const name = Object.hasOwn(fields, first) ? String(first) : camelCase(String(first));
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field === undefined ? [] : [toAttribute(name, field), ...inside(field.type, rest)];
}

function inside(type: FieldType, path: readonly (string | number)[]): Path {
  const [first, ...rest] = path;
  if (first === undefined) return [];
  if (type.is === 'message') return attributePath(type.fields, path);
  if (type.is === 'map') return [String(first), ...inside(type.of, rest)];
  if (type.is === 'list' && type.unordered !== true) return [Number(first), ...inside(type.of, rest)];
  return [];
}

/**
 * Returns a sentence of the service with the HCL names of declared fields. Quoted text is a value and stays unchanged, unless
 * it is exactly such a name.
 */
export function inHcl(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|[A-Za-z]\w*/g, (word) => {
    if (!word.startsWith('"')) return declaredNames().get(word) ?? word;
    const steps = word.slice(1, -1).split('.');
    const named = steps.map((step) => declaredNames().get(step) ?? step);
    return steps.every((step) => /^[A-Za-z]\w*$/.test(step)) ? `"${named.join('.')}"` : word;
  });
}

/** Returns a value of the API as JSON with the names of HCL. Keys of maps are data and stay unchanged. */
export function toHclJson(type: FieldType | undefined, value: unknown): unknown {
  if (type === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return type.is === 'list' ? value.map((element) => toHclJson(type.of, element)) : value;
  const entries = Object.entries(value);
  if (type.is === 'message')
    return Object.fromEntries(
      entries.map(([name, inner]) => [toAttribute(name, type.fields[name]), toHclJson(type.fields[name]?.type, inner)]),
    );
  if (type.is === 'map') return Object.fromEntries(entries.map(([key, inner]) => [key, toHclJson(type.of, inner)]));
  return value;
}

let declared: ReadonlyMap<string, string> | undefined;

/** Returns the declared names that differ in HCL. They are collected at first use, because most runs print no error. */
function declaredNames(): ReadonlyMap<string, string> {
  declared ??= new Map(
    declarations
      .flatMap(({ parent, fields }) => [...(parent === undefined ? [] : [parent.name]), ...namesIn(fields)])
      .filter((name) => snakeCase(name) !== name)
      .map((name) => [name, snakeCase(name)]),
  );
  return declared;
}

function namesIn(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, { type }]) => [name, ...namesInside(type)]);
}

function namesInside(type: FieldType): string[] {
  if (type.is === 'message') return namesIn(type.fields);
  return type.is === 'list' || type.is === 'map' ? namesInside(type.of) : [];
}
