import fc from 'fast-check';
import { call, code, literal, list, record, toRecord, text } from '../../../src/adopt/code/expressions';
import { printed, printedStatement } from '../../../src/adopt/code/printer';
import { anyCharacter } from '../../support/any-text';

/** Returns the value of code. */
function toValue(source: string): unknown {
  // oxlint-disable-next-line typescript/no-implied-eval -- the code is the subject of the test
  return new Function(`return ${source};`)() as unknown;
}

test('every value of JSON survives', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: anyCharacter }), (value) => {
      expect(toValue(`(${printed(literal(value))})`)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('code that fits is on one line; otherwise each entry has its own', () => {
  const short = toRecord([{ key: 'name', value: text('a') }]);
  expect(printedStatement('const a = ', call('f', text('b'), short), 0)).toBe(`const a = f('b', { name: 'a' });`);
  const long = toRecord([1, 2].map((index) => ({ key: `key-${index}`, value: text('x'.repeat(60)) })));
  expect(printedStatement('', call('new Team', code('acme'), text('a'), long), 2)).toBe(
    ["  new Team(acme, 'a', {", `    'key-1': '${'x'.repeat(60)}',`, `    'key-2': '${'x'.repeat(60)}',`, '  });'].join(
      '\n',
    ),
  );
});

test('the end of a statement counts as a part of its line', () => {
  const lines = (length: number) => printedStatement('', call('f', text('x'.repeat(length))), 0).split('\n').length;
  expect([114, 115].map(lines)).toEqual([1, 3]);
});

test('an item with a comment has lines of its own', () => {
  expect(printed(list([{ ...record({ a: text('b') }), comment: 'Other\nline' }, record({ c: text('d') })]))).toBe(
    "[\n  // Other\\nline\n  { a: 'b' },\n  { c: 'd' },\n]",
  );
});

test('people are calls of the helper, and a list of three is mapped', () => {
  const people = (items: readonly string[]) => printed({ is: 'mapped', by: 'person', items });
  expect(people(['ada'])).toBe(`[person('ada')]`);
  expect(people(['ada', 'alan', 'grace'])).toBe(`['ada', 'alan', 'grace'].map(person)`);
});

test('a template escapes what has a meaning in it', () => {
  expect(printed({ is: 'template', parts: ['a`\\${b}/', 'name', ''] })).toBe('`a\\`\\\\\\${b}/${name}`');
});
