/** The checks of blocks and meta-arguments. Each value has one form, and every other one is refused. */
import { isObject, parseTimeoutMs, PROVIDER_NAME } from '../../api';
import type { JsonPath } from './json-text';
import type { ProductionName } from './productions';
import { addressPattern, namePattern } from './references';
import { refusalOfMember } from './refusal';
import type { Symbols } from './symbols';
import type { Refuse, ValueUse } from './values';

export type Check = (value: unknown, path: JsonPath) => void;
export type Checks = Readonly<Record<string, Check>>;

interface BlockContext {
  readonly symbols: Symbols;
  readonly refuse: Refuse;
  readonly checkValue: (value: unknown, path: JsonPath, use: ValueUse) => void;
  /** True if a plan decides about values, numbers and keys of objects, order and imports. */
  readonly isPlanned: boolean;
}

/** The shortest time limit of an operation. */
const MIN_TIMEOUT_MS = 60_000;

const providerPattern = new RegExp(`^(${PROVIDER_NAME}|null)(\\.[A-Za-z_][A-Za-z0-9_-]*)?$`);
/** The types of Terraform: `string`, `list(string)`, `object({ a = string })`. */
const typePattern = /^[A-Za-z_][A-Za-z_0-9(){},:="\s]*$/;
const argumentPattern = /^[a-z_]+(\.[a-z_]+)*$/;

/** Returns the checks. Each refuses the places of a value that are not data. */
export function createBlockChecks({ symbols, refuse, checkValue, isPlanned }: BlockContext) {
  /** Returns the check of a value with one form. */
  const only = (
    production: ProductionName,
    isRight: (value: unknown) => boolean,
    [what, why, remedy]: readonly [string, string, string],
  ): Check => {
    return (value, path) => {
      if (!isRight(value)) refuse(path, { production, what, why, remedy });
    };
  };
  const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);

  /** Checks the members of a block. Without `other`, a member that is not listed is refused. */
  const members = (body: unknown, path: JsonPath, checks: Checks, other?: Check): void => {
    if (!isObject(body)) {
      refuse(path, { what: valueWords(body), why: 'A block is one object', remedy: 'Write one object' });
      return;
    }
    for (const [name, value] of Object.entries(body)) {
      if (name === '//') continue;
      const check = Object.hasOwn(checks, name) ? checks[name] : other;
      if (check === undefined) refuse([...path, name], refusalOfMember(name, path));
      else check(value, [...path, name]);
    }
  };
  /** Returns the check of a block, or of a list of them. */
  const blocks = (check: Check): Check => {
    return (value, path) => {
      if (Array.isArray(value)) for (const [index, body] of value.entries()) check(body, [...path, index]);
      else check(value, path);
    };
  };
  const named = (check: (name: string, body: unknown, path: JsonPath) => void): Check => {
    return (body, path) =>
      members(body, path, {}, (value, inner) => {
        const name = String(inner.at(-1));
        const what = `the name ${JSON.stringify(name)}`;
        if (namePattern.test(name)) check(name, value, inner);
        else refuse(inner, { what, why: 'It is no name of Terraform', remedy: 'Use letters, digits, "_" and "-"' });
      });
  };
  const listOf = (check: Check): Check => {
    return (value, path) => {
      if (Array.isArray(value)) for (const [index, element] of value.entries()) check(element, [...path, index]);
      else refuse(path, { what: valueWords(value), why: 'Only a list is data here', remedy: 'Write a list' });
    };
  };

  const literal: Check = (value, path) => checkValue(value, path, 'literal');
  const literals = (names: readonly string[]): Checks => Object.fromEntries(names.map((name) => [name, literal]));
  const flag = only('literal', (value) => typeof value === 'boolean', [
    'a value that is neither true nor false',
    'Only true and false are data here',
    'Write true or false',
  ]);
  const literalText: Check = (value, path) => {
    if (typeof value === 'string') literal(value, path);
    else refuse(path, { production: 'import', what: valueWords(value), why: 'An id is a text', remedy: 'Write a uid' });
  };
  const address = only('move and removal', matches(addressPattern), [
    'a value that is no address',
    'Only the address of a resource is data here',
    'Write TYPE.NAME',
  ]);
  const isDeclared = (value: unknown) => symbols.addresses.has(addressPattern.exec(String(value))?.[1] ?? '');
  const declared = only('addresses', (value) => typeof value === 'string' && isDeclared(value), [
    'a value that is no address of this stack',
    'Only the address of a resource of this stack is data here',
    'Write TYPE.NAME of a resource of this stack',
  ]);
  const addresses = listOf(declared);
  const providerName = only('provider choice', matches(providerPattern), [
    'another provider',
    'Another provider would get the objects',
    `Write "${PROVIDER_NAME}" or "${PROVIDER_NAME}.ALIAS"`,
  ]);
  const count = only('count', (value) => Number.isSafeInteger(value) && Number(value) >= 0, [
    'a value that is no number',
    'The apply could make another number of objects',
    'Write a number',
  ]);
  const type = only('variable', matches(typePattern), [
    'a value that is no type',
    'Only a type is data here',
    'Write a type, such as "string"',
  ]);
  const timeout = only(
    'timeouts',
    (value) => typeof value === 'string' && (parseTimeoutMs(value) ?? 0) >= MIN_TIMEOUT_MS,
    ['a time limit below one minute', 'It could end an apply between two writes', 'Write "1m" or more'],
  );
  const timeouts: Check = (value, path) =>
    members(value, path, { create: timeout, read: timeout, update: timeout, delete: timeout });
  const argumentName = only('lifecycle', matches(argumentPattern), [
    'a value that is no name of an argument',
    'Only names of arguments are data here',
    'Write the name of an argument',
  ]);
  const ignored: Check = (value, path) => {
    if (value !== 'all') listOf(argumentName)(value, path);
  };
  const lifecycle: Check = (value, path) =>
    members(value, path, {
      create_before_destroy: flag,
      prevent_destroy: flag,
      ignore_changes: ignored,
      replace_triggered_by: isPlanned ? planned : addresses,
    });
  const planned: Check = () => undefined;
  const meta: Checks = isPlanned
    ? { depends_on: planned, provider: providerName, count: planned, for_each: planned, lifecycle }
    : { depends_on: addresses, provider: providerName, count, lifecycle };

  return {
    ...{ planned, members, blocks, named, meta, timeouts, literal, literals, literalText, flag },
    ...{ addresses, address, declared, providerName, type },
  };
}

function valueWords(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
