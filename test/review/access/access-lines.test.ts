import { reviewOf } from '../corpus';

test('a line counts the groups beneath, and names the cause of the access', () => {
  expect(reviewOf('owner-added').access.lines.gained).toMatchObject([
    { identity: 'acme/payments/ci', group: 'acme/payments', beneath: 1, roles: ['owner'], cause: 'granted' },
  ]);
  expect(reviewOf('owner-removed').access.lines.lost.map(({ cause }) => cause)).toEqual(['grant deleted']);
  expect(new Set(reviewOf('role-widened').access.lines.gained.map(({ cause }) => cause))).toEqual(
    new Set(['role widened']),
  );
});
