import fc from 'fast-check';
import { pack, unpack } from '../../src/page/packed';

test('unpacking returns the packed value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      expect(unpack(pack(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test.each([
  ['names of prototypes', JSON.parse('{"__proto__": {"a": 1}, "constructor": "x", "toString": null}') as unknown],
  ['halves of characters', ['\ud83d', '\ud83d\ude00', '\ude00', '\ud83d\ude01']],
  ['texts that begin alike', ['acme', 'acme/payments', 'acme/payments/ci', 'acme/paying']],
  ['nothing', null],
  ['a text alone', 'acme'],
  ['an empty text', ['', '']],
  ['numbers that are texts, too', [1, '1', -1, [], {}, '-1']],
])('%s', (_, value) => {
  expect(JSON.stringify(unpack(pack(value)))).toBe(JSON.stringify(value));
});

test('undefined members are omitted, as in JSON', () => {
  expect(unpack(pack({ a: undefined, b: [{ c: undefined }] }))).toEqual({ b: [{}] });
});

test('a repeated value adds only a few bytes', () => {
  const organization = Array.from({ length: 1000 }, (_, index) => ({
    key: `c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00/${index.toString(16).padStart(16, '0')}`,
    name: `team ${index}`,
  }));
  const once = pack([organization]).length;
  expect(pack([organization, organization]).length).toBeLessThan(once + 10);
  expect(once).toBeLessThan(JSON.stringify(organization).length / 1.8);
});
