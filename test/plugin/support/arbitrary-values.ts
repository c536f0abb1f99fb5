/** Random Terraform types, and values of them in normal form. */
import fc from 'fast-check';
import { Dyn, UNKNOWN, Unknown, type CtyType, type Num } from '../../../src/plugin';
import { conform } from '../../../src/plugin/values/normal-form';
import { anyCharacter } from '../../support/any-text';

const name = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom('__proto__', 'constructor', 'a.b', 'a"b', 'a\nb', 'é', ''),
);

export const arbitraryType: fc.Arbitrary<CtyType> = fc.letrec<{ type: CtyType; set: CtyType }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<CtyType>('string', 'number', 'bool', 'dynamic'),
    fc.tuple(fc.constantFrom('list' as const, 'map' as const), tie('type')),
    fc.tuple(fc.constant('set' as const), tie('set')),
    fc.tuple(fc.constant('tuple' as const), fc.array(tie('type'), { maxLength: 3 })),
    fc.tuple(fc.constant('object' as const), fc.dictionary(name, tie('type'), { maxKeys: 4 })),
  ),
  set: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom<CtyType>('string', 'number', 'bool'),
    fc.tuple(fc.constant('list' as const), tie('set')),
  ),
})).type;

const number: fc.Arbitrary<Num> = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value)),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).filter((value) => !Number.isSafeInteger(Number(value))),
  fc.bigInt({ min: 10n ** 40n, max: 10n ** 50n }).map((digits) => ({ decimal: `0.${digits}1` })),
);

const unknown = fc.oneof(
  fc.constant(UNKNOWN),
  fc.uint8Array({ minLength: 2, maxLength: 20 }).map((bytes) => new Unknown(bytes)),
);

/** A value of `type`, which may be null, unknown, or either inside. */
export function arbitraryValue(type: CtyType, depth = 0): fc.Arbitrary<unknown> {
  const known = arbitraryKnown(type, depth + 1);
  return fc
    .oneof(
      { weight: 8, arbitrary: known },
      { weight: 1, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: unknown },
    )
    .map((value) => (depth === 0 ? conform(value, type) : value));
}

function arbitraryKnown(type: CtyType, depth: number): fc.Arbitrary<unknown> {
  if (type === 'string') return fc.oneof(name, fc.string({ unit: anyCharacter, maxLength: 40 }));
  if (type === 'number') return number;
  if (type === 'bool') return fc.boolean();
  if (type === 'dynamic') {
    return fc
      .constantFrom<CtyType>('string', 'number', ['list', 'bool'], ['object', { a: 'number' }])
      .chain((own) => arbitraryValue(own, depth).map((value) => new Dyn(own, value)));
  }
  switch (type[0]) {
    case 'list':
    case 'set':
      // Elements that leave their type open would have to agree on one.
      return fc.array(arbitraryValue(type[1], depth), { maxLength: type[1] === 'dynamic' ? 1 : 4 });
    case 'map':
      return fc.dictionary(name, arbitraryValue(type[1], depth), { maxKeys: type[1] === 'dynamic' ? 1 : 4 });
    case 'tuple':
      return fc.tuple(...type[1].map((element) => arbitraryValue(element, depth)));
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(type[1]).map(([key, inner]) => [key, arbitraryValue(inner, depth)])),
      );
  }
}
