/** A call on a line that creates several constructs of a type applies to all of them. */
import { withSharedLine } from '../../../src/review/report/shared-line';

const at = (line: number, construct: string) => ({ construct, source: { file: 'main.ts', line } });
const origins = new Map([
  ['platform_group.mobile', at(7, 'org/mobile')],
  ['platform_group.shop', at(7, 'org/shop')],
  ['platform_identity.ci', at(7, 'org/ci')],
  ['platform_group.acme', at(9, 'org/acme')],
]);
const stacks = new Map([['org', { name: 'org', origins }]]);

test.each([
  ['platform_group.mobile', 'org', true],
  ['platform_group.acme', 'org', undefined],
  ['platform_identity.ci', 'org', undefined],
  ['platform_group.mobile', 'other', undefined],
])('%s of the stack %s', (address, plan, expected) => {
  const { sharesLine } = withSharedLine({ address, plan, ...origins.get(address) }, stacks);
  expect(sharesLine).toBe(expected);
});

test('an instance of a block with count has the line of its block alone', () => {
  const one = { address: 'platform_group.acme[0]', plan: 'org', ...at(9, 'org/acme') };
  expect(withSharedLine(one, stacks)).toEqual(one);
});
