/** Equality as Terraform sees it: sets without order, numbers by their digits, unknown equal to unknown. */
import { attributeNames, typeOf, typesEqual, typeToJson } from './cty-type';
import { keyOf, numbersEqual } from './number';
import { type CtyType, Dyn, getKey, type Num, Unknown } from './types';

/** Whether two values of one type are equal. Unknown values are, whatever is known about them. */
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
        valuesEqual(getKey(x, name), getKey(y, name), typeOf(type[1], name)),
      );
    }
  }
}

/** A text that is the same for equal values and differs for others; `?` stands for an unknown value and nothing else. */
export function valueKey(value: unknown, type: CtyType): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Unknown) return '?';
  if (type === 'string') return JSON.stringify(value).replaceAll('?', '\\u003f');
  if (type === 'number') return keyOf(value as Num);
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
        .map((name) => valueKey(getKey(record, name), typeOf(type[1], name)))
        .join()}}`;
    }
  }
}
