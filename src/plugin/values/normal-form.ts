/**
 * Converts a value from a handler to the form that Terraform will see, or reports the problem. Every attribute exists
 * and no other, strings are in Unicode's normal form C, sets have no duplicates.
 */
import { isNum, toNumberKey, numbersEqual } from './number';
import {
  attributeNames,
  type CtyType,
  Dyn,
  getKey,
  isRecord,
  type Num,
  setKey,
  getType,
  typesEqual,
  typeToJson,
  Unknown,
  ValueError,
} from './types';

/** A copy of `value` in normal form. Throws a {@link ValueError} that names the place. */
export function conform(value: unknown, type: CtyType): unknown {
  return walk(value, type, []);
}

type MutablePath = (string | number)[];

function walk(value: unknown, type: CtyType, path: MutablePath): unknown {
  if (value === undefined) throw new ValueError([...path], `is undefined; use null for "no value"`);
  if (value === null || value instanceof Unknown) return value;
  switch (type) {
    case 'string':
      if (typeof value === 'string') return normalString(value);
      break;
    case 'bool':
      if (typeof value === 'boolean') return value;
      break;
    case 'number':
      if (isNum(value)) return Object.is(value, -0) ? 0 : value;
      break;
    case 'dynamic':
      if (value instanceof Dyn) return new Dyn(value.type, walk(value.value, value.type, path));
      break;
    default:
      return composite(value, type, path);
  }
  throw mismatch(path, type, value);
}

function composite(value: unknown, type: Exclude<CtyType, string>, path: MutablePath): unknown {
  switch (type[0]) {
    case 'list':
    case 'set': {
      if (!Array.isArray(value)) break;
      const elements = value.map((element, index) => at(path, index, element, type[1]));
      oneDynamicType(elements, type[1], path);
      return type[0] === 'set' ? withoutDuplicates(elements, type[1]) : elements;
    }
    case 'tuple': {
      if (!Array.isArray(value) || value.length !== type[1].length) break;
      return type[1].map((element, index) => at(path, index, value[index], element));
    }
    case 'map': {
      if (!isRecord(value)) break;
      const entries: Record<string, unknown> = {};
      for (const [key, element] of Object.entries(value)) {
        setKey(entries, normalString(key), at(path, key, element, type[1]));
      }
      oneDynamicType(Object.values(entries), type[1], path);
      return entries;
    }
    case 'object': {
      if (!isRecord(value)) break;
      return object(value, type[1], path);
    }
  }
  throw mismatch(path, type, value);
}

function object(
  value: Record<string, unknown>,
  attributes: { readonly [name: string]: CtyType },
  path: MutablePath,
): Record<string, unknown> {
  const extra = Object.keys(value).find((name) => !Object.hasOwn(attributes, name));
  if (extra !== undefined) throw new ValueError([...path, extra], 'is not in the schema');
  const result: Record<string, unknown> = {};
  for (const name of attributeNames(attributes)) {
    if (!Object.hasOwn(value, name)) throw new ValueError([...path, name], 'is missing; use null for "no value"');
    setKey(result, name, at(path, name, value[name], getType(attributes, name)));
  }
  return result;
}

function at(path: MutablePath, step: string | number, value: unknown, type: CtyType): unknown {
  path.push(step);
  const result = walk(value, type, path);
  path.pop();
  return result;
}

/** Terraform wants text that is valid Unicode and compares it in normal form C. */
function normalString(text: string): string {
  if (!/[\u0080-\uffff]/.test(text)) return text;
  return text.replace(/\p{Surrogate}/gu, '\uFFFD').normalize('NFC');
}

function withoutDuplicates(elements: readonly unknown[], type: CtyType): unknown[] {
  if (elements.length < 2) return [...elements];
  const seen = new Map<string, unknown>();
  for (const element of elements) {
    const key = valueKey(element, type);
    // Two unknown values may turn out to be different.
    seen.set(key.includes('?') ? `${key} ${seen.size}` : key, element);
  }
  return [...seen.values()];
}

