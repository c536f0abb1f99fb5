/** The checks of blocks and meta-arguments. Each value has one form, and every other one is refused. */
import { isObject, parseTimeoutMs, PROVIDER_NAME } from '../../api';
import { addressPattern, namePattern } from './references';
import type { JsonPath, RefusalCode, Refuse } from './refusal';
import type { DeclaredNames } from './declared-names';
import type { CheckValue } from './values';

export type Check = (value: unknown, path: JsonPath) => void;
export type Checks = Readonly<Record<string, Check>>;

interface BlockContext {
  readonly declaredNames: DeclaredNames;
  readonly refuse: Refuse;
  readonly checkValue: CheckValue;
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
export function createBlockChecks({ declaredNames, refuse, checkValue, isPlanned }: BlockContext) {
  /** Returns the check of a value with one form. */
  const only = (code: RefusalCode, isRight: (value: unknown) => boolean): Check => {
    return (value, path) => {
      if (!isRight(value)) refuse(path, code, value);
    };
  };
  const matches =
    (pattern: RegExp) =>
    (value: unknown): value is string =>
      typeof value === 'string' && pattern.test(value);

  /** Checks the members of a block. Without `other`, a member that is not listed is refused. */
  const members = (body: unknown, path: JsonPath, checks: Checks, other?: Check): void => {
    if (!isObject(body)) {
      refuse(path, 'no-block', body);
      return;
    }
    for (const [name, value] of Object.entries(body)) {
      if (name === '//') continue;
      const check = Object.hasOwn(checks, name) ? checks[name] : other;
      if (check === undefined) refuse([...path, name], 'member', name);
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
        if (namePattern.test(name)) check(name, value, inner);
        else refuse(inner, 'no-name', name);
      });
  };
  const getList = (check: Check): Check => {
    return (value, path) => {
      if (Array.isArray(value)) for (const [index, element] of value.entries()) check(element, [...path, index]);
      else refuse(path, 'no-list', value);
    };
  };

  const literal: Check = (value, path) => checkValue(value, path, 'literal');
  const literals = (names: readonly string[]): Checks => Object.fromEntries(names.map((name) => [name, literal]));
  const flag = only('no-flag', (value) => typeof value === 'boolean');
  const literalText: Check = (value, path) => {
    if (typeof value === 'string') literal(value, path);
    else refuse(path, 'no-id', value);
  };
  const address = only('no-address', matches(addressPattern));
  const declared = only(
    'undeclared-address',
    (value) => matches(addressPattern)(value) && declaredNames.addresses.has(value.replace(/\[.*/, '')),
  );
  const addresses = getList(declared);
  const providerName = only('other-provider', matches(providerPattern));
  const count = only('no-count', (value) => Number.isSafeInteger(value) && Number(value) >= 0);
  const type = only('no-type', matches(typePattern));
  const timeout = only(
    'short-timeout',
    (value) => typeof value === 'string' && Number(parseTimeoutMs(value)) >= MIN_TIMEOUT_MS,
  );
  const timeouts: Check = (value, path) =>
    members(value, path, { create: timeout, read: timeout, update: timeout, delete: timeout });
  const argumentName = only('no-argument', matches(argumentPattern));
  const ignored: Check = (value, path) => {
    if (value !== 'all') getList(argumentName)(value, path);
  };
  const planned: Check = () => undefined;
  const lifecycle: Check = (value, path) =>
    members(value, path, {
      create_before_destroy: flag,
      prevent_destroy: flag,
      ignore_changes: ignored,
      replace_triggered_by: isPlanned ? planned : addresses,
    });
  const meta: Checks = isPlanned
    ? { depends_on: planned, provider: providerName, count: planned, for_each: planned, lifecycle }
    : { depends_on: addresses, provider: providerName, count, lifecycle };

  return {
    ...{ planned, members, blocks, named, meta, timeouts, literal, literals, literalText, flag },
    ...{ addresses, address, declared, providerName, type },
  };
}
