/** Terraform's partial knowledge of an unknown value, and the check of a known value against it. */
import { decodeMsgpack, readValue } from './codec';
import { compareNumbers, isNum } from './number';
import { Dyn, isNull, type CtyType, type Num, type Unknown } from './types';

/** Terraform's numbers for the things it can know. */
const aspect = { nullness: 1, prefix: 2, numberMin: 3, numberMax: 4, lengthMin: 5, lengthMax: 6 } as const;

const boundType: CtyType = ['tuple', ['number', 'bool']];

/** Returns true if `value`, known and of the right type, is one that `unknown` may turn out to be. */
export function honorsRefinement(unknown: Unknown, value: unknown): boolean {
  if (unknown.refinement === undefined) return true;
  const known = readAspects(unknown.refinement);
  if (known.notNull === true && isNull(value)) return false;
  if (isNull(value)) return true;
  const held = value instanceof Dyn ? value.value : value;
  if (known.prefix !== undefined) return typeof held === 'string' && held.startsWith(known.prefix);
  if (known.lengthMin !== undefined || known.lengthMax !== undefined) {
    const length = Array.isArray(held) ? held.length : Object.keys(held as object).length;
    return length >= (known.lengthMin ?? 0) && length <= (known.lengthMax ?? Infinity);
  }
  return within(held, known.numberMin, 1) && within(held, known.numberMax, -1);
}

type Bound = readonly [Num, boolean];

interface Aspects {
  readonly notNull?: boolean;
  readonly prefix?: string;
  readonly numberMin?: Bound;
  readonly numberMax?: Bound;
  readonly lengthMin?: number;
  readonly lengthMax?: number;
}

function within(value: unknown, bound: Bound | undefined, direction: 1 | -1): boolean {
  if (bound === undefined || !isNum(value)) return true;
  const order = compareNumbers(value, bound[0]) * direction;
  return order > 0 || (order === 0 && bound[1]);
}

function readAspects(refinement: Uint8Array): Aspects {
  const aspects: { -readonly [K in keyof Aspects]: Aspects[K] } = {};
  try {
    for (const [key, raw] of Object.entries(decodeMsgpack(refinement) as object)) {
      const code = Number(key);
      if (code === aspect.nullness) aspects.notNull = readValue(raw, 'bool', []) === false;
      else if (code === aspect.prefix) aspects.prefix = readValue(raw, 'string', []) as string;
      else if (code === aspect.numberMin) aspects.numberMin = readValue(raw, boundType, []) as Bound;
      else if (code === aspect.numberMax) aspects.numberMax = readValue(raw, boundType, []) as Bound;
      else if (code === aspect.lengthMin) aspects.lengthMin = readValue(raw, 'number', []) as number;
      else if (code === aspect.lengthMax) aspects.lengthMax = readValue(raw, 'number', []) as number;
    }
  } catch {
    // An unreadable refinement is ignored: Terraform checks again.
  }
  return aspects;
}
