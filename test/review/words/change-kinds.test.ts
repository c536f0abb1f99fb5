import { CHANGE_KIND_NAMES, CHANGE_KINDS } from '../../../src/review/words/change-kinds';

test('each kind of change has its own sign and word', () => {
  const all = CHANGE_KIND_NAMES.map((kind) => CHANGE_KINDS[kind]);
  expect(new Set(all.map(({ sign }) => sign)).size).toBe(all.length);
  expect(new Set(all.map(({ word }) => word)).size).toBe(all.length);
});

test('deletions come first', () => {
  expect(CHANGE_KIND_NAMES[0]).toBe('removed');
});
