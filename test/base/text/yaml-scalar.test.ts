import fc from 'fast-check';
import { parse } from '../../../src/base/text/yaml';
import { yamlComment, yamlScalar } from '../../../src/base/text/yaml-scalar';
import { anyCharacter } from '../../support/any-text';

/** Texts that end a text, a line or a map wherever they can. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom('\n', '\r', '\u0085', '\u2028', "'", '"', '\\', ': ', ' #', '- ', '{', '}', '[', ']', ',', '&a '),
      ...[fc.constantFrom('*a', '!!str ', '|', '>', '%', '@', 'true', '1', '~', '\u202e', 'pwned: 1'), anyCharacter],
    ),
  )
  .map((parts) => parts.join(''));

test('every text survives as a key and as a value, on its own line and in a map or a list', () => {
  fc.assert(
    fc.property(hostile, hostile, (one, other) => {
      const keys = [`${one}1`, `${other}2`];
      const block = keys.map((key) => `${yamlScalar(key, false)}: ${yamlScalar(one, false)}\n`).join('');
      expect(parse(block)).toEqual(Object.fromEntries(keys.map((key) => [key, one])));
      const flow = `a: { ${yamlScalar(one, true)}: [${yamlScalar(one, true)}, ${yamlScalar(other, true)}] }\n`;
      expect(parse(flow)).toEqual({ a: Object.fromEntries([[one, [one, other]]]) });
    }),
    { numRuns: 300 },
  );
});

test('no text ends its comment', () => {
  fc.assert(fc.property(hostile, (text) => expect(parse(`${yamlComment(text)}\na: 1\n`)).toEqual({ a: 1 })));
});

test.each([
  ['acme', 'acme', 'acme'],
  ['acme payments', 'acme payments', 'acme payments'],
  ['a, b', 'a, b', "'a, b'"],
  ["it's, here", "it's, here", "'it''s, here'"],
  ['true', "'true'", "'true'"],
  ['1', "'1'", "'1'"],
  ['a\nb', '"a\\nb"', '"a\\nb"'],
  ['a\u202eb', '"a\\u202eb"', '"a\\u202eb"'],
])('%j has quotes only where it needs them', (text, inBlock, inFlow) => {
  expect([yamlScalar(text, false), yamlScalar(text, true)]).toEqual([inBlock, inFlow]);
});
