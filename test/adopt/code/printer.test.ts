import fc from 'fast-check';
import {
  call,
  code,
  literal,
  list,
  methodCall,
  record,
  recordOf,
  text,
  type Expression,
} from '../../../src/adopt/code/expressions';
import { printed, printedStatement } from '../../../src/adopt/code/printer';

/** Returns the value of code. */
function valueOf(source: string): unknown {
  // oxlint-disable-next-line typescript/no-implied-eval -- the code is the subject of the test
  return new Function(`return ${source};`)() as unknown;
}

test('every value of JSON survives', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      expect(valueOf(`(${printed(literal(value))})`)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('code that fits is on one line; otherwise each entry has its own', () => {
  const short = recordOf([{ key: 'name', value: text('a') }]);
  expect(printedStatement('const a = ', call('f', text('b'), short), 0)).toBe(`const a = f('b', { name: 'a' });`);
  const long = recordOf([1, 2].map((index) => ({ key: `key-${index}`, value: text('x'.repeat(60)) })));
  expect(printedStatement('', call('new Team', code('acme'), text('a'), long), 2)).toBe(
    ["  new Team(acme, 'a', {", `    'key-1': '${'x'.repeat(60)}',`, `    'key-2': '${'x'.repeat(60)}',`, '  });'].join(
      '\n',
    ),
  );
});

test('a table is broken, also if it fits', () => {
  const row = (a: number): Expression => literal({ a, b: a });
  expect(printed(list([row(1), row(2)]))).toBe('[\n  { a: 1, b: 1 },\n  { a: 2, b: 2 },\n]');
});

test('a call moves to the next line if its name does not fit', () => {
  const name = 'stackOf'.repeat(9);
  const entry = { key: 'key-'.repeat(14), value: call(name, code('app'), text('uid')) };
  expect(printedStatement('return ', recordOf([entry]), 2)).toBe(
    ['  return {', `    '${entry.key}':`, `      ${name}(app, 'uid'),`, '  };'].join('\n'),
  );
});

test('a text that is too long moves to the next line', () => {
  const value = recordOf([{ key: 'description', value: text('x'.repeat(115)) }]);
  expect(printed(value)).toBe(`{\n  description:\n    '${'x'.repeat(115)}',\n}`);
  expect(printed(record({ uid: text('x'.repeat(115)) }))).toBe(`{\n  uid: '${'x'.repeat(115)}',\n}`);
});

test('people are calls of the helper, and a list of three is mapped', () => {
  const people = (items: readonly string[]) => printed({ is: 'mapped', by: 'person', items });
  expect(people(['ada'])).toBe(`[person('ada')]`);
  expect(people(['ada', 'alan', 'grace'])).toBe(`['ada', 'alan', 'grace'].map(person)`);
});

test('a template escapes what has a meaning in it', () => {
  expect(printed({ is: 'template', parts: ['a`\\${b}/', 'name', ''] })).toBe('`a\\`\\\\\\${b}/${name}`');
});

test('wide characters take two columns', () => {
  const value = (letter: string) => printed(record({ name: text(letter.repeat(38)), other: text('x'.repeat(40)) }));
  expect([value('a'), value('茶')].map((one) => one.split('\n').length)).toEqual([1, 4]);
});

test('each call of a long chain has its own line, unless the first name is as short as the indentation', () => {
  const long = (name: string) =>
    printedStatement(
      '',
      methodCall(call(`${name}.group`, text('cards')), 'grant', text('x'.repeat(96)), text('editor')),
      0,
    );
  expect(long('payments')).toBe(
    ['payments', `  .group('cards')`, `  .grant('${'x'.repeat(96)}', 'editor');`].join('\n'),
  );
  expect(long('a')).toBe(`a.group('cards').grant(\n  '${'x'.repeat(96)}',\n  'editor',\n);`);
});

test('a call with one short text moves to the next line, and with a longer text it breaks', () => {
  const entry = (argument: string) => printed(record({ ['k'.repeat(60)]: call('f'.repeat(40), text(argument)) }));
  expect(entry('a'.repeat(20))).toBe(`{\n  ${'k'.repeat(60)}:\n    ${'f'.repeat(40)}('${'a'.repeat(20)}'),\n}`);
  expect(entry('a'.repeat(40))).toContain(`: ${'f'.repeat(40)}(\n    '`);
});
