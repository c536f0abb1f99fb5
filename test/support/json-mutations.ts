/** Random changes of a JSON document: parts deleted, replaced, duplicated, renamed and emptied. */
import fc from 'fast-check';

export type JsonDocument = Record<string, unknown> | unknown[];

export interface Mutation {
  readonly what: 'delete' | 'replace' | 'twice' | 'rename' | 'empty';
  /** The index at each level; the mutation applies to the last one. */
  readonly way: readonly number[];
  readonly value: unknown;
}

const deep = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown;

const strange = fc.constantFrom<unknown>(
  ...[null, true, false, 0, -1, 1e308, '', 'x', '\u202e\u0000', 'a'.repeat(10_000), [], {}, [null], [[]]],
  ...[{ a: null }, { uid: 'x' }, 'ac3e'.repeat(10), ['create', 'forget', 'delete'], ['no-op'], ['?'], deep(300)],
  ...['${platform_group.payments.uid}', JSON.parse('{"__proto__": {"polluted": true}}')],
);

export const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({
    what: fc.constantFrom<Mutation['what']>('delete', 'replace', 'twice', 'rename', 'empty'),
    way: fc.array(fc.nat({ max: 999 }), { minLength: 1, maxLength: 12, size: 'max' }),
    value: strange,
  }),
  { minLength: 1, maxLength: 4 },
);

export function mutate(document: JsonDocument, { what, way, value }: Mutation): void {
  let here = document as Record<string, unknown>;
  for (const [depth, choice] of way.entries()) {
    const keys = Object.keys(here);
    const key = keys[choice % Math.max(1, keys.length)];
    if (key === undefined) return;
    const next = here[key];
    if (depth < way.length - 1 && typeof next === 'object' && next !== null && Object.keys(next).length > 0) {
      here = next as Record<string, unknown>;
      continue;
    }
    if (what === 'twice' && Array.isArray(here)) here.push(structuredClone(next));
    else if (what === 'replace') setMember(here, key, structuredClone(value));
    else if (what === 'empty') setMember(here, key, Array.isArray(next) ? [] : {});
    else if (Array.isArray(here)) here.splice(Number(key), 1);
    else {
      Reflect.deleteProperty(here, key);
      if (what === 'rename') setMember(here, '__proto__', next);
    }
    return;
  }
}

/** Sets a member, also one with the name `__proto__`, like `JSON.parse`. */
function setMember(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}
