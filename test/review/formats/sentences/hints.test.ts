/** Tests hints about constructs at other addresses: one line for each construct that a single call moves. */
import { moveHints } from '../../../../src/review/formats/sentences/hints';
import { reviewOf } from '../../corpus';

const report = reviewOf('address-changed');
const [move] = report.moves ?? [];
const moved = (construct: string | undefined, from: string, plan = 'org') => ({
  ...move!,
  ...{ path: from, from, address: `${from}_2`, call: `x.wasAt('${from}')`, plan },
  ...(construct !== undefined && { construct }),
});
const linesOf = (...moves: ReturnType<typeof moved>[]) => moveHints({ ...report, moves }).map(({ note }) => note);
const team = moved('org/team/group', 'platform_group.acme_team');

test('a construct in the scope of a moved construct has no line', () => {
  expect(linesOf(team, moved('org/team/group/ci', 'platform_identity.acme_team_ci'))).toEqual([
    "Call x.wasAt('platform_group.acme_team'). Here x is org/team/group.",
  ]);
});

test.each([
  ['in another scope', moved('org/team/ci', 'platform_identity.acme_team_ci')],
  ['with an address of another form', moved('org/team/group/ci', 'platform_identity.other')],
  ['in another stack', moved('org/team/group/ci', 'platform_identity.acme_team_ci', 'second')],
])('a construct %s has its own line', (_, other) => {
  expect(linesOf(team, other)).toHaveLength(2);
});

test('without synthesized stacks, the blocks are enough', () => {
  expect(report.moves).not.toEqual([]);
  expect(moveHints(report)).toEqual([]);
});
