/** Upgrades a stored object, and a stored identity, to the current version of its schema. */
import { capitalized } from '../../base/text/words';
import { impliedType, type Schema } from '../schema/schema';
import type { CallScope } from '../sdk/context';
import { packageError, pathText } from '../sdk/diagnostics';
import type { Identity, Resource } from '../sdk/resource';
import { fromJson, parseExactJson } from '../values/json';
import { isRecord, type Values, ValueError } from '../values/types';
import { completeFrom } from './complete';
import { identityType } from './identity';
import { withoutWriteOnly } from './new-state';

/** Returns the JSON of one object in the state file. Throws a {@link ValueError} if it is invalid. */
export function parseState(bytes: Uint8Array): Values {
  if (bytes.length === 0) {
    throw new ValueError([], 'it was written by a Terraform older than 0.12, whose format is not supported');
  }
  const json = parseExactJson(Buffer.from(bytes).toString());
  if (!isRecord(json)) throw new ValueError([], 'it is not an object');
  return json;
}

/**
 * Applies the resource's upgrades up to the current version. Drops attributes that the schema does not have. Attributes that
 * the schema did not have when the object was stored get their default, or null.
 */
export function upgradeState(resource: Resource, version: number, bytes: Uint8Array, call: CallScope): Values | null {
  const { typeName, diags } = call;
  const current = resource.schema.version ?? 0;
  try {
    let state = parseState(bytes);
    for (let from = version; from < current; from += 1) {
      const step = resource.upgrade?.[from];
      if (step === undefined) {
        const detail = `It has version ${version}, and this provider cannot bring version ${from} to version ${current}. Apply once with an earlier version of the provider, or import the object again.`;
        diags.add(packageError('STATE_TOO_OLD', `The state of ${typeName} is too old`, detail));
        return null;
      }
      state = step(state);
    }
    const object = fromJson(state, impliedType(resource.schema)) as Values;
    return withoutWriteOnly(
      resource.schema,
      completeFrom(resource.schema, { ...absentDefaults(resource.schema, state), ...withoutNulls(object) }),
    );
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    const place = pathText(error.path);
    const detail = place === '' ? sentence(error.message) : `${place} ${error.message}.`;
    diags.add(packageError('STATE_UNREADABLE', `The state of ${typeName} cannot be read`, detail));
    return null;
  }
}

/**
 * Applies the upgrades of the identity up to its current version, and drops attributes that it no longer has. Returns
 * undefined if no identity was stored: the next read returns one.
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
      // Without an upgrade the next read returns a new identity.
      if (step === undefined) return undefined;
      stored = step(stored);
    }
    return fromJson(stored, identityType(identity)) as Values;
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    const place = pathText(error.path);
    const detail = `${place === '' ? 'It' : place}: ${error.message}.`;
    diags.add(packageError('STATE_UNREADABLE', `The stored identity of ${typeName} cannot be read`, detail));
    return undefined;
  }
}

/** Without them, a new attribute with a default would plan a change of every object. */
function absentDefaults({ attributes }: Schema, stored: Values): Values {
  const absent = Object.entries(attributes).filter(
    ([name, attribute]) => attribute.default !== undefined && !Object.hasOwn(stored, name),
  );
  return Object.fromEntries(absent.map(([name, attribute]) => [name, attribute.default]));
}

/** Leaves missing blocks to `completeFrom`: they are empty, not null. */
function withoutNulls(object: Values): Values {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

function sentence(text: string): string {
  return `${capitalized(text)}.`;
}
