import { reviewOf } from '../corpus';
import { reasonsOf } from './reasons';

test('a new owner can grant and revoke access', () => {
  expect(reasonsOf('owner-added', 'owner-gained')).toEqual([
    'acme/payments/ci becomes an owner of acme/payments and 1 group beneath: it can grant and revoke access there.',
  ]);
});

test('a privilege escalation path with three steps is shown step by step', () => {
  const [finding] = reviewOf('escalation').findings.filter(({ id }) => id === 'escalation-path');
  expect(finding?.reason).toMatch(
    / in acme in 3 steps: first, it can change the trust policy of acme\/shop\/relay, which is acme\/helper in acme\.$/,
  );
  expect(finding?.witness).toBe(
    'acme/payments/ci changes the trust policy of acme/shop/relay (identity.update in acme/shop) → ' +
      'acme/shop/relay changes the trust policy of acme/deployer (identity.update in acme) → ' +
      'acme/deployer binds acme/payments/ci (role_bindings.create in acme)',
  );
});
