/**
 * The patterns of one object are bounded together, before RE2 compiles the first (contract V9): nine kilobytes of counted
 * repetitions would occupy it for seconds.
 */
import { isObject, patternSize, type Values } from '../../api';
import type { Fields, FieldType } from '../../schema';
import { invalidField } from '../errors';

const MAX_SIZE = 10_000;

/** Throws INVALID_ARGUMENT that names the first pattern which is too much. */
export function checkPatternSizes(fields: Fields, values: Values): void {
  let total = 0;
  for (const [path, pattern] of patternsIn(fields, values, [])) {
    total += patternSize(pattern);
    if (total <= MAX_SIZE) continue;
    const field = path.join('.');
    const limit = `with what is counted in them written out, all patterns of an object have at most ${MAX_SIZE} characters`;
    throw invalidField(field, `${field} is too large: ${limit}`);
  }
}

type FoundPattern = readonly [path: readonly string[], pattern: string];

function* patternsIn(fields: Fields, values: Values, prefix: readonly string[]): Generator<FoundPattern> {
  for (const [name, { type }] of Object.entries(fields)) yield* patternsOf(type, values[name], [...prefix, name]);
}

function* patternsOf(type: FieldType, value: unknown, path: readonly string[]): Generator<FoundPattern> {
  if (type.is === 'string' && type.format === 'pattern' && typeof value === 'string') yield [path, value];
  if (!isObject(value)) return;
  if (type.is === 'message') yield* patternsIn(type.fields, value, path);
  if (type.is !== 'map') return;
  for (const [key, element] of Object.entries(value)) yield* patternsOf(type.of, element, [...path, key.slice(0, 100)]);
}
