import { formatMarkdown, formatText } from '../../../src/review';
import { reviewOf } from '../corpus';

const report = reviewOf('address-changed');

test('an object that a plan deletes and creates again is reported with both addresses and the block', () => {
  const finding = report.findings.find(({ id }) => id === 'move-missing');
  expect(finding?.affected?.map(({ subject, address }) => [subject, address])).toEqual([
    ['acme/payments/ci is viewer in acme/payments', 'platform_role_binding.ci_reads'],
    ['acme/shop', 'platform_group.store'],
  ]);
  expect(finding?.affected?.[1]?.reason).toBe(
    'platform_group.shop is deleted, and platform_group.store recreates the same group "acme/shop". To keep the object, call x.wasAt(\'platform_group.shop\') on its construct. Without constructs, add its blocks.',
  );
  expect(report.moves?.map(({ from, address, call }) => [from, address, call])).toEqual(
    expect.arrayContaining([
      ['platform_group.shop', 'platform_group.store', "x.wasAt('platform_group.shop')"],
      ['platform_role_binding.ci_views', 'platform_role_binding.ci_reads', "x.wasAt('platform_role_binding.ci_views')"],
    ]),
  );
});

test.each([
  ['text', formatText],
  ['markdown', formatMarkdown],
])('the %s contains the blocks to paste', (_, format) => {
  const lines = format(report)
    .split('\n')
    .map((line) => line.trim());
  const start = lines.indexOf('from = platform_group.shop');
  expect(lines.slice(start - 1, start + 3)).toEqual([
    ...['moved {', 'from = platform_group.shop', 'to   = platform_group.store', '}'],
  ]);
});

test.each(['address-moved', 'group-again', 'identity-recreated', 'group-moved', 'renamed'])(
  'a plan without such an object has no finding: %s',
  (name) => {
    const { findings, moves } = reviewOf(name);
    expect({ ids: findings.filter(({ id }) => id === 'move-missing'), moves }).toEqual({ ids: [], moves: undefined });
  },
);
