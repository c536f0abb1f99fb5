import { readPlan, reviewPlans, type Invariant, type ReviewConfiguration } from '../../../src/review';
import { PROVIDER_ADDRESS } from '../../../src/model/api';
import { editedPlan, type EditedObjects } from '../edited-plan';
import { reviewOf } from '../corpus';
import { rule } from './rule';

describe('a rule that names a missing object', () => {
  const idle = (more: Partial<Invariant>): readonly string[] =>
    reviewOf('owner-added', { configuration: rule(more) })
      .findings.filter(({ id }) => id === 'invariant-idle')
      .map(({ severity, subject, reason }) => `${severity} ${subject}: ${reason}`);

  test.each([
    [
      'a group',
      { where: ['acme/paymets/**'] },
      'the group acme/paymets/**, which does not exist. Did you mean acme/payments?',
    ],
    [
      'an identity',
      { who: { identities: ['acme/deploier'] } },
      'the identity acme/deploier, which does not exist. Did you mean acme/deployer?',
    ],
    [
      'a capability',
      { can: ['role_binding.create'] },
      'the capability role_binding.create, which does not exist. Did you mean role_bindings.create?',
    ],
    [
      'capabilities of a kind',
      { can: ['role_binding.*'] },
      'the capability role_binding.*, which does not exist. Did you mean role_bindings.*?',
    ],
  ] as const)('is reported if the name of %s is similar to another one', (_, more, expected) => {
    expect(idle(more)).toEqual([`low grants: "grants" names ${expected}`]);
  });

  test.each([
    ['existing objects', {}],
    ['a group without children', { where: ['acme/payments/*'] }],
    ['everything', { where: ['**'], can: ['*'] }],
    ['objects that another plan may contain', { where: ['acme/warehouse/**'], can: ['subscriptions.create'] }],
    ['a uid', { where: ['0123456789abcdef0123456789abcdef01234567'] }],
  ])('is not reported for %s', (_, more) => {
    expect(idle(more)).toEqual([]);
  });
});

test('a limit that names no group is reported', () => {
  const configuration = { noNewAccess: [{ where: ['acme/paymets/**'], can: ['role_binding.create'] }] };
  expect(reviewOf('owner-added', { configuration }).findings.filter(({ id }) => id === 'invariant-idle')).toHaveLength(
    2,
  );
});

/** The rules and the limit are broken by a change that gives `role_bindings.create`, in each representation. */
test.each([
  'role_bindings.create',
  'CAP_IAM_ROLE_BINDINGS_CREATE',
  'role_bindings.*',
  'CAP_IAM_ROLE_BINDINGS_*',
  '*_bindings.cr*',
])('a rule and a limit apply to %s', (capability) => {
  const configuration = { ...rule({ can: [capability] }), noNewAccess: [{ can: [capability] }] };
  const { findings } = reviewOf('owner-added', { configuration });
  expect(findings.map(({ id }) => id)).toEqual(expect.arrayContaining(['invariant-broken', 'access-gained']));
  expect(findings.filter(({ id }) => id === 'invariant-idle')).toEqual([]);
});

test.each([
  ['a text that is no capability', 'role bindings', 'medium'],
  ['a role in a limit, which nobody can gain as a capability', 'owner', 'medium'],
  ['a capability that is similar to another', 'role_binding.create', 'low'],
])('a limit with %s is reported', (_, capability, severity) => {
  const configuration = { noNewAccess: [{ can: [capability] }] };
  const idle = reviewOf('owner-added', { configuration }).findings.filter(({ id }) => id === 'invariant-idle');
  expect(idle.map((finding) => finding.severity)).toEqual([severity]);
});

describe('an issuer or a person that nothing has', () => {
  const idle = (configuration: ReviewConfiguration) =>
    reviewOf('owner-added', { configuration })
      .findings.filter(({ id }) => id === 'invariant-idle')
      .map(({ severity, reason }) => `${severity}: ${reason}`);
  const never = (issuer: string) => ({
    invariants: [{ ...rule({}).invariants![0]!, rule: 'never', who: { issuers: [issuer] } } as Invariant],
  });
  const token = (issuer: string): ReviewConfiguration => ({
    assertions: [{ name: 'no', token: { issuer, subject: 'x' }, cannot: ['groups.update'], where: ['acme'] }],
  });

  test.each([
    ['https://token.actions.githubusercontent.con', 'https://token.actions.githubusercontent.com'],
    ['https://token.actions.githubusercontent.com/', 'https://token.actions.githubusercontent.com'],
    ['https://gitlab.co', 'https://gitlab.com'],
  ])('%s is reported in a rule and in an assertion', (issuer, meant) => {
    const expected = `names the issuer ${issuer}, which does not exist. Did you mean ${meant}?`;
    expect(idle(never(issuer))).toEqual([`medium: "grants" ${expected}`]);
    expect(idle(token(issuer))).toEqual([`medium: "no" ${expected}`]);
  });

  test.each(['https://token.actions.githubusercontent.com', 'https://gitlab.com', 'https://login.other.example'])(
    '%s is not reported',
    (issuer) => {
      expect([...idle(never(issuer)), ...idle(token(issuer))]).toEqual([]);
    },
  );
});

test.each([
  ['adda', ['low: "no" names the person adda, which does not exist. Did you mean ada at login.example?']],
  ['ada', []],
  ['mallory', []],
])('the person %s of an assertion, where the plan shows ada', (person, expected) => {
  const uid = '0123456789abcdef0123456789abcdef01234567';
  const acme: EditedObjects = { acme: { type: 'group' } };
  const plan = JSON.parse(editedPlan(acme, { ...acme, shop: { type: 'group', in: 'acme' } })) as {
    prior_state: { values: { root_module: { resources: object[] } } };
  };
  plan.prior_state.values.root_module.resources.push({
    ...{ address: 'data.platform_identity.ada', mode: 'data', type: 'platform_identity', name: 'ada' },
    provider_name: PROVIDER_ADDRESS,
    values: { uid, issuer: 'https://login.example', subject: 'ada' },
  });
  const configuration: ReviewConfiguration = {
    assertions: [{ name: 'no', person, cannot: ['groups.update'], where: ['acme'] }],
  };
  const { findings } = reviewPlans([{ ...readPlan(JSON.stringify(plan), 'org'), reviews: [] }], { configuration });
  const idle = findings.filter(({ id }) => id === 'invariant-idle');
  expect(idle.map(({ severity, reason }) => `${severity}: ${reason}`)).toEqual(expected);
});
