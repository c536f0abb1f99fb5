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
