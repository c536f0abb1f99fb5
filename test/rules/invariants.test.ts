import { builtInRole, createAccessGraph } from '../../src/access';
import { checkInvariant, type Invariant, type RuledOrganization } from '../../src/rules';

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
});

const rule = (more: Partial<Invariant>): Invariant =>
  ({ name: 'r', rule: 'never', can: ['role_bindings.*'], where: ['acme/**'], reason: 'So.', ...more }) as Invariant;

test('an invariant that is broken has a witness and its grant', () => {
  expect(checkInvariant(rule({ who: { people: false } }), organization('acme'))).toMatchObject({
    isInconclusive: false,
    reason: 'acme/payments/ci violates "r".',
    evidence: [['acme/payments/ci', 'role_bindings.create', 'owner', 'acme/payments']],
    witness: 'acme/payments/ci has role_bindings.create in acme/payments, by owner in acme/payments',
    grant: { key: 'grant' },
  });
});

test.each<[string, Partial<Invariant>]>([
  ['never, for others', { who: { people: true } }],
  ['never, elsewhere', { where: ['acme'], who: { identities: ['acme/other'] } }],
  ['only these', { rule: 'only', who: { identities: ['acme/payments/*'] } }],
  ['at least', { rule: 'atLeast', count: 1, where: ['acme/payments'] }],
])('an invariant that holds has no result: %s', (_, more) => {
  expect(checkInvariant(rule(more), organization('acme'))).toBeUndefined();
});

test('too few holders are reported with their groups', () => {
  expect(checkInvariant(rule({ rule: 'atLeast', count: 1 }), organization('acme'))).toMatchObject({
    reason: '"r" does not hold: fewer than 1 have role_bindings.* in acme.',
    evidence: ['acme'],
  });
});

test('without the name of the root group, no result is conclusive', () => {
  expect(checkInvariant(rule({}), organization())).toEqual({
    isInconclusive: true,
    reason: expect.stringContaining(`no group matches acme/**, and the name of ${root} is unknown`) as string,
    evidence: root,
  });
});
