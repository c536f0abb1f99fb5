import type { ReviewConfiguration } from '../../../src/review';
import { reviewOf } from '../corpus';

test('an applying identity that loses access for the next plan is reported', () => {
  const lockout = (configuration: ReviewConfiguration) =>
    reviewOf('owner-removed', { configuration }).findings.filter(({ id }) => id === 'self-lockout');
  expect(lockout({ appliesAs: 'acme/payments/ci' })).toEqual([]);
  expect(lockout({ appliesAs: 'acme/deployer' }).map(({ reason }) => reason)).toEqual([
    'acme/deployer, the applying identity, loses role_bindings.delete. This plan or the next one needs it.',
  ]);
  const [gone] = reviewOf('destroy-all', { configuration: { appliesAs: 'acme/deployer' } }).findings;
  expect(gone).toMatchObject({ id: 'self-lockout', reason: 'The plan deletes acme/deployer, the applying identity.' });
});
