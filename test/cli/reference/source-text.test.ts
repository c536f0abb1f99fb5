import { Expression, hclBlock, typeScript } from '../../../src/cli/reference/source-text';

test('values on neighbouring lines are aligned, and an object stands apart', () => {
  expect(
    hclBlock('resource "x" "y"', { name: 'a', group_uid: new Expression('g.uid'), oidc: { issuer: 'i' }, b: true }),
  ).toBe(`resource "x" "y" {
  name      = "a"
  group_uid = g.uid

  oidc = {
    issuer = "i"
  }

  b = true
}`);
});

test('an empty block is on one line', () => {
  expect(hclBlock('data "x" "y"', {})).toBe('data "x" "y" {}');
});

test('a text of HCL is not read as a template, and a key that is no name is quoted', () => {
  expect(hclBlock('x', { 'a b': 'repo:${evil}%{if}' })).toBe('x {\n  "a b" = "repo:$${evil}%%{if}"\n}');
});

test('a text of TypeScript cannot end early', () => {
  expect(typeScript("it's \\d")).toBe("'it\\'s \\\\d'");
});

test('lists, objects and expressions as TypeScript', () => {
  expect(typeScript({ list: ['a', new Expression('group')], inner: { on: true } })).toBe(
    "{\n  list: ['a', group],\n  inner: {\n    on: true,\n  },\n}",
  );
});