/** The elements of one collection have one type, also where the schema leaves it open: Terraform panics otherwise. */
function oneDynamicType(elements: readonly unknown[], type: CtyType, path: MutablePath): void {
  if (type !== 'dynamic') return;
  const types = elements.filter((element) => element instanceof Dyn).map((element) => element.type);
  const [first] = types;
  if (first !== undefined && types.some((other) => !typesEqual(first, other))) {
    throw new ValueError([...path], 'has elements of different types');
  }
}

function mismatch(path: MutablePath, type: CtyType, value: unknown): ValueError {
  const name = typeof type === 'string' ? type : type[0];
  const wanted = `${name === 'object' ? 'an' : 'a'} ${name}`;
  const given = Array.isArray(value) ? 'an array' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
  return new ValueError([...path], `should be ${wanted}, but is ${given}`);
}

/** Returns true if two values of one type are equal. Unknown values are equal, also with different refinements. */
export function valuesEqual(a: unknown, b: unknown, type: CtyType): boolean {
  if (a === b) return true;
  if (a === null || b === null || a === undefined || b === undefined) return (a ?? null) === (b ?? null);
  if (a instanceof Unknown || b instanceof Unknown) return a instanceof Unknown && b instanceof Unknown;
  if (type === 'number') return numbersEqual(a as Num, b as Num);
  if (a instanceof Dyn || b instanceof Dyn) {
    return a instanceof Dyn && b instanceof Dyn && typesEqual(a.type, b.type) && valuesEqual(a.value, b.value, a.type);
  }
  if (typeof type === 'string') return false;
  switch (type[0]) {
    case 'set':
      return valueKey(a, type) === valueKey(b, type);
    case 'list': {
      const [xs, ys] = [a as readonly unknown[], b as readonly unknown[]];
      return xs.length === ys.length && xs.every((x, i) => valuesEqual(x, ys[i], type[1]));
    }
    case 'tuple': {
      const [xs, ys] = [a as readonly unknown[], b as readonly unknown[]];
      return type[1].every((elementType, i) => valuesEqual(xs[i], ys[i], elementType));
    }
    case 'map': {
      const [x, y] = [a as Record<string, unknown>, b as Record<string, unknown>];
      const keys = Object.keys(x);
      return (
        keys.length === Object.keys(y).length &&
        keys.every((key) => Object.hasOwn(y, key) && valuesEqual(x[key], y[key], type[1]))
      );
    }
    case 'object': {
      const [x, y] = [a as Record<string, unknown>, b as Record<string, unknown>];
      return attributeNames(type[1]).every((name) =>
        valuesEqual(getKey(x, name), getKey(y, name), getType(type[1], name)),
      );
    }
  }
}

/** Returns a text that is the same for equal values and different for others. An unknown value is `?`. */
function valueKey(value: unknown, type: CtyType): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Unknown) return '?';
  if (type === 'string') return JSON.stringify(value).replaceAll('?', '\\u003f');
  if (type === 'number') return toNumberKey(value as Num);
  if (value instanceof Dyn) {
    return `${typeToJson(value.type).replaceAll('?', '\\u003f')}:${valueKey(value.value, value.type)}`;
  }
  if (typeof type === 'string') return value === true ? 'true' : 'false';
  switch (type[0]) {
    case 'list':
      return `[${(value as readonly unknown[]).map((element) => valueKey(element, type[1])).join()}]`;
    case 'tuple':
      return `[${type[1].map((elementType, i) => valueKey((value as readonly unknown[])[i], elementType)).join()}]`;
    case 'set':
      return `{${[...new Set((value as readonly unknown[]).map((element) => valueKey(element, type[1])))].sort().join()}}`;
    case 'map': {
      const record = value as Record<string, unknown>;
      const keys = Object.keys(record).sort();
      return `{${keys.map((key) => `${valueKey(key, 'string')}:${valueKey(record[key], type[1])}`).join()}}`;
    }
    case 'object': {
      const record = value as Record<string, unknown>;
      return `{${attributeNames(type[1])
        .map((name) => valueKey(getKey(record, name), getType(type[1], name)))
        .join()}}`;
    }
  }
}
