import { displayed, visible } from '../../../src/base/text/visible';

test.each([
  ['acme\u202egnp', 'acme\\u202egnp'],
  ['a\u200bb', 'a\\u200bb'],
  ['two\nlines\tand\r', 'two\\nlines\\tand\\r'],
  ['\u001b[31mred', '\\u001b[31mred'],
  ['\u{e0041}tag', '\\ue0041tag'],
  ['Zoë · 組織', 'Zoë · 組織'],
])('what hides in %j is seen', (text, seen) => {
  expect(visible(text)).toBe(seen);
});

test('uids in a path are shown by their beginning, and names whole', () => {
  const root = 'ac3e'.repeat(10);
  expect(displayed(`${root}/0123456789abcdef/ci`)).toBe('ac3eac3e…/01234567…/ci');
  expect(displayed('acme/payments/ci')).toBe('acme/payments/ci');
});
