/** Makes whole objects that can be stored of what handlers return, and tells their identities (Terraform ≥ 1.12). */
import { type Block, impliedType, type Schema, type Body } from '../schema/schema';
import type { Identity } from '../sdk/resource';
import { conform } from '../values/normal-form';
import {
  type CtyType,
  firstUnknown,
  getKey,
  isNull,
  isRecord,
  isUnknown,
  isWhollyKnown,
  setKey,
  unknownToNull,
  ValueError,
  type Values,
} from '../values/types';
import { attempt, messageOf, type Problem } from '../sdk/diagnostics';
import { fieldsOf, mapAttributes } from './walk';

/** The object of an empty configuration: null, and blocks without elements. */
export function emptyObject(body: Body): Values {
  return Object.fromEntries([
    ...Object.keys(body.attributes).map((name) => [name, null] as const),
    ...Object.entries(body.blocks ?? {}).map(([name, block]) => [name, emptyBlock(block)] as const),
  ]);
}

/** `partial`, and for what it leaves out the first of `fallbacks` that knows the value. */
export function completeFrom(schema: Schema, partial: Values, ...fallbacks: readonly (Values | null)[]): Values {
  const empty = emptyObject(schema);
  const extra = Object.entries(partial).filter(([name]) => !Object.hasOwn(empty, name));
  return Object.fromEntries([
    ...Object.entries(empty).map(([name, nothing]) => {
      if (partial[name] !== undefined) return [name, partial[name]] as const;
      const known = fallbacks.find((fallback) => fallback !== null && isWhollyKnown(fallback[name]));
      return [name, known?.[name] ?? nothing] as const;
    }),
    ...extra,
  ]);
}

/**
 * The result of a handler as an object that can be stored: in normal form, without write-only values, wholly known, and
 * with the values of `reference` where they are semantically equal. What is wrong with it is added to `problems`.
 */
export function normalizeNewState(
  schema: Schema,
  result: unknown,
  reference: Values | null,
  problems: Problem[],
): Values | undefined {
  const object = attempt(() => conform(result, impliedType(schema)), problems);
  if (object === undefined) return undefined;
  if (!isRecord(object)) {
    problems.push({ path: [], message: 'is missing: the handler returned no object' });
    return undefined;
  }
  const normalized = applySemanticEquals(schema, object, reference);
  const unknown = firstUnknown(normalized);
  if (unknown === undefined) return normalized;
  problems.push({ path: unknown, message: 'is still unknown after the operation' });
  return unknownToNull(normalized) as Values;
}

/**
 * Returns the part of a result that can be stored when the rest is wrong: an object that exists must not be lost. Takes
 * each attribute from the first of `sources` that has it known and of the right type.
 */
export function recoverPartialState(schema: Schema, ...sources: readonly unknown[]): Values {
  const [, types] = impliedType(schema);
  const empty = emptyObject(schema);
  const taken = Object.entries(types).map(([name, type]): [string, unknown] => {
    for (const source of sources) {
      const value = isRecord(source) ? getKey(source, name) : undefined;
      if (value === undefined || isUnknown(value)) continue;
      if (value === null) break;
      try {
        return [name, unknownToNull(conform(value, type))];
      } catch (error) {
        if (!(error instanceof ValueError)) throw error;
      }
    }
    return [name, empty[name]];
  });
  return withoutWriteOnly(schema, Object.fromEntries(taken));
}

/** A copy with null for every write-only attribute. */
export function withoutWriteOnly(schema: Schema, object: Values): Values {
  return applySemanticEquals(schema, object, null);
}

function applySemanticEquals(schema: Schema, object: Values, reference: Values | null): Values {
  if (!needsNormalization(schema)) return object;
  return mapAttributes(schema, { config: object, prior: reference, plan: object }, ({ attribute, prior, plan }) => {
    if (attribute.writeOnly === true) return null;
    if (attribute.semanticEquals === undefined || isNull(prior) || isNull(plan)) return plan;
    return isWhollyKnown(prior) && isWhollyKnown(plan) && attribute.semanticEquals(prior, plan) ? prior : plan;
  });
}

const known = new WeakMap<Body['attributes'], boolean>();

/** Returns true if an attribute inside is write-only or has `semanticEquals`; in most schemas none is. */
function needsNormalization(body: Body): boolean {
  let found = known.get(body.attributes);
  if (found === undefined) {
    found = fieldsOf(body).some(
      ({ attribute, nested }) =>
        attribute?.writeOnly === true ||
        attribute?.semanticEquals !== undefined ||
        (nested !== undefined && needsNormalization(nested)),
    );
    known.set(body.attributes, found);
  }
  return found;
}

function emptyBlock(block: Block): unknown {
  switch (block.nesting) {
    case 'single':
      return null;
    case 'group':
      return emptyObject(block);
    case 'list':
    case 'set':
      return [];
    case 'map':
      return {};
  }
}

export function structuredCopy<T>(value: T): T {
  if (Array.isArray(value)) return value.map((element: unknown) => structuredCopy(element)) as T;
  if (!isRecord(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) setKey(copy, key, structuredCopy(value[key]));
  return copy as T;
}

/** The type of an identity: an object of its attributes. */
export function identityType(identity: Identity<Schema>): CtyType {
  let type = identityTypes.get(identity);
  if (type === undefined) {
    const attributes = Object.entries(identity.attributes).map(([name, attribute]) => [name, attribute.type]);
    type = ['object', Object.fromEntries(attributes) as Record<string, CtyType>];
    identityTypes.set(identity, type);
  }
  return type;
}

const identityTypes = new WeakMap<Identity<Schema>, CtyType>();

/** The identity of an object that exists; undefined, with problems, if it is not one that can be stored. */
export function identityOf(identity: Identity<Schema>, state: Values, problems: Problem[]): Values | undefined {
  let given: unknown;
  try {
    given = identity.of(state);
  } catch (error) {
    // A newly created object must not be lost because its identity is unknown.
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
    .map(([name]): Problem => ({ path: [name], message: 'is null, and it identifies the object' }));
  const unknown = firstUnknown(known);
  if (unknown !== undefined) missing.push({ path: unknown, message: 'is unknown: an identity is wholly known' });
  problems.push(...missing);
  return missing.length > 0 || known === null ? undefined : known;
}
