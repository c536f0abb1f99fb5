import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { docComment, propertyKey, lineComment, quoted, templateText } from '../../../src/base/text/typescript';
import { anyCharacter } from '../../support/any-text';

/** Texts that end a text, a comment or a line wherever they can. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom('\n', '\r', '\u2028', '\u2029', '*/', '/*', '//', "'", '"', '`', '\\', '${', '}', '$', '\u202e'),
      fc.constant('globalThis.pwned = 1;'),
      anyCharacter,
    ),
  )
  .map((parts) => parts.join(''));

/** Returns the value of code, which must set nothing. */
function toValue(source: string): unknown {
  const globals: Record<string, unknown> = {};
  const value: unknown = runInNewContext(source, globals);
  expect(globals).toEqual({});
  return value;
}

test('every text survives as a literal, a key and a template', () => {
  fc.assert(
    fc.property(hostile, hostile, (value, other) => {
      expect(toValue(quoted(value))).toBe(value);
      expect(JSON.stringify(toValue(`({ ${propertyKey(value)}: 1 })`))).toBe(
        JSON.stringify(Object.fromEntries([[value, 1]])),
      );
      expect(toValue(templateText([value, '1 + 1', other]))).toBe(`${value}2${other}`);
    }),
  );
});

test('no text ends its comment', () => {
  fc.assert(
    fc.property(hostile, (value) => {
      expect(toValue(`${lineComment(value)}\n1`)).toBe(1);
      expect(toValue(`${docComment(value)} 1`)).toBe(1);
      expect(toValue(`1; ${docComment(value)}`)).toBe(1);
    }),
  );
});

test('a literal and a comment hide no character, and show the direction of writing', () => {
  expect([quoted('a\u202eb\u200b\u{e0001}'), lineComment('a\u202eb\u2028c')]).toEqual([
    ...[`'a\\u202eb\\u200b\\udb40\\udc01'`, '// a\\u202eb\\u2028c'],
  ]);
});

test('a text has the quotes that need fewer escapes', () => {
  expect([quoted('a'), quoted(`it's`), quoted(`it's "a"`), quoted('a\\b')]).toEqual([
    ...[`'a'`, `"it's"`, `'it\\'s "a"'`, `'a\\\\b'`],
  ]);
});
