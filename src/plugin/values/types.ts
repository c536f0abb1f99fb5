/**
 * Values as handlers see them: plain JavaScript, plus four things JavaScript has no word for — a value that is
 * not known yet, a number that no double can hold, a value that carries its own type, and Terraform's types.
 *
 * | Terraform        | here                                       |
 * |------------------|--------------------------------------------|
 * | string, bool     | `string`, `boolean`                        |
 * | number           | {@link Num}                                |
 * | list, set, tuple | array (a set: no duplicates, any order)    |
 * | map, object      | plain object (an object: all keys present) |
 * | dynamic          | {@link Dyn}                                |
 * | null             | `null`                                     |
 * | unknown          | {@link Unknown}, see {@link isUnknown}     |
 */
import { onceFor } from '../../base/cache/once-for';

/** A type of Terraform's type system, in the shape of its JSON notation. */
export type CtyType =
  | 'string'
  | 'number'
  | 'bool'
  | 'dynamic'
  | readonly ['list' | 'set' | 'map', CtyType]
  | readonly ['tuple', readonly CtyType[]]
  | readonly ['object', { readonly [attribute: string]: CtyType }];

/**
 * A value that is known only after the apply. `refinement` contains the facts that Terraform knows about it (it is not
 * null, it starts with …), in the bytes of Terraform, and is returned unchanged.
 */
export class Unknown {
  /** MessagePack of Terraform. Undefined if nothing is known. */
  readonly refinement: Uint8Array | undefined;

  constructor(refinement?: Uint8Array) {
    this.refinement = refinement;
  }

  /** As Terraform shows it. */
  toString(): string {
    return '(known after apply)';
  }
}

/** An unknown value without any refinement. Compare with {@link isUnknown}: other unknown values may have one. */
export const UNKNOWN: Unknown = new Unknown();

/** Returns true if `value` itself (not something inside it) is unknown. */
export function isUnknown(value: unknown): value is Unknown {
  return value instanceof Unknown;
}

/** A number that neither a double nor a bigint represents exactly. */
export interface Decimal {
  /** The number in decimal, such as `0.3333333333333333333333`. */
  readonly decimal: string;
}

/**
 * An exact number: a `number` if the double and the decimal text are equal, a `bigint` for larger whole numbers, and a
 * {@link Decimal} for all others (1/3 arrives with 155 digits).
 */
export type Num = number | bigint | Decimal;

/** A value of an attribute of type `dynamic`: the value together with the type that it has this time. */
export class Dyn {
  /** The type of `value`. */
  readonly type: CtyType;
  /** In the form that its type demands. */
  readonly value: unknown;

  constructor(type: CtyType, value: unknown) {
    this.type = type;
    this.value = value;
  }
}

/** Returns true if `value` is null, also as a null that knows its type. */
export function isNull(value: unknown): boolean {
  return value === null || value === undefined || (value instanceof Dyn && value.value === null);
}

/** The JavaScript type of a known, non-null value of the Terraform type `T`. Elements and attributes may be null. */
export type ValueOf<T> = [CtyType] extends [T] ? unknown : ValueOfKnown<T>;

type ValueOfKnown<T> = T extends 'string'
  ? string
  : T extends 'number'
    ? Num
    : T extends 'bool'
      ? boolean
      : T extends 'dynamic'
        ? Dyn
        : T extends readonly ['list' | 'set', infer E]
          ? (ValueOf<E> | null)[]
          : T extends readonly ['map', infer E]
            ? { [key: string]: ValueOf<E> | null }
            : T extends readonly ['tuple', infer Es extends readonly unknown[]]
              ? { -readonly [I in keyof Es]: ValueOf<Es[I]> | null }
              : T extends readonly ['object', infer A]
                ? { -readonly [K in keyof A]: ValueOf<A[K]> | null }
                : unknown;

/** `T`, where it and everything inside it may be unknown. */
export type MaybeUnknown<T> = T extends string | number | bigint | boolean | null | undefined | Decimal | Dyn | Unknown
  ? T | Unknown
  : T extends readonly (infer E)[]
    ? MaybeUnknown<E>[] | Unknown
    : T extends object
      ? { [K in keyof T]: MaybeUnknown<T[K]> } | Unknown
      : T | Unknown;

/** The path of the first unknown value inside `value`, or undefined if it is wholly known. */
export function firstUnknown(value: unknown): readonly (string | number)[] | undefined {
  if (value instanceof Unknown) return [];
  if (value instanceof Dyn) return firstUnknown(value.value);
  if (Array.isArray(value)) return first(value.entries());
  return isRecord(value) ? first(Object.entries(value)) : undefined;
}

export function isWhollyKnown(value: unknown): boolean {
  return firstUnknown(value) === undefined;
}

