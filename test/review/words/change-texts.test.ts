import { CHANGE_STATUSES, CHANGE_TEXTS } from '../../../src/review/words/change-texts';

test('each kind of change has its own sign and word', () => {
  const all = CHANGE_STATUSES.map((kind) => CHANGE_TEXTS[kind]);
  expect(new Set(all.map(({ sign }) => sign)).size).toBe(all.length);
  expect(new Set(all.map(({ word }) => word)).size).toBe(all.length);
});

test('deletions come first', () => {
  expect(CHANGE_STATUSES[0]).toBe('removed');
});
