/** The identity of an object (Terraform ≥ 1.12): told from its state, checked, and brought to today's version. */
import type { Schema } from '../schema/schema';
import type { Identity } from '../sdk/resource';
import { fromJson } from '../values/json';
import { conform } from '../values/normal-form';
import { type CtyType, firstUnknown, isNull, type Values, ValueError } from '../values/types';
import { attempt, type CallScope, messageOf, pathText, type Problem } from './call';
import { parseState } from './read';

/** The type of an identity: an object of its attributes. */
export function identityType(identity: Identity<Schema>): CtyType {
  let type = types.get(identity);
  if (type === undefined) {
    const attributes = Object.entries(identity.attributes).map(([name, attribute]) => [name, attribute.type]);
    type = ['object', Object.fromEntries(attributes) as Record<string, CtyType>];
    types.set(identity, type);
  }
  return type;
}

const types = new WeakMap<Identity<Schema>, CtyType>();

/** The identity of an object that exists; undefined, with problems, if it is not one that can be stored. */
export function identityOf(identity: Identity<Schema>, state: Values, problems: Problem[]): Values | undefined {
  let given: unknown;
  try {
    given = identity.of(state);
  } catch (error) {
    // What was just created must not be lost because its identity cannot be told.
    problems.push({ path: [], message: `has no identity: ${messageOf(error)}` });
    return undefined;
  }
  return wholeIdentity(identity, given, problems);
}

/** `given` in normal form; undefined, with problems, if a part of it is missing. */
export function wholeIdentity(identity: Identity<Schema>, given: unknown, problems: Problem[]): Values | undefined {
  const known = attempt(() => conform(given, identityType(identity)) as Values | null, problems);
  if (known === undefined) return undefined;
  const missing = Object.entries(identity.attributes)
    .filter(([name, { optionalForImport = false }]) => !optionalForImport && isNull(known?.[name]))
    .map(([name]): Problem => ({ path: [name], message: 'is null: an identity is told by it' }));
  const unknown = firstUnknown(known);
  if (unknown !== undefined) missing.push({ path: unknown, message: 'is unknown: an identity is wholly known' });
  problems.push(...missing);
  return missing.length > 0 || known === null ? undefined : known;
}

/**
 * Applies the upgrades of the identity up to its current version. Attributes that it does not have any more are dropped.
 * Undefined where nothing was stored: the next read tells it.
 */
export function upgradeIdentity(
  identity: Identity<Schema>,
  version: number,
  bytes: Uint8Array,
  { typeName, diags }: CallScope,
): Values | undefined {
  if (bytes.length === 0) return undefined;
  const current = identity.version ?? 0;
  try {
    let stored = parseState(bytes);
    for (let from = version; from < current; from += 1) {
      const step = identity.upgrade?.[from];
      // Without an upgrade the next read tells the identity anew.
      if (step === undefined) return undefined;
      stored = step(stored);
    }
    return fromJson(stored, identityType(identity)) as Values;
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    const place = pathText(error.path);
    diags.error(
      `The stored identity of ${typeName} cannot be read`,
      `${place === '' ? 'It' : place}: ${error.message}.`,
    );
    return undefined;
  }
}
