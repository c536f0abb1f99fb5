import type { ReviewConfiguration } from '../../../src/review';
import { reviewOf } from '../corpus';

describe('new access', () => {
  const gained = (plan: string, noNewAccess: ReviewConfiguration['noNewAccess']) =>
    reviewOf(plan, { configuration: { noNewAccess } })
      .findings.filter(({ id }) => id === 'access-gained')
      .map(({ severity, subject }) => `${severity} ${subject}`);

  test('is a low finding, unless another finding reports the same access', () => {
    expect(gained('open-identity-gains', undefined)).toEqual(['low acme/payments/ci in acme/shop']);
    expect(gained('owner-added', undefined)).toEqual([]);
    expect(gained('nothing-to-do', true)).toEqual([]);
  });

  test('by a built-in role is named with what the role allows', () => {
    const [finding] = reviewOf('open-identity-gains').findings.filter(({ id }) => id === 'access-gained');
    expect(finding?.reason).toBe('acme/payments/ci gains editor (can write, 15 capabilities) in acme/shop.');
  });

  test.each<[string, ReviewConfiguration['noNewAccess'], string[]]>([
    ['owner-added', true, ['high acme/payments/ci in acme/payments']],
    [
      'owner-added',
      [{ can: ['role_bindings.*'], where: ['acme/payments/**'] }],
      ['high acme/payments/ci in acme/payments'],
    ],
    // The group is beneath the group of the grant.
    ['owner-added', [{ where: ['acme/payments/checkout'] }], ['high acme/payments/ci in acme/payments']],
    // An owner also holds the capabilities that this package does not know.
    ['owner-added', [{ can: ['figs.*'] }], ['high acme/payments/ci in acme/payments']],
    ['owner-added', [{ can: ['role_bindings.*'], where: ['acme/shop/**'] }], []],
    ['owner-removed', true, []],
  ])('in %s with %j', (plan, limits, expected) => {
    expect(gained(plan, limits)).toEqual(expected);
  });

  test('includes a wider trust policy of an identity with access there', () => {
    expect(gained('claim-any-branch', true)).toEqual(['high acme/payments/ci']);
    expect(gained('claim-any-branch', [{ where: ['acme/nowhere'] }])).toEqual([]);
  });

  test('counts a group whose path is unknown', () => {
    expect(gained('root-by-uid-alone', [{ where: ['acme/prod/**'] }])[0]).toMatch(/^high /);
  });
});
