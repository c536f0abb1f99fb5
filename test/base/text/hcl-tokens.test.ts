/** Reading the tokens of HCL. */
import fc from 'fast-check';
import { readHclTokens } from '../../../src/base/text/hcl-tokens';
import { anyCharacter } from '../../support/any-text';

const textsOf = (source: string): string =>
  readHclTokens(source)
    .flatMap(({ text }) => text.trim() || [])
    .join(' ');

test.each([
  ['a block', 'variable "x" {\n  type = string\n}', 'variable "x" { type = string }'],
  ['comments', '# a {\n// b "\n/* c {\n" */ d', 'd'],
  ['a comment at the end of a line', 'a # "\nb', 'a b'],
  ['a text with escapes', '"a\\"}{" b', '"a\\"}{" b'],
  ['a text with a template', '"${f("}", {a = "${"b"}"})}" c', '"${f("}", {a = "${"b"}"})}" c'],
  ['a text with a directive', '"%{ if a == "}" }b%{ endif }" c', '"%{ if a == "}" }b%{ endif }" c'],
  ['escaped templates', '"$${" a "%%{" b "$$${" c "$" d', '"$${" a "%%{" b "$$${" c "$" d'],
  ['a template in a comment in a template', '"${a /* } */}" b', '"${a /* } */}" b'],
  ['a heredoc', 'a = <<EOT\n}{ " # /*\n EOTX\n  EOT\nb', 'a = b'],
  ['an indented heredoc', 'a = <<-EOT\n  "\n  EOT\r\nb', 'a = b'],
  ['a heredoc with a template', 'a = <<E\n${f("}", <<I\nE\nI\n)}\n$${\nE\nb', 'a = b'],
  ['an empty heredoc', 'a = <<E\nE', 'a ='],
  ['a byte order mark and carriage returns', '\uFEFFa\r\nb', 'a b'],
  ['names with letters of any script, hyphens and digits', 'größe-1_x 𝒳 1a', 'größe-1_x 𝒳 1 a'],
])('it reads %s', (_, source, texts) => {
  expect(textsOf(source)).toBe(texts);
});

test('a token knows the number of brackets around it', () => {
  expect(readHclTokens('a {\n b = [(c)] }\nd').map(({ text, depth }) => `${text.trim()}${depth}`)).toEqual(
    ...[['a0', '{0', '1', 'b1', '=1', '[1', '(2', 'c3', ')2', ']1', '}0', '0', 'd0']],
  );
});

test.each([
  ['a {\n', 'line 2: a bracket or a text has no end'],
  ['a\n}', 'line 2: a } closes nothing'],
  ['a ( ]', 'line 1: a ] closes nothing'],
  ['"a\nb"', 'line 1: a text has no end'],
  ['"a\\\nb"', 'line 1: a text has no end'],
  ['"a', 'line 1: a bracket or a text has no end'],
  ['"${a', 'line 1: a bracket or a text has no end'],
  ['\n/* a', 'line 2: a comment has no end'],
  ['<<E\na', 'line 2: a bracket or a text has no end'],
])('%j is an error with its line', (source, message) => {
  expect(() => readHclTokens(source)).toThrow(message);
});

test('any text is read, or is an error with its line', () => {
  const part = fc.constantFrom(
    ...['"', '${', '%{', '}', '{', '[', ')', '<<E\n', 'E', '\n', '\\', '/*', '*/', '#', 'a', '𝒳', '$'],
  );
  const source = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.array(part, { maxLength: 40 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(source, (text) => {
      try {
        expect(readHclTokens(text).every((token) => text.includes(token.text))).toBe(true);
      } catch (error) {
        expect((error as Error).message).toMatch(/^line \d+: /);
      }
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['deep templates', '"${'.repeat(100_000)],
  ['deep brackets', '{'.repeat(50_000)],
  ['a long text', `"${'a$'.repeat(500_000)}"`],
  ['comments without an end', '/*'.repeat(500_000)],
])('reading %s ends', (_, source) => {
  const read = () => {
    try {
      return readHclTokens(source).length;
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(read()).toEqual(source.startsWith('"a') ? 1 : (expect.stringContaining('no end') as string));
});
