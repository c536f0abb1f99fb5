import type { PageAssume } from '../../../src/review/page/data';
import { toAssumeRows } from '../../../src/review/page/assume-rows';

const rowOf = (identity: string, ...who: readonly string[]): PageAssume => ({
  ...{ identity, relation: ['is new'] },
  ...(who.length > 0 && { outsiders: who.map((text) => ({ who: text })) }),
});

test('trust policies of strangers come first, and the others keep their order', () => {
  const all = [rowOf('acme/a'), rowOf('acme/b'), rowOf('acme/c', 'the owner evilcorp'), rowOf('acme/d')];
  const rows = toAssumeRows(all, (identity) => (identity === 'acme/d' ? 'undeclared owner' : undefined));
  expect(rows.map(({ identity }) => identity)).toEqual(['acme/c', 'acme/d', 'acme/a', 'acme/b']);
  expect(rows.map(({ warning }) => warning)).toEqual([undefined, 'undeclared owner', undefined, undefined]);
});

test('the first row with some outsiders describes them for all others', () => {
  const cluster = 'it is unknown who can obtain its tokens';
  const [row] = toAssumeRows([rowOf('acme/a', cluster), rowOf('acme/b', cluster, 'anyone')], () => undefined);
  expect([...(row?.shown ?? [])]).toEqual([
    [cluster, 'acme/a'],
    ['anyone', 'acme/b'],
  ]);
});
