import fc from 'fast-check';
import {
  formatTimestamp,
  jsonText,
  type JsonValue,
  parseDurationMs,
  parseJson,
  parseTimestamp,
  sameJson,
  writeJsonText,
} from '../../../src/model/api';

describe('open content as text', () => {
  it('reads as what jsonencode writes', () => {
    expect(jsonText({ b: [true, null, 1.5], a: { '10': '<&>', '9': '\u2028"' } })).toBe(
      '{"a":{"10":"\\u003c\\u0026\\u003e","9":"\\u2028\\""},"b":[true,null,1.5]}',
    );
  });

  it('escapes text as JSON does', () => {
    const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const expected = JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, escaped);
        expect([jsonText(text), jsonText({ [text]: 1 })]).toEqual([expected, `{${expected}:1}`]);
      }),
      { numRuns: 1000 },
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

  it('is written in parts that end between characters', () => {
    const value = { list: Array.from({ length: 5_000 }, (_, index) => ({ index, text: '<\u{1f600}>'.repeat(5) })) };
    const parts: string[] = [];
    writeJsonText(value, (part) => parts.push(part));
    expect(parts.join('')).toBe(jsonText(value));
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.filter((part) => part.length > 250_000 || /\p{Surrogate}/u.test(part))).toEqual([]);
  });

  it('is undefined for what is no JSON', () => {
    expect(['', '{', 'nonsense'].map(parseJson)).toEqual([undefined, undefined, undefined]);
    expect(parseJson('null')).toBeNull();
  });
});

const moment = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});

describe('a timestamp', () => {
  it('is written in UTC with milliseconds and reads back as the same moment', () => {
    expect(formatTimestamp(new Date(0))).toBe('1970-01-01T00:00:00.000Z');
    fc.assert(fc.property(moment, (time) => expect(parseTimestamp(formatTimestamp(time))).toEqual(time)));
  });

  it('is read with no to nine decimals, to the millisecond', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 9 }), fc.nat(999_999_999), (time, decimals, fraction) => {
        const digits = String(fraction).padStart(9, '0').slice(0, decimals);
        const seconds = formatTimestamp(time).slice(0, 19);
        const text = `${seconds}${decimals === 0 ? '' : `.${digits}`}Z`;
        expect(parseTimestamp(text)).toEqual(new Date(`${seconds}.${digits.padEnd(3, '0').slice(0, 3)}Z`));
      }),
    );
  });

  it.each([
    '',
    '2026-01-02',
    '2026-01-02 03:04:05Z',
    '2026-01-02T03:04:05',
    '2026-01-02T03:04:05.Z',
    '2026-01-02T03:04:05.1234567890Z',
    '2026-13-02T03:04:05Z',
    '2026-02-30T03:04:05Z',
    '2026-01-02T25:04:05Z',
    '2026-01-02T24:00:00Z',
    '2026-01-02T03:04:05+25:00',
    '2026-01-02T03:04:05Z\n',
  ])('is not %j', (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });
});

describe('a duration', () => {
  it.each([
    ['86400s', 86_400_000],
    ['1.5s', 1_500],
    ['0s', 0],
    ['0.000000001s', 0],
  ])('%s is %d ms', (text, ms) => {
    expect(parseDurationMs(text)).toBe(ms);
  });

  it.each(['', '1', '-1s', '1m', '1e3s', '.5s', '1.s', 's', '1s ', '10000000000s'])('is not %j', (text) => {
    expect(parseDurationMs(text)).toBeUndefined();
  });
});