/** Returns a copy of `value` with null for everything unknown. */
export function unknownToNull(value: unknown): unknown {
  if (value instanceof Unknown) return null;
  if (value instanceof Dyn) return new Dyn(value.type, unknownToNull(value.value));
  if (Array.isArray(value)) return value.map(unknownToNull);
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unknownToNull(inner)]))
    : value;
}

function first(entries: Iterable<[string | number, unknown]>): readonly (string | number)[] | undefined {
  for (const [key, inner] of entries) {
    const found = firstUnknown(inner);
    if (found !== undefined) return [key, ...found];
  }
  return undefined;
}

/** Values by name: those of an object's attributes, or of a map's keys. */
export type Values = Record<string, unknown>;

/** Sets an own property, also for names such as `__proto__`. */
export function setKey(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

/** An own property, or undefined. */
export function getKey(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Returns true if `value` is an object with keys, as maps and objects are. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** A value of a wrong type. `path` is the place of the problem in the value. */
export class ValueError extends Error {
  readonly path: readonly (string | number)[];

  constructor(path: readonly (string | number)[], message: string) {
    super(message);
    this.name = 'ValueError';
    this.path = path;
  }
}

/** Deeper types than this are refused: nobody writes them, and they would exhaust the stack. */
const maxDepth = 100;

/** Reads a type from parsed JSON. An object type may name optional attributes in a third place: they do not matter here. */
export function typeFromJson(json: unknown, depth = 0): CtyType {
  if (depth > maxDepth) throw new ValueError([], `type is nested deeper than ${maxDepth} levels`);
  if (json === 'string' || json === 'number' || json === 'bool' || json === 'dynamic') return json;
  if (Array.isArray(json)) {
    const [kind, inner] = json as unknown[];
    if (kind === 'list' || kind === 'set' || kind === 'map') return [kind, typeFromJson(inner, depth + 1)];
    if (kind === 'tuple' && Array.isArray(inner)) {
      return ['tuple', inner.map((element) => typeFromJson(element, depth + 1))];
    }
    if (kind === 'object' && typeof inner === 'object' && inner !== null && !Array.isArray(inner)) {
      const attributes: [string, CtyType][] = Object.entries(inner).map(([name, type]) => [
        name,
        typeFromJson(type, depth + 1),
      ]);
      return ['object', Object.fromEntries(attributes)];
    }
  }
  throw new ValueError([], `${JSON.stringify(json)?.slice(0, 100)} is not a type`);
}

/** The JSON notation; attributes in alphabetical order, so that equal types have equal text. */
export function typeToJson(type: CtyType): string {
  if (typeof type === 'string') return `"${type}"`;
  if (type[0] === 'tuple') return `["tuple",[${type[1].map(typeToJson).join(',')}]]`;
  if (type[0] === 'object') {
    const attributes = attributeNames(type[1]).map(
      (name) => `${JSON.stringify(name)}:${typeToJson(getType(type[1], name))}`,
    );
    return `["object",{${attributes.join(',')}}]`;
  }
  return `["${type[0]}",${typeToJson(type[1])}]`;
}

export function typesEqual(a: CtyType, b: CtyType): boolean {
  return a === b || typeToJson(a) === typeToJson(b);
}

/**
 * Returns true if a value of type `actual` is allowed for type `expected`: the types are equal, except for dynamic
 * parts.
 */
export function typeConforms(actual: CtyType, expected: CtyType): boolean {
  if (expected === 'dynamic' || actual === expected) return true;
  if (typeof actual === 'string' || typeof expected === 'string' || actual[0] !== expected[0]) return false;
  if (actual[0] === 'tuple' && expected[0] === 'tuple') {
    const wanted = expected[1];
    return (
      actual[1].length === wanted.length && actual[1].every((type, i) => typeConforms(type, wanted[i] ?? 'dynamic'))
    );
  }
  if (actual[0] === 'object' && expected[0] === 'object') {
    const wanted = expected[1];
    const names = Object.keys(wanted);
    return (
      names.length === Object.keys(actual[1]).length &&
      Object.entries(actual[1]).every(
        ([name, type]) => Object.hasOwn(wanted, name) && typeConforms(type, getType(wanted, name)),
      )
    );
  }
  return typeConforms(actual[1] as CtyType, expected[1] as CtyType);
}

export function hasDynamic(type: CtyType): boolean {
  if (typeof type === 'string') return type === 'dynamic';
  if (type[0] === 'tuple') return type[1].some(hasDynamic);
  if (type[0] === 'object') return Object.values(type[1]).some(hasDynamic);
  return hasDynamic(type[1]);
}

/** Returns the attribute names of an object type in alphabetical order. */
export const attributeNames = onceFor((attributes: { readonly [name: string]: CtyType }): readonly string[] =>
  Object.keys(attributes).sort(),
);

/** The type of an attribute that is known to exist. */
export function getType(attributes: { readonly [name: string]: CtyType }, name: string): CtyType {
  return attributes[name] ?? 'dynamic';
}
