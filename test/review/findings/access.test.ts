import { headline } from '../../../src/review/formats/sentences/headline';
import { readPlan, reviewPlans } from '../../../src/review';
import { corpusTexts, reviewOf } from '../corpus';
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

test('a person is no thing, and an issuer that nobody else has is named', () => {
  const [{ name, text }] = corpusTexts('person-of-another-issuer') as [{ name: string; text: string }];
  const reasonWith = (issuer?: string) => {
    const plan = JSON.parse(text) as {
      prior_state: { values: { root_module: { resources: { address: string; values: object }[] } } };
    };
    const { resources } = plan.prior_state.values.root_module;
    const ada = resources.find(({ address }) => address === 'data.platform_identity.ada')!;
    const bob = { ...ada.values, issuer, subject: 'bob', uid: 'b0b0'.repeat(10) };
    if (issuer !== undefined) resources.push({ ...ada, address: 'data.platform_identity.bob', values: bob });
    const { findings } = reviewPlans([readPlan(JSON.stringify(plan), name)]);
    return findings.find(({ id }) => id === 'owner-gained')?.reason;
  };
  const reason =
    'ada at login.example.com becomes an owner of acme/payments and 1 group beneath: they can grant and revoke access there.';
  expect(reasonWith('https://login.acme.example')).toBe(
    `${reason} No other known identity has the issuer login.example.com.`,
  );
  expect(reasonWith('https://login.example.com')).toBe(reason);
  expect(reasonWith()).toBe(reason);
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
