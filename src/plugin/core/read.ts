/**
 * Reads objects that exist: managed ones, those to be imported, data sources and ephemeral resources; and brings stored
 * objects into the form of today's schema, from earlier versions of it and from other types.
 */
import { impliedType, type Schema } from '../schema/schema';
import type { DataSource, Ephemeral, Identity, MoveSource, Opened, Resource } from '../sdk/resource';
import { conform } from '../values/normal-form';
import { fromJson, parseExactJson } from '../values/json';
import { isRecord, type Values, ValueError } from '../values/types';
import type { CallScope } from '../sdk/context';
import { completeFrom, identityType, normalizeNewState, structuredCopy, withoutWriteOnly } from './complete';
import { assertPlanValid } from './self-check';
import { attempt, pathText, type Problem, problemsToDiagnostics, valueText } from '../sdk/diagnostics';

/** Returns the current object, or null if it was deleted; returns the prior state if there are errors. */
export async function readResource(resource: Resource, state: Values, call: CallScope): Promise<Values | null> {
  // The handler may change its copy and return it.
  const current = structuredCopy(state);
  const result = await resource.read(call.context({ state: current, imported: call.privateState.imported }));
  if (result === null) return call.diags.hasErrors ? state : null;
  const problems: Problem[] = [];
  const fresh = normalizeNewState(resource.schema, result, state, problems);
  call.diags.add(...problemsToDiagnostics(problems, `${call.typeName}: read`));
  if (call.diags.hasErrors) return state;
  call.privateState.imported = false;
  return fresh ?? null;
}

/** Returns the object as far as `importState` knows it; `read` runs next. Null only with an error. */
export async function importResource(
  resource: Resource,
  source: { readonly id: string; readonly identity?: Values },
  call: CallScope,
): Promise<Values | null> {
  const { typeName, diags } = call;
  if (resource.importState === undefined) {
    diags.error(`${typeName} cannot be imported`, `Objects of this type can only be created by Terraform.`);
    return null;
  }
  const result: unknown = await resource.importState(call.context(source));
  if (diags.hasErrors) return null;
  if (typeof result !== 'object' || result === null) {
    const by = source.identity === undefined ? `id "${source.id}"` : `identity ${valueText(source.identity)}`;
    diags.error(`Nothing to import`, `No ${typeName} was found by the ${by}.`);
    return null;
  }
  const problems: Problem[] = [];
  const state = normalizeNewState(resource.schema, completeFrom(resource.schema, result as Values), null, problems);
  diags.add(...problemsToDiagnostics(problems, `${typeName}: importState`));
  call.privateState.imported = true;
  return diags.hasErrors ? null : (state ?? null);
}

/** The object that the data source reads; null only with an error. */
export async function readData(source: DataSource, config: Values, call: CallScope): Promise<Values | null> {
  const result: unknown = await source.read(call.context({ config }));
  if (call.diags.hasErrors) return null;
  const problems: Problem[] = [];
  const state = normalizeNewState(source.schema, result, config, problems);
  call.diags.add(...problemsToDiagnostics(problems, `${call.typeName}: read`));
  return call.diags.hasErrors ? null : (state ?? null);
}

export interface OpenedObject extends Opened {
  readonly result: Values;
}

/** The opened object; undefined only with an error. */
export async function openEphemeral(
  ephemeral: Ephemeral,
  config: Values,
  call: CallScope,
): Promise<OpenedObject | undefined> {
  const { result, renewAt, private: notes } = await ephemeral.open(call.context({ config }));
  const problems: Problem[] = [];
  const planned = attempt(() => conform(result, impliedType(ephemeral.schema)), problems);
  if (planned !== undefined) problems.push(...assertPlanValid(ephemeral.schema, { prior: null, config, planned }));
  call.diags.add(...problemsToDiagnostics(problems, `${call.typeName}: open`));
  return call.diags.hasErrors ? undefined : { result: planned as Values, renewAt, private: notes };
}

/** The state file's JSON for one object. Throws a {@link ValueError} if it is none. */
export function parseState(bytes: Uint8Array): Values {
  if (bytes.length === 0) {
    throw new ValueError([], 'it was written by a Terraform older than 0.12, whose format is not supported');
  }
  const json = parseExactJson(Buffer.from(bytes).toString());
  if (!isRecord(json)) throw new ValueError([], 'it is not an object');
  return json;
}

/**
 * Applies the resource's upgrades up to the current version; none at that version. Attributes that the schema does not
 * have are dropped; missing ones, which it did not have when the object was stored, have their default or are null.
 */
export function upgradeState(resource: Resource, version: number, bytes: Uint8Array, call: CallScope): Values | null {
  const { typeName, diags } = call;
  const current = resource.schema.version ?? 0;
  try {
    let state = parseState(bytes);
    for (let from = version; from < current; from += 1) {
      const step = resource.upgrade?.[from];
      if (step === undefined) {
        diags.error(
          `The state of ${typeName} is too old`,
          `It has version ${version}, and this provider cannot bring version ${from} to version ${current}. Apply once with an earlier version of the provider, or import the object again.`,
        );
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
    diags.error(
      `The state of ${typeName} cannot be read`,
      place === '' ? sentence(error.message) : `${place} ${error.message}.`,
    );
    return null;
  }
}

/** The object in the attributes of this type; null only with an error. */
export async function moveState(resource: Resource, source: MoveSource, call: CallScope): Promise<Values | null> {
  const { typeName, diags } = call;
  const moved = await resource.moveFrom?.(call.bare(source));
  if (diags.hasErrors) return null;
  if (moved === undefined) {
    diags.error(
      `Cannot move ${source.typeName} to ${typeName}`,
      `The state of ${source.typeName} (${source.providerAddress}, version ${source.schemaVersion}) cannot be moved. Remove the "moved" block and import the object instead.`,
    );
    return null;
  }
  const problems: Problem[] = [];
  const state = normalizeNewState(resource.schema, completeFrom(resource.schema, moved), null, problems);
  diags.add(...problemsToDiagnostics(problems, `${typeName}: moveFrom`));
  return diags.hasErrors ? null : (state ?? null);
}

/** Otherwise every object would be planned to change when an attribute with a default is added. */
function absentDefaults({ attributes }: Schema, stored: Values): Values {
  const absent = Object.entries(attributes).filter(
    ([name, attribute]) => attribute.default !== undefined && !Object.hasOwn(stored, name),
  );
  return Object.fromEntries(absent.map(([name, attribute]) => [name, attribute.default]));
}

/** Blocks that are not in the stored object are empty, not null. */
function withoutNulls(object: Values): Values {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/**
 * Applies the upgrades of the identity up to its current version and drops attributes that it no longer has. Returns
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
    diags.error(
      `The stored identity of ${typeName} cannot be read`,
      `${place === '' ? 'It' : place}: ${error.message}.`,
    );
    return undefined;
  }
}
