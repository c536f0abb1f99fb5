import { encode } from '@msgpack/msgpack';
import { Unknown } from '../../../src/plugin';
import { honorsRefinement } from '../../../src/plugin/values/refinement';

/** A map with the given keys, as Terraform writes it: integer keys, which a JavaScript object cannot have. */
function refined(...entries: readonly (readonly [number, unknown])[]): Unknown {
  const parts = entries.map(([key, value]) => Buffer.concat([Buffer.from([key]), encode(value)]));
  return new Unknown(Buffer.concat([Buffer.from([0x80 + entries.length]), ...parts]));
}

test.each<[string, Unknown, unknown, boolean]>([
  ['nothing is known', new Unknown(), null, true],
  ['not null', refined([1, false]), null, false],
  ['not null', refined([1, false]), 'x', true],
  ['a prefix', refined([1, false], [2, 'pre-']), 'pre-a', true],
  ['a prefix', refined([1, false], [2, 'pre-']), 'post', false],
  ['a prefix of what may be null', refined([2, 'pre-']), null, true],
  ['a lower bound', refined([3, [0, true]]), 0, true],
  ['an open lower bound', refined([3, [0, false]]), 0, false],
  ['an upper bound in text', refined([4, ['10.5', true]]), { decimal: '10.51' }, false],
  ['a length', refined([5, 1], [6, 2]), [], false],
  ['a length', refined([5, 1], [6, 2]), ['a', 'b'], true],
  ['a length of a map', refined([6, 0]), { a: 1 }, false],
  ['something newer', refined([99, { a: [1] }], [2, 'x']), 'y', false],
  ['nonsense', new Unknown(new Uint8Array([0xff, 0xff])), 'y', true],
])('a value is held against what was known: %s', (_, unknown, value, expected) => {
  expect(honorsRefinement(unknown, value)).toBe(expected);
});
