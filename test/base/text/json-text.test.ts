import fc from 'fast-check';
import { readJsonText } from '../../../src/base/text/json-text';
import { anyCharacter } from '../../support/any-text';

const pathsIn = (text: string) => readJsonText(text).ambiguities.map(({ path }) => path.join('/'));

test('every JSON text has the value that JSON.parse returns', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5, stringUnit: anyCharacter }), fc.constantFrom(0, 2), (text, indentation) => {
      const laidOut = JSON.stringify(JSON.parse(text), undefined, indentation);
      expect(readJsonText(laidOut).value).toEqual(JSON.parse(laidOut));
    }),
  );
});

test('a text that JSON.parse rejects is rejected, and no other', () => {
  const isRead = (read: (text: string) => unknown, text: string) => {
    try {
      read(text);
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(SyntaxError);
      return false;
    }
  };
  const damaged = fc.tuple(
    fc.json({ maxDepth: 3 }),
    fc.nat(),
    fc.constantFrom('', '"', '\\', ',', ':', '{', ']', '0', '\n', '\u0000', 'e'),
  );
  fc.assert(
    fc.property(damaged, ([text, at, inserted]) => {
      const position = at % (text.length + 1);
      const changed = text.slice(0, position) + inserted + text.slice(position + (inserted === '' ? 1 : 0));
      expect(isRead(readJsonText, changed)).toBe(isRead(JSON.parse, changed));
    }),
    { numRuns: 500 },
  );
});

test('each key that occurs twice is reported with its place', () => {
  expect(pathsIn('{"a": {"b": 1, "c": 2, "b": 3}, "d": [{"e": 1, "e": 1}]}')).toEqual(['a/b', 'd/0/e']);
  expect(pathsIn('{"resource": {}, "resource": {}}')).toEqual(['resource']);
  expect(pathsIn('{"a": 1, "\\u0061": 2}')).toEqual(['a']);
  expect(pathsIn('{"__proto__": 1, "__proto__": 2}')).toEqual(['__proto__']);
});

test('keys that Terraform treats as one are reported', () => {
  expect(pathsIn('{"\u00e9": 1, "e\u0301": 2}')).toEqual(['e\u0301']);
  expect(pathsIn('{"\\ud800": 1}')).toHaveLength(1);
});

test('a duplicate of any key of any object is found', () => {
  const object = fc.dictionary(
    fc.string(),
    fc.json({ maxDepth: 2 }).map((text) => JSON.parse(text) as unknown),
    { minKeys: 1 },
  );
  fc.assert(
    fc.property(object, fc.nat(), fc.constantFrom('', 'outer'), (members, index, outer) => {
      const entries = Object.entries(members).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
      const text = `{${[...entries, entries[index % entries.length]].join(',')}}`;
      const found = pathsIn(outer === '' ? text : `{"outer":[${text}]}`);
      expect(found.length).toBeGreaterThanOrEqual(1);
    }),
  );
});

test('a number that no JSON reader keeps and a deep text are no data', () => {
  expect(pathsIn('{"count": 1e400}')).toEqual(['count']);
  expect(() => readJsonText('['.repeat(100_000))).toThrow('At most 200 levels');
  const nested = (levels: number) => readJsonText(`${'['.repeat(levels)}1${']'.repeat(levels)}`);
  expect(nested(200).ambiguities).toEqual([]);
  expect(() => nested(201)).toThrow('At most 200 levels');
});

test('an error names the line and the column', () => {
  expect(() => readJsonText('{\n  "a" 1\n}')).toThrow('":" expected in line 2, column 7');
});
