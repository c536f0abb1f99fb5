/** Terraform's partial knowledge of an unknown value, and the check of a known value against it. */
import { decodeValue } from './codec';
import { MsgpackReader } from './msgpack';
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
    for (const [key, bytes] of entries(refinement)) {
      if (key === aspect.nullness) aspects.notNull = decodeValue(bytes, 'bool') === false;
      else if (key === aspect.prefix) aspects.prefix = decodeValue(bytes, 'string') as string;
      else if (key === aspect.numberMin) aspects.numberMin = bound(bytes);
      else if (key === aspect.numberMax) aspects.numberMax = bound(bytes);
      else if (key === aspect.lengthMin) aspects.lengthMin = decodeValue(bytes, 'number') as number;
      else if (key === aspect.lengthMax) aspects.lengthMax = decodeValue(bytes, 'number') as number;
    }
  } catch {
    // An unreadable refinement is ignored: Terraform checks again.
  }
  return aspects;
}

function bound(bytes: Uint8Array): Bound {
  const [limit, inclusive] = decodeValue(bytes, boundType) as [Num, boolean];
  return [limit, inclusive];
}

/** The entries of the map, each with the bytes from its value on. */
function* entries(bytes: Uint8Array): Generator<[number, Uint8Array]> {
  const reader = new MsgpackReader(bytes);
  const head = reader.next();
  for (let left = head.kind === 'map' ? head.length : 0; left > 0; left -= 1) {
    const key = reader.next();
    yield [key.kind === 'int' ? Number(key.value) : 0, bytes.subarray(reader.position)];
    skip(reader);
  }
}

function skip(reader: MsgpackReader): void {
  const token = reader.next();
  const inner = token.kind === 'array' ? token.length : token.kind === 'map' ? token.length * 2 : 0;
  for (let left = inner; left > 0; left -= 1) skip(reader);
}
