/** Tests the sentences of findings in the corpus. */
import { formatText } from '../../src/review';
import { corpusNames, reviewOf } from './corpus';

const reasonsOf = (plan: string, finding: string): string[] =>
  reviewOf(plan).findings.flatMap(({ id, reason }) => (id === finding ? [reason] : []));

test('a wider trust policy is shown before and after', () => {
  expect(reasonsOf('claim-any-branch', 'claim-widened')).toEqual([
    'More workloads can assume acme/payments/ci. Before: any workflow on branch main of acme/shop. After: anyone who can push a matching branch to the repository: GitHub Actions, subject like ^repo:acme/shop:ref:refs/heads/.+$.',
  ]);
  expect(reasonsOf('issuer-swapped', 'claim-widened')[0]).toMatch(
    /^Only other workloads can assume acme\/deployer\. Before: .+\. After: /,
  );
  expect(reasonsOf('example', 'claim-widened')[0]).toMatch(/\. This identity can change access\.$/);
});

test('different keys have different texts', () => {
  const [reason = ''] = reasonsOf('keys-swapped', 'claim-widened');
  const [before, after] = [...reason.matchAll(/\(static keys, SHA-256 ([0-9a-f]{8})…\)/g)].map(([, hash]) => hash);
  expect(before).toBeDefined();
  expect(after).not.toBe(before);
  const same = reasonsOf('keys-longer', 'claim-widened')[0]?.match(/SHA-256 [0-9a-f]{8}/g);
  expect(new Set(same).size).toBe(1);
});

test('a deletion shows its dependents, and then the recreated object', () => {
  expect(reasonsOf('identity-recreated', 'destroys')).toEqual([
    'The identity "acme/payments/ci" is deleted, with 1 object that depends on it, and recreated: it gets another uid, and references to the old uid break.',
  ]);
  expect(reasonsOf('group-again', 'destroys')).toEqual([
    'The group "acme/shop" is deleted and recreated: it gets another uid, and references to the old uid break.',
  ]);
});

test('an unknown value is reported with the next step if the plan has no review plans', () => {
  const ways = corpusNames.flatMap((plan) => {
    const { plans } = reviewOf(plan);
    const isPaired = plans.every(({ reviewPlans = [] }) => reviewPlans.length > 0);
    return reasonsOf(plan, 'unresolved')
      .filter((reason) => reason.includes('Cannot resolve'))
      .map((reason) => [plan, isPaired, reason.includes('Create the plan with "platform-iac plan"')] as const);
  });
  expect(ways.length).toBeGreaterThan(0);
  for (const [plan, isPaired, hasWay] of ways) expect({ plan, hasWay }).toEqual({ plan, hasWay: !isPaired });
});

test('a changed sign-in shows the changed attributes', () => {
  expect(reasonsOf('default-role-changed', 'sign-in-opened')[0]).toMatch(/\. This plan changes default_role\.$/);
});

test('inherited access is one sentence', () => {
  expect(formatText(reviewOf('example'))).toContain('2 identities inherit access in 1 deleted group');
});

test('every dangerous capability is named', () => {
  expect(reasonsOf('owner-added', 'owner-gained')).toEqual([
    'acme/payments/ci becomes an owner: it gains role_bindings, identity, identity_providers, roles, groups, account_associations (create, delete, update), group_invites (create, delete), 6 more and all unknown capabilities in acme/payments and 1 group beneath.',
  ]);
});
