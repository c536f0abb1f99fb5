import { reviewOf } from '../corpus';

test('the finding about a secret shows where it is stored', () => {
  const reasons = reviewOf('invites').findings.flatMap(({ id, reason }) => (id === 'secret-created' ? [reason] : []));
  expect(reasons).toEqual([
    'The new group invite has a secret (code), which the state will contain, encrypted for the key in recipient_jwk.',
    'The new group invite has a secret (code), which is lost, because recipient_jwk is not set.',
  ]);
});
