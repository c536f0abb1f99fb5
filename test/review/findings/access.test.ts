import { headline } from '../../../src/review/formats/sentences/headline';
import { reviewOf } from '../corpus';
import { reviewEdit, trusts, type EditedObjects } from '../edited-plan';
import { reasonsOf } from './reasons';

test('a new owner can grant and revoke access', () => {
  expect(reasonsOf('owner-added', 'owner-gained')).toEqual([
    'acme/payments/ci becomes an owner of acme/payments and 1 group beneath: it can grant and revoke access there.',
  ]);
});

test('capabilities of owners that change no access are named, and are no administrative access', () => {
  const before: EditedObjects = {
    ...{ acme: { type: 'group' }, shop: { type: 'group', in: 'acme' } },
    pusher: { type: 'role', in: 'acme', values: { capabilities: ['tag.create', 'tag.update'] } },
    boss: { type: 'role', in: 'acme', values: { capabilities: ['role_bindings.create', 'tag.create'] } },
    a: { type: 'identity', in: 'shop', values: trusts('a') },
    b: { type: 'identity', in: 'shop', values: trusts('b') },
    c: { type: 'identity', in: 'shop', values: trusts('c') },
  };
  const binding = (who: string, role: string) => ({ type: 'role_binding', in: 'shop', identity: who, role });
  const report = reviewEdit(before, {
    ...before,
    ...{ a_pushes: binding('a', 'pusher'), b_pushes: binding('b', 'pusher'), c_rules: binding('c', 'boss') },
  });
  const reasons = report.findings.flatMap(({ id, reason }) => (id === 'owner-gained' ? [reason] : []));
  expect(reasons).toEqual([
    'acme/shop/a gains tag.create and tag.update (access that an editor lacks) in acme/shop.',
    'acme/shop/b gains tag.create and tag.update (access that an editor lacks) in acme/shop.',
    'acme/shop/c gains role_bindings.create and tag.create (administrative access) in acme/shop: it can change who has access there.',
  ]);
  expect(headline(report)).toContain('2 workloads gain tag.create and tag.update (access that an editor lacks).');
  expect(headline(report)).toContain('acme/shop/c gains role_bindings.create in acme/shop.');
});

test('a person is no thing', () => {
  expect(reasonsOf('person-of-another-issuer', 'owner-gained')).toEqual([
    'ada at login.example.com becomes an owner of acme/payments and 1 group beneath: they can grant and revoke access there.',
  ]);
});

test('a privilege escalation path with three steps is shown step by step', () => {
  const [finding] = reviewOf('escalation').findings.filter(({ id }) => id === 'escalation-path');
  expect(finding?.reason).toMatch(
    / in acme in 3 steps \(and on 1 other path\): first, it can change the trust policy of acme\/shop\/relay, which is acme\/helper in acme\.$/,
  );
  expect(finding?.witness).toBe(
    'acme/payments/ci changes the trust policy of acme/shop/relay (identity.update in acme/shop) → ' +
      'acme/shop/relay changes the trust policy of acme/deployer (identity.update in acme) → ' +
      'acme/deployer binds acme/payments/ci (role_bindings.create in acme)',
  );
});
