import type { Invariant } from '../../../src/review';
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
