/** Normalizes the result of a handler to the state that Terraform stores. */
import { onceFor } from '../../base/cache/once-for';
import { type Body, impliedType, type Schema } from '../schema/schema';
import { attempt, type Problem } from '../sdk/diagnostics';
import { conform } from '../values/normal-form';
import { firstUnknown, isNull, isRecord, isWhollyKnown, unknownToNull, type Values } from '../values/types';
import { getFields, mapAttributes } from './walk';

/**
 * Returns the result of a handler in normal form, without write-only values, and wholly known. Keeps the values of
 * `reference` that are semantically equal. Adds every violation to `problems`.
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

/** Returns a copy with null for every write-only attribute. */
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

/** Returns true if an attribute inside is write-only or has `semanticEquals`; in most schemas none is. */
const needsNormalization: (body: Body) => boolean = onceFor(
  (body: Body): boolean =>
    getFields(body).some(
      ({ attribute, nested }) =>
        attribute?.writeOnly === true ||
        attribute?.semanticEquals !== undefined ||
        (nested !== undefined && needsNormalization(nested)),
    ),
  ({ attributes }) => attributes,
);
