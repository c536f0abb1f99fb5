/** Recovers the valid part of a result that is invalid as a whole. */
import { impliedType, type Schema } from '../schema/schema';
import { conform } from '../values/normal-form';
import { getKey, isRecord, isUnknown, unknownToNull, ValueError, type Values } from '../values/types';
import { emptyObject } from './complete';
import { withoutWriteOnly } from './new-state';

/**
 * Returns the part of an invalid result that can be stored: an object that exists must not be lost. Takes each attribute
 * from the first of `sources` that knows it with the right type.
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
