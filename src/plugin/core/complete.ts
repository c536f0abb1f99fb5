/** Makes whole objects of what handlers leave behind. */
import { type Block, impliedType, type Schema, type Body } from '../schema/schema';
import { conform } from '../values/normal-form';
import {
  firstUnknown,
  getKey,
  isNull,
  isRecord,
  isUnknown,
  isWhollyKnown,
  unknownToNull,
  ValueError,
  type Values,
} from '../values/types';
import { attempt, type Problem } from './call';
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
 * The answer of a handler as an object that can be stored: in normal form, without write-only values, in the spelling
 * that `reference` has for the same thing, and wholly known. What is wrong with it goes to `problems`.
 */
export function normalizeNewState(
  schema: Schema,
  answer: unknown,
  reference: Values | null,
  problems: Problem[],
): Values | undefined {
  const object = attempt(() => conform(answer, impliedType(schema)), problems);
  if (object === undefined) return undefined;
  if (!isRecord(object)) {
    problems.push({ path: [], message: 'is missing: the handler returned no object' });
    return undefined;
  }
  const spelled = applySemanticEquals(schema, object, reference);
  const unknown = firstUnknown(spelled);
  if (unknown === undefined) return spelled;
  problems.push({ path: unknown, message: 'is still unknown after the operation' });
  return unknownToNull(spelled) as Values;
}

/**
 * As much of an answer as can be stored, whatever is wrong with the rest: an object that exists must not be lost. Each
 * attribute is taken from the first of `sources` that has it, known and of the right type.
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

/** Whether anything inside is write-only or has several spellings; most schemas have nothing of the kind. */
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
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, structuredCopy(inner)])) as T;
}
