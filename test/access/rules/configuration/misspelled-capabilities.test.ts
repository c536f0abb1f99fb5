import { readConfiguration } from '../../../../src/review';

const rule = (can: string) => ({
  invariants: [{ name: 'r', rule: 'never', reason: 'So.', can: [can], where: ['acme'] }],
});
const places: readonly (readonly [place: string, (can: string) => object])[] = [
  ['invariants[0].can[0]', rule],
  ['assertions[0].can[0]', (can) => ({ assertions: [{ person: 'ada', can: [can], where: ['acme'] }] })],
  ['assertions[0].cannot[0]', (can) => ({ assertions: [{ person: 'ada', cannot: [can], where: ['acme'] }] })],
  ['noNewAccess[0].can[0]', (can) => ({ noNewAccess: [{ can: [can] }] })],
];

describe.each(places)('%s', (place, configure) => {
  const read = (can: string) => readConfiguration(JSON.stringify(configure(can)), 'c.json');

  test.each([
    ['role_binding.create', 'role_bindings.create'],
    ['groups.lits', 'groups.list'],
    ['CAP_IAM_GROUP_LIST', 'CAP_IAM_GROUPS_LIST'],
    ['role_binding.*', 'role_bindings.*'],
  ])('%s is an error that suggests %s', (can, meant) => {
    expect(() => read(can)).toThrow(`${place}: unknown capability`);
    expect(() => read(can)).toThrow(`${JSON.stringify(can)}, did you mean ${JSON.stringify(meant)}?`);
  });

  test.each(['groups.list', 'CAP_IAM_GROUPS_LIST', 'role_bindings.*', '*', '*.list', 'figs.list', 'figs.*', 'deploy'])(
    '%s is accepted',
    (can) => {
      expect(read(can)).toEqual(configure(can));
    },
  );
});

test.each([
  ['ownr', 'owner'],
  ['editer', 'editor'],
  ['Owner', 'owner'],
])('the misspelled role %s in a rule is an error', (can, meant) => {
  expect(() => readConfiguration(JSON.stringify(rule(can)), 'c.json')).toThrow(
    `invariants[0].can[0]: unknown capability or role "${can}", did you mean "${meant}"?`,
  );
});

test.each(['owner', 'editor', 'viewer'])('the role %s is accepted in a rule', (can) => {
  expect(readConfiguration(JSON.stringify(rule(can)), 'c.json')).toEqual(rule(can));
});
