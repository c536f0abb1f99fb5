import { builtInRole, createAccessGraph } from '../../../src/access/graph';
import { BUILT_IN_ROLES } from '../../../src/model/api';
import { checkRule, summarize, type Invariant, type RuledOrganization } from '../../../src/access/rules';

const OWNER = BUILT_IN_ROLES.find(({ name }) => name === 'owner')!.capabilities;
const root = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';

/** An organization where the workload `ci` is an owner of acme/payments. */
const organization = (name?: string): RuledOrganization => ({
  graph: createAccessGraph({
    groups: [...(name === undefined ? [] : [{ key: root, name }]), { key: 'payments', name: 'payments', parent: root }],
    identities: [{ key: 'ci', name: 'ci', group: 'payments', assumption: 'claim_match' }],
    roles: [builtInRole('owner')],
    grants: [{ key: 'grant', identity: 'ci', role: 'owner', group: 'payments' }],
  }),
  unknownRoles: new Set(),
  trustPolicies: new Map(),
  issuers: new Map(),
  unresolved: [],
  objects: [],
});

const rule = (more: Partial<Invariant>): Invariant =>
  ({ name: 'r', rule: 'never', can: ['role_bindings.*'], where: ['acme/**'], reason: 'So.', ...more }) as Invariant;

const summary = (more: Partial<Invariant>, of = organization('acme')) =>
  summarize(rule(more), checkRule(rule(more), of));

test('an invariant that is broken has a witness and its grant', () => {
  const more = { who: { people: false } };
  expect(checkRule(rule(more), organization('acme'))).toEqual({
    violations: [
      {
        key: 'grant',
        identity: 'ci',
        path: 'acme/payments/ci',
        text: 'acme/payments/ci has role_bindings.create in acme/payments, by owner in acme/payments',
        facts: ['acme/payments/ci', 'role_bindings.create', 'owner', 'acme/payments'],
      },
    ],
    inconclusive: [],
  });
  expect(summary(more)).toBe('acme/payments/ci violates "r".');
});

test.each<[string, Partial<Invariant>]>([
  ['never, for others', { who: { people: true } }],
  ['never, elsewhere', { where: ['acme'], who: { identities: ['acme/other'] } }],
  ['never, except for it', { except: ['acme/payments/ci'] }],
  ['only these', { rule: 'only', who: { identities: ['acme/payments/*'] } }],
  ['at least', { rule: 'atLeast', count: 1, where: ['acme/payments'] }],
  ['at least, except there', { rule: 'atLeast', count: 2, except: ['acme/**'] }],
])('an invariant that holds has no result: %s', (_, more) => {
  expect(summary(more)).toBeUndefined();
});

test.each([
  ['a uid of a single segment is a person', 'ad'.repeat(20), []],
  ['a uid in a group is a workload', `${'ad'.repeat(20)}/${'1'.repeat(16)}`, ['r']],
])('an identity that only a grant names: %s', (_, key, broken) => {
  const graph = createAccessGraph({
    groups: [{ key: root, name: 'acme' }],
    identities: [],
    roles: [builtInRole('owner')],
    grants: [{ key: 'grant', identity: key, role: 'owner', group: root }],
  });
  const { violations } = checkRule(rule({ who: { people: false } }), { ...organization('acme'), graph });
  expect(violations.map(() => 'r')).toEqual(broken);
});

test('too few holders are reported with their groups', () => {
  const more = { rule: 'atLeast', count: 1 } as const;
  expect(checkRule(rule(more), organization('acme')).violations).toEqual([
    { key: root, path: 'acme', text: 'fewer than 1 have role_bindings.* in acme', facts: 'acme', held: 0 },
  ]);
  expect(summary(more)).toBe('"r" does not hold: fewer than 1 have role_bindings.* in acme.');
});

test('without the name of the root group, no result is conclusive', () => {
  const { violations, inconclusive } = checkRule(rule({}), organization());
  expect([violations, inconclusive]).toEqual([[], [expect.objectContaining({ path: root, facts: root })]]);
  expect(summary({}, organization())).toBe(
    `"r" is inconclusive: no group matches acme/**, and the name of ${root} is unknown. Add its name to "names".`,
  );
});

describe('a violation names the grants to remove, and does not depend on their keys', () => {
  const READS = OWNER.filter((name) => name.endsWith('.list'));
  const GRANTS = ['role_bindings.create', 'role_bindings.delete'];
  const grants = (roles: Readonly<Record<string, readonly string[]>>, keys: readonly string[]): RuledOrganization => ({
    ...organization('acme'),
    graph: createAccessGraph({
      groups: [{ key: root, name: 'acme' }],
      identities: [{ key: 'ci', name: 'ci', group: root, assumption: 'claim_match' }],
      roles: Object.entries(roles).map(([name, capabilities]) => ({ key: name, name, capabilities })),
      grants: Object.keys(roles)
        .map((role, index) => ({ key: `${keys[index] ?? ''} ${role}`, identity: 'ci', role, group: root }))
        .sort((one, other) => (one.key < other.key ? -1 : 1)),
    }),
  });
  const owner = BUILT_IN_ROLES.find(({ name }) => name === 'owner')!.capabilities;
  const editor = BUILT_IN_ROLES.find(({ name }) => name === 'editor')!.capabilities;
  const rest = owner.filter((name) => !editor.includes(name));

  test.each<[string, Readonly<Record<string, readonly string[]>>, readonly string[], string, readonly string[]]>([
    ['owner, not editor', { editor, owner }, ['owner'], 'owner in acme', ['owner']],
    ['owner, not a reader', { auditor: READS, owner }, ['owner'], 'owner in acme', ['owner']],
    [
      'each role that is an owner alone',
      { editor, owner, root: owner },
      ['owner'],
      'owner in acme, root in acme',
      ['owner', 'root'],
    ],
    [
      'the role that changes access',
      { editor, rest },
      ['owner'],
      'rest in acme together with its other roles',
      ['rest'],
    ],
    [
      'all roles with the capability',
      { auditor: READS, a: GRANTS, b: GRANTS },
      ['role_bindings.create'],
      'a in acme, b in acme',
      ['a', 'b'],
    ],
  ])('%s', (_, roles, can, by, blamed) => {
    for (const keys of [
      ['1', '2', '3'],
      ['3', '2', '1'],
    ]) {
      const [violation] = checkRule(rule({ can }), grants(roles, keys)).violations;
      expect(violation?.text).toMatch(new RegExp(`, by ${by}$`));
      expect(violation?.key).toMatch(new RegExp(` ${blamed[0]!}$`));
      expect((violation?.facts as string[]).slice(2)).toEqual(blamed.flatMap((role) => [role, 'acme']));
    }
  });
});

