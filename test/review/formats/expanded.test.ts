import { assumeWithFindingsFirst, findStrangers, isLossFinding } from '../../../src/review/formats/expanded';
import { reviewOf } from '../corpus';

test('recognizes findings about access that somebody loses', () => {
  expect(isLossFinding(reviewOf('mass-removal'))).toBe(true);
  expect(isLossFinding(reviewOf('owner-added'))).toBe(false);
  expect(isLossFinding(reviewOf('nothing-to-do'))).toBe(false);
});

test('a finding about lost access expands nothing if no line shows the loss', () => {
  const { access, ...report } = reviewOf('mass-removal');
  expect(isLossFinding({ ...report, access: { ...access, lines: { ...access.lines, lost: [] } } })).toBe(false);
});

test('sorts trust policies with a finding before the others', () => {
  const { assume, findings } = reviewOf('claim-anybody');
  const [one] = assume;
  const other = { ...one!, identity: 'acme/other', address: 'platform_identity.other' };
  const sorted = assumeWithFindingsFirst({ ...reviewOf('claim-anybody'), assume: [other, one!], findings });
  expect(sorted.all).toEqual([one, other]);
  expect(sorted).toMatchObject({ withFinding: 1, hasChangeWithFinding: true });
});

test('an outsider without a token is only possible', () => {
  const [finding] = reviewOf('claim-anybody').findings;
  expect(finding).toMatchObject({ id: 'outsider-can-assume', identity: 'acme/payments/ci' });
  const { witness: _, ...unknown } = finding!;
  expect([...findStrangers({ findings: [finding!] }).values()]).toEqual(['outsiders']);
  expect([...findStrangers({ findings: [unknown] }).values()]).toEqual(['possibly outsiders']);
  expect(findStrangers(reviewOf('nothing-to-do')).size).toBe(0);
});
