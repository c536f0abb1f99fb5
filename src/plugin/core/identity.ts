/** Resource identity (Terraform ≥ 1.12): the few attributes that tell an object from all others. */
import type { Identity, JsonObject } from '../sdk/resource';
import type { Schema } from '../schema/schema';
import { conform } from '../values/conform';
import { firstUnknown } from '../values/known';
import type { CtyType } from '../values/types';
import { attempt, type Problem } from './problem';

/** The type of an identity: an object of its attributes. */
export function identityType(identity: Identity<Schema>): CtyType {
  return ['object', Object.fromEntries(Object.entries(identity.attributes).map(([name, { type }]) => [name, type]))];
}

/** The identity of an object that exists; undefined, with problems, if it is not one that can be stored. */
export function identityOf(identity: Identity<Schema>, state: JsonObject, problems: Problem[]): JsonObject | undefined {
  const known = attempt(() => conform(identity.of(state), identityType(identity)) as JsonObject, problems);
  const unknown = firstUnknown(known);
  if (unknown === undefined) return known;
  problems.push({ path: unknown, message: 'is unknown: an identity is wholly known' });
  return undefined;
}
