import { Dyn, UNKNOWN, Unknown, type CtyType } from '../../../src/plugin';
import { conform, valuesEqual } from '../../../src/plugin/values/normal-form';
import type { ValueError } from '../../../src/plugin/values/types';
const wire = (...bytes: number[]): Uint8Array => new Uint8Array(bytes);

test('what a handler returns is brought into the form Terraform compares', () => {
  expect(conform('e\u0301', 'string')).toBe('é');
  expect(conform('a\ud800', 'string')).toBe('a\ufffd');
  expect(conform(-0, 'number')).toBe(0);
  expect(conform(['b', 'a', 'b'], ['set', 'string'])).toEqual(['b', 'a']);
  expect(conform([UNKNOWN, UNKNOWN], ['set', 'string'])).toHaveLength(2);
});

test.each<[string, unknown, CtyType, string, unknown[]]>([
  ['undefined', { a: undefined }, ['object', { a: 'string' }], 'is undefined', ['a']],
  ['a missing key', {}, ['object', { a: 'string' }], 'is missing', ['a']],
  ['a key too many', { a: 'x', b: 1 }, ['object', { a: 'string' }], 'is not in the schema', ['b']],
  [
    'a number for a string',
    { a: [1] },
    ['object', { a: ['list', 'string'] }],
    'should be a string, but is a number',
    ['a', 0],
  ],
  ['NaN', NaN, 'number', 'should be a number', []],
  ['text that is no number', { decimal: '12x' }, 'number', 'should be a number', []],
  ['a Date', new Date(0), ['object', {}], 'should be an object', []],
  [
    'elements of several types',
    [new Dyn('string', 'a'), new Dyn('bool', true)],
    ['list', 'dynamic'],
    'different types',
    [],
  ],
])('what a handler must not return is refused at its place: %s', (_, value, type, message, path) => {
  const attempt = (): unknown => conform(value, type);
  expect(attempt).toThrow(message);
  try {
    attempt();
  } catch (error) {
    expect((error as ValueError).path).toEqual(path);
  }
});

const TYPED: readonly (readonly [CtyType, unknown])[] = [
  ['string', '1'],
  ['bool', true],
  ['number', 1],
  ['dynamic', new Dyn('string', '1')],
  [['list', 'string'], ['1']],
  [['map', 'string'], { a: '1' }],
];
test.each(TYPED)('no value of another type is accepted as %j', (type, own) => {
  expect(conform(own, type)).toEqual(own);
  for (const [other, value] of TYPED) if (other !== type) expect(() => conform(value, type)).toThrow(/^should be a/);
});

test('refined unknown values of one attribute are equal to plain ones', () => {
  expect(valuesEqual(new Unknown(wire(1, 2)), UNKNOWN, 'string')).toBe(true);
  expect(valuesEqual(UNKNOWN, null, 'string')).toBe(false);
});

test('a set is equal in any order and with repetitions, a list is not', () => {
  expect(valuesEqual(['b', 'a', 'b'], ['a', 'b'], ['set', 'string'])).toBe(true);
  expect(valuesEqual(['a'], ['a', 'b'], ['set', 'string'])).toBe(false);
  expect(valuesEqual(['b', 'a'], ['a', 'b'], ['list', 'string'])).toBe(false);
  expect(valuesEqual([{ x: [1, 2] }], [{ x: [2, 1] }], ['list', ['object', { x: ['set', 'number'] }]])).toBe(true);
});

test('values that only look alike are different', () => {
  expect(valuesEqual(['1'], ['true'], ['set', 'string'])).toBe(false);
  expect(valuesEqual(['?'], [UNKNOWN], ['set', 'string'])).toBe(false);
  expect(valuesEqual([null], ['null'], ['set', 'string'])).toBe(false);
  expect(valuesEqual(new Dyn('string', '1'), new Dyn('number', 1), 'dynamic')).toBe(false);
  expect(valuesEqual({ a: null }, {}, ['map', 'string'])).toBe(false);
});
