import fc from 'fast-check';
import { jsonText, parseJson, sameJson, type JsonValue } from '../../src/api';

describe('open content as text', () => {
  it('reads as what jsonencode writes', () => {
    expect(jsonText({ b: [true, null, 1.5], a: { '10': '<&>', '9': '\u2028"' } })).toBe(
      '{"a":{"10":"\\u003c\\u0026\\u003e","9":"\\u2028\\""},"b":[true,null,1.5]}',
    );
  });

  it('comes back as the same value, and the same value is the same text', () => {
    const json = fc.jsonValue().filter((value) => JSON.stringify(value) !== undefined);
    fc.assert(
      fc.property(json, (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as JsonValue;
        expect(parseJson(jsonText(plain))).toEqual(plain);
        expect(sameJson(plain, JSON.parse(jsonText(plain)) as JsonValue)).toBe(true);
      }),
    );
    expect(sameJson({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe(true);
    expect(sameJson({ b: [1, 2] }, { b: [2, 1] })).toBe(false);
    expect(sameJson({}, [])).toBe(false);
  });

  it('is undefined for what is no JSON', () => {
    expect(['', '{', 'nonsense'].map(parseJson)).toEqual([undefined, undefined, undefined]);
    expect(parseJson('null')).toBeNull();
  });
});