describe('the name of a built-in role', () => {
  const parts = (roles: readonly (readonly string[])[], at: readonly string[]): RuledOrganization => ({
    ...organization('acme'),
    graph: createAccessGraph({
      groups: [
        { key: root, name: 'acme' },
        { key: 'payments', name: 'payments', parent: root },
        { key: 'cards', name: 'cards', parent: 'payments' },
      ],
      identities: [{ key: 'ci', name: 'ci', group: 'payments', assumption: 'claim_match' }],
      roles: roles.map((capabilities, index) => ({ key: `role${index}`, name: `role${index}`, capabilities })),
      grants: roles.map((_, index) => ({ key: `g${index}`, identity: 'ci', role: `role${index}`, group: at[index]! })),
    }),
  });
  const half = OWNER.length / 2;
  const halves = [OWNER.slice(0, half), OWNER.slice(half)];

  test('means all of its capabilities together, by any number of roles in groups above', () => {
    const owner = { can: ['owner'] };
    expect(summary(owner)).toBe('acme/payments/ci violates "r".');
    expect(summary(owner, parts(halves, ['payments', 'cards']))).toBe('acme/payments/ci violates "r".');
    expect(checkRule(rule(owner), parts(halves, ['payments', 'cards'])).violations[0]?.text).toBe(
      'acme/payments/ci has all capabilities of owner in acme/payments/cards, by role1 in acme/payments/cards together with its other roles',
    );
    expect(summary({ ...owner, where: ['acme/payments'] }, parts(halves, ['payments', 'cards']))).toBeUndefined();
    expect(summary(owner, parts([OWNER.slice(1)], ['payments']))).toBeUndefined();
  });

  test('counts for a minimum', () => {
    const owners = {
      rule: 'atLeast',
      count: 1,
      can: ['owner'],
      where: ['acme/payments', 'acme/payments/cards'],
    } as const;
    expect(summary(owners, parts(halves, ['payments', 'cards']))).toBe(
      '"r" does not hold: fewer than 1 have owner in acme/payments.',
    );
  });
});

test('people who can accept an invite do not satisfy a minimum', () => {
  const graph = createAccessGraph({
    groups: [{ key: root, name: 'acme' }],
    roles: [builtInRole('owner')],
    grants: [{ key: 'invite', source: 'group_invite', role: 'owner', group: root }],
  });
  expect(summary({ rule: 'atLeast', count: 1, where: ['acme'] }, { ...organization(), graph })).toBe(
    '"r" is inconclusive: fewer than 1 have role_bindings.* in acme, but acme has enough only if people accept an invite or sign in.',
  );
});

describe('people of an external group', () => {
  const mapped: RuledOrganization = {
    ...organization('acme'),
    graph: createAccessGraph({
      groups: [{ key: root, name: 'acme' }],
      roles: [builtInRole('owner'), builtInRole('viewer')],
      grants: [
        { key: 'staff', source: 'identity_provider', name: 'staff', role: 'viewer', group: root },
        ...['one', 'two'].map((key) => ({
          ...({ key, source: 'external_group_role_mapping', name: 'admins', provider: 'staff' } as const),
          ...{ role: key === 'one' ? 'owner' : 'viewer', group: root },
        })),
      ],
    }),
    issuers: new Map([['staff', 'https://login.example']]),
  };
  const path = 'acme/(anyone in the external group admins)';
  const violated = (more: Partial<Invariant>) =>
    checkRule(rule({ can: ['role_bindings.create'], ...more }), mapped).violations.map((violation) => violation.path);

  test.each([
    ['a name', 'ada@example.com'],
    ['a subject and a host', 'ada at login.example'],
    ['an account', { issuer: 'https://login.example', subject: 'ada' }],
    ['a pattern of people', '*@example.com'],
  ])('can be the person that a rule names by %s', (_, name) => {
    expect(violated({ who: { identities: [name] } })).toEqual([path]);
    expect(violated({ who: { identities: [name] }, except: [path] })).toEqual([]);
    expect(violated({ rule: 'only', who: { identities: [name] } })).toEqual([path]);
  });

  test('are not a workload that a rule names', () => {
    expect(violated({ who: { identities: ['acme/ci'] } })).toEqual([]);
  });

  test('sign in with the issuer of their identity provider', () => {
    expect(violated({ rule: 'only', who: { issuers: ['https://login.example'] } })).toEqual([]);
    expect(violated({ rule: 'only', who: { issuers: ['https://login.evil'] } })).toEqual([path]);
  });

  test('have the capabilities of all of their mappings, and of signing in', () => {
    expect(mapped.graph.identity(path).grants.map(({ key }) => key)).toEqual(['one', 'two', 'staff']);
  });
});
