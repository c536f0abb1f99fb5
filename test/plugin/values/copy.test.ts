import { structuredCopy } from '../../../src/plugin/values/copy';
import { UNKNOWN } from '../../../src/plugin';

test('a copy is equal, and shares no list or object with the original', () => {
  const original = { list: [{ a: 1 }], map: { b: ['x'] } };
  const copy = structuredCopy(original);
  expect(copy).toEqual(original);
  copy.list[0]!.a = 2;
  copy.map.b.push('y');
  expect(original).toEqual({ list: [{ a: 1 }], map: { b: ['x'] } });
});

test('an unknown value stays the same one: it has no parts', () => {
  expect(structuredCopy({ a: UNKNOWN, b: [UNKNOWN] })).toEqual({ a: UNKNOWN, b: [UNKNOWN] });
  expect(structuredCopy(UNKNOWN)).toBe(UNKNOWN);
});

test('a key from outside cannot replace the prototype of the copy', () => {
  const copy = structuredCopy(JSON.parse('{"__proto__":{"admin":true}}') as object);
  expect(Object.keys(copy)).toEqual(['__proto__']);
  expect((copy as { admin?: boolean }).admin).toBeUndefined();
});

test('values without parts are unchanged', () => {
  expect([null, 1, 'a', true, 10n].map(structuredCopy)).toEqual([null, 1, 'a', true, 10n]);
});
