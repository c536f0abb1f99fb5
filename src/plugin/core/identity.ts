/** Identities of objects (Terraform ≥ 1.12). */
import { onceFor } from '../../base/cache/once-for';
import type { Schema } from '../schema/schema';
import { attempt, toErrorMessage, type Problem } from '../sdk/diagnostics';
import type { Identity } from '../sdk/resource';
import { conform } from '../values/normal-form';
import { type CtyType, firstUnknown, isNull, type Values } from '../values/types';

/** Returns the type of an identity: an object of its attributes. */
export const identityType = onceFor((identity: Identity<Schema>): CtyType => {
  const attributes = Object.entries(identity.attributes).map(([name, attribute]) => [name, attribute.type] as const);
  return ['object', Object.fromEntries(attributes)];
});

/** Returns the identity of an existing object. Returns undefined, and adds to `problems`, if it cannot be stored. */
export function findIdentity(identity: Identity<Schema>, state: Values, problems: Problem[]): Values | undefined {
  let given: unknown;
  try {
    given = identity.of(state);
  } catch (error) {
    // A newly created object must not be lost because its identity is unknown.
    problems.push({ path: [], message: `has no identity: ${toErrorMessage(error)}` });
    return undefined;
  }
  return wholeIdentity(identity, given, problems);
}

/** Returns `given` in normal form. Returns undefined, and adds to `problems`, if a part of it is missing. */
export function wholeIdentity(identity: Identity<Schema>, given: unknown, problems: Problem[]): Values | undefined {
  const known = attempt(() => conform(given, identityType(identity)) as Values | null, problems);
  if (known === undefined) return undefined;
  const missing = Object.entries(identity.attributes)
    .filter(([name, { optionalForImport = false }]) => !optionalForImport && isNull(known?.[name]))
    .map(([name]): Problem => ({ path: [name], message: 'is null, but it identifies the object' }));
  const unknown = firstUnknown(known);
  if (unknown !== undefined) missing.push({ path: unknown, message: 'is unknown: an identity must be known' });
  problems.push(...missing);
  return missing.length > 0 || known === null ? undefined : known;
}
