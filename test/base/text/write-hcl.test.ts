import { hclBlock, hclObjectLine, hclQuoted, Verbatim } from '../../../src/base/text/write-hcl';

test('values on neighbouring lines are aligned, and an object stands apart', () => {
  expect(hclBlock('resource "x" "y"', { name: 'a', group_uid: new Verbatim('g.uid'), oidc: { issuer: 'i' }, b: true }))
    .toBe(`resource "x" "y" {
  name      = "a"
  group_uid = g.uid

  oidc = {
    issuer = "i"
  }

  b = true
}`);
});

test('an empty block is on one line, and several bodies are paragraphs', () => {
  expect(hclBlock('data "x" "y"', {})).toBe('data "x" "y" {}');
  expect(hclBlock('x', { a: 1 }, {}, { longer: 2 })).toBe('x {\n  a = 1\n\n  longer = 2\n}');
  expect(hclObjectLine({ a: [1], 'b c': 'd' })).toBe('{ a = [1], "b c" = "d" }');
});

test('a text is not read as a template, and a key that is no name is quoted', () => {
  expect(hclBlock('x', { 'a b': 'repo:${evil}%{if}' })).toBe('x {\n  "a b" = "repo:$${evil}%%{if}"\n}');
});

test('invisible characters are escaped as HCL knows them', () => {
  expect(hclQuoted('a\b\n"\\\u202e\u{e0001}é🫖')).toBe('"a\\u0008\\n\\"\\\\\\u202e\\U000e0001é🫖"');
});

test('a list that is too long for its line has a line for each element', () => {
  const long = 'x'.repeat(70);
  expect(hclBlock('x', { a: 1, list: [long, long] })).toBe(
    `x {\n  a = 1\n\n  list = [\n    "${long}",\n    "${long}",\n  ]\n}`,
  );
});

test('keys are aligned by the characters that people see', () => {
  expect(hclBlock('x', { '👨‍👩‍👧é': 1, 'abc d': 2 })).toBe(
    'x {\n  "👨\\u200d👩\\u200d👧é" = 1\n  "abc d"            = 2\n}',
  );
});
