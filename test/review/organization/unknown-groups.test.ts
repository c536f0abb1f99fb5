import { reviewPlans, type PlanContext, type TerraformPlan } from '../../../src/review';
import { group } from '../../../src/model/kinds';
import { headline } from '../../../src/review/formats/sentences/headline';
import { ACME, kept, planOf, SHOP, TEAMS, type Json } from './context/stage';

const OTHER = 'dead'.repeat(10);
const UNKNOWN = `${TEAMS}/ffffffffffffffff`;
/** The same form as the placeholders of a review plan. */
const ZEROS = '0'.repeat(40);

const acme = { uid: ACME, parent_uid: null, name: 'acme' };
const teams = { uid: TEAMS, parent_uid: ACME, name: 'teams' };
const shop = { uid: SHOP, parent_uid: TEAMS, name: 'shop' };

/** Returns the objects of a team in a group. */
function teamIn(parent: string): Readonly<Record<string, Json>> {
  const team = `${parent}/4444444444444444`;
  const [ci, role] = [`${team}/5555555555555555`, `${team}/6666666666666666`];
  const claim_match = { issuer: 'https://ci.acme.example', subject: 'ci' };
  return {
    'platform_group.team': { uid: team, parent_uid: parent, name: 'team' },
    'platform_identity.ci': { uid: ci, group_uid: team, name: 'ci', claim_match },
    'platform_role.editor': { uid: role, group_uid: team, name: 'editor', capabilities: ['repo.create'] },
    'platform_role_binding.ci': { uid: `${team}/7777777777777777`, group_uid: team, identity_uid: ci, role_uid: role },
  };
}

/** Returns a plan that replaces the team, as the parent of its group changes. */
function moving(from: string, to: string, others: Readonly<Record<string, Json>> = {}): TerraformPlan {
  const [before, after] = [teamIn(from), teamIn(to)];
  const changes = Object.fromEntries(
    Object.keys(before).map((address) => [address, { before: before[address], after: after[address] } as never]),
  );
  const all = {
    ...Object.fromEntries(Object.entries(others).map(([name, values]) => [name, kept(values)])),
    ...changes,
  };
  const plan = planOf(all);
  const replaced = plan.changes?.map((change) =>
    change.address in before
      ? { ...change, actions: ['delete', 'create'], fate: { old: 'gone', isMade: true } as const }
      : change,
  );
  return { ...plan, ...(replaced && { changes: replaced }), reviews: [] };
}

const known = (context: readonly Json[]): PlanContext => ({
  ...{ version: 1, roles: [], keys: [], contents: [], grants: [], unread: [] },
  names: context.map((values) => ({ kind: group.kind, values })),
});

test.each([
  ['another organization', OTHER],
  ['a group of the organization', UNKNOWN],
  ['a uid of zeros', ZEROS],
])('a plan that moves objects to %s that nothing shows is inconclusive', (_, to) => {
  const report = reviewPlans([moving(ACME, to)]);
  expect(report.verdict.result).toBe('unjudged');
  expect(report.verdict.problems).toEqual([
    `plan: platform_group.team moves to the group ${to === UNKNOWN ? TEAMS : to}, which no plan and no list shows. The access there is unknown. Check the uid, or plan with a token that can list the group.`,
  ]);
  expect(headline(report)).toMatch(/^Inconclusive: /);
  expect(headline(report)).not.toContain('Nobody gains');
});

test.each<[string, TerraformPlan, PlanContext | undefined]>([
  ['that a list shows', moving(ACME, OTHER), known([{ uid: OTHER, name: 'other' }])],
  [
    'that the plan manages',
    moving(TEAMS, SHOP, { 'platform_group.teams': teams, 'platform_group.shop': shop }),
    undefined,
  ],
  ['above its former group', moving(SHOP, TEAMS), undefined],
  [
    'that the plan creates',
    moving(ACME, TEAMS, { 'platform_group.acme': acme, 'platform_group.teams': teams }),
    undefined,
  ],
])('a group %s is known', (_, plan, context) => {
  expect(reviewPlans([plan], { ...(context && { context }) }).verdict.problems).toEqual([]);
});

test('a first plan creates objects in a group that it need not show', () => {
  const created = planOf(Object.fromEntries(Object.entries(teamIn(OTHER)).map(([name, after]) => [name, { after }])));
  expect(reviewPlans([{ ...created, reviews: [] }]).verdict.problems).toEqual([]);
});
