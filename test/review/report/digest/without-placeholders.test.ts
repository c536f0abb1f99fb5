import { withoutPlaceholders } from '../../../../src/review/report/digest/without-placeholders';

const ROOT = 'ac3e'.repeat(10);

test('replaces placeholders of any plan with the same text', () => {
  const text = (placeholder: string) => withoutPlaceholders(`role ${ROOT}/${placeholder} in ${ROOT}`);
  expect(text('00000000deadbeef')).toBe(text('00000000c0ffee00'));
  expect(text('00000000deadbeef')).toBe(`role (new) in ${ROOT}`);
});

test('keeps uids that the service creates, and other text', () => {
  for (const text of [`${ROOT}/1111111111111111`, 'acme/payments', '']) expect(withoutPlaceholders(text)).toBe(text);
});
