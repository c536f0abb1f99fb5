/** Names of enum values, with those that the declaration does not know: both directions keep every number and every name. */
import type { EnumType, MessageField } from './message';

/** An enum whose JavaScript value is the name of the value. */
export function named(number: number, type: EnumType): MessageField<string> {
  return { number, label: 'plain', kind: 'enum', enum: type, text: getNames(type) };
}

/** A list of such names. */
export function repeatedNames(number: number, type: EnumType): MessageField<readonly string[]> {
  return { number, label: 'repeated', kind: 'enum', enum: type, text: getNames(type) };
}

/** An int64 whose JavaScript value is the text of the number. */
export function int64Text(number: number): MessageField<string> {
  return { number, label: 'plain', kind: 'int64', text: { toText: String, toNumber: Number } };
}

function getNames(type: EnumType) {
  return {
    toText: (number: number) => getEnumName(type, number),
    toNumber: (name: string) => getEnumNumber(type, name),
  };
}

/** Returns the name of a number. A number without a name is the prefix and the number: `COLOR_99`. */
export function getEnumName(type: EnumType, number: number): string {
  const { names, assigned } = getTables(type);
  return names.get(number) ?? assigned.get(number) ?? `${type.prefix ?? ''}_${number}`;
}

/**
 * Returns the number of a name. A name that the declaration lacks has a number that no declaration has, and the same one
 * each time: a reader sees an unknown value, and can send it back.
 */
export function getEnumNumber(type: EnumType, name: string): number {
  const { numbers, names, assigned } = getTables(type);
  const known = numbers.get(name);
  if (known !== undefined) return known;
  const number = Number(name.slice((type.prefix ?? '').length + 1));
  // `COLOR_7` may be a name of its own, although 7 is the number of another name.
  if (getEnumName(type, number) === name && !names.has(number) && isInt32(number)) return number;
  return assignNumber(name, assigned);
}

function assignNumber(name: string, assigned: Map<number, string>): number {
  // The names come from outside, and the table must not grow without limit.
  if (assigned.size >= MAX_ASSIGNED) assigned.clear();
  let number = FIRST_ASSIGNED + (toHash(name) % (FIRST_ASSIGNED - MAX_ASSIGNED));
  while ((assigned.get(number) ?? name) !== name) number = number + 1;
  assigned.set(number, name);
  return number;
}

function isInt32(number: number): boolean {
  return Number.isInteger(number) && number >= -(2 ** 31) && number < 2 ** 31;
}

const FIRST_ASSIGNED = 2 ** 30;
/** Numbers up to the last one are within 32 bits. */
const MAX_ASSIGNED = 10_000;

interface Tables {
  readonly numbers: ReadonlyMap<string, number>;
  readonly names: ReadonlyMap<number, string>;
  /** The names that have a number from here. */
  readonly assigned: Map<number, string>;
}

const tables = new WeakMap<EnumType, Tables>();

function getTables(type: EnumType): Tables {
  const known = tables.get(type);
  if (known !== undefined) return known;
  const entries = Object.entries(type.values);
  const made = {
    numbers: new Map(entries),
    names: new Map(entries.map(([name, number]) => [number, name])),
    assigned: new Map<number, string>(),
  };
  tables.set(type, made);
  return made;
}

/** FNV-1a, 32 bits. */
function toHash(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
