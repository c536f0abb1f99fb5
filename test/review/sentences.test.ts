/** What findings say, as people read it: whole sentences, of today's corpus. */
import { formatText } from '../../src/review';
import { corpusNames, reviewOf } from './corpus';

const reasonsOf = (plan: string, finding: string): string[] =>
  reviewOf(plan).findings.flatMap(({ id, reason }) => (id === finding ? [reason] : []));

test('who can assume an identity: until now, and from now on', () => {
  expect(reasonsOf('claim-any-branch', 'claim-widened')).toEqual([
    'More can assume acme/payments/ci: until now any workflow on branch main of acme/shop; from now on anyone who can push such a branch to the repository: GitHub Actions, subject like ^repo:acme/shop:ref:refs/heads/.+$.',
  ]);
  expect(reasonsOf('issuer-swapped', 'claim-widened')[0]).toMatch(
    /^Others can assume acme\/deployer, and nobody who could before: until now .+; from now on /,
  );
  expect(reasonsOf('example', 'claim-widened')[0]).toMatch(/\. This identity may change who can do what\.$/);
});

test('other keys look other', () => {
  const [reason = ''] = reasonsOf('keys-swapped', 'claim-widened');
  const [before, after] = [...reason.matchAll(/keys that are kept here \(SHA-256 ([0-9a-f]{8})…\)/g)].map(
    ([, hash]) => hash,
  );
  expect(before).toBeDefined();
  expect(after).not.toBe(before);
  const same = reasonsOf('keys-longer', 'claim-widened')[0]?.match(/SHA-256 [0-9a-f]{8}/g);
  expect(new Set(same).size).toBe(1);
});

test('what is deleted, with what goes along, before what is made of it', () => {
  expect(reasonsOf('identity-recreated', 'destroys')).toEqual([
    'The identity "acme/payments/ci" is deleted, with 1 object that depends on it, and made again: it gets another uid, and whatever refers to the old one breaks.',
  ]);
  expect(reasonsOf('group-again', 'destroys')).toEqual([
    'The group "acme/shop" is deleted and made again: it gets another uid, and whatever refers to the old one breaks.',
  ]);
});

test('what a plan alone leaves open is said with the way to close it, and with its plans for a review without', () => {
  const ways = corpusNames.flatMap((plan) => {
    const { plans } = reviewOf(plan);
    const isPaired = plans.every(({ reviewPlans = [] }) => reviewPlans.length > 0);
    return reasonsOf(plan, 'unresolved')
      .filter((reason) => reason.includes('cannot be told'))
      .map((reason) => [plan, isPaired, reason.includes('"platform-iac plan" makes plans for the review')] as const);
  });
  expect(ways.length).toBeGreaterThan(0);
  for (const [plan, isPaired, hasWay] of ways) expect({ plan, hasWay }).toEqual({ plan, hasWay: !isPaired });
});

test('the sign-in that changes says what of it', () => {
  expect(reasonsOf('default-role-changed', 'sign-in-opened')[0]).toMatch(/: default_role is changed\.$/);
});

test('what is inherited is a sentence', () => {
  expect(formatText(reviewOf('example'))).toContain('2 identities inherit access in 1 deleted group');
});

test('every dangerous capability is named', () => {
  expect(reasonsOf('owner-added', 'owner-gained')).toEqual([
    'acme/payments/ci becomes an owner: it gains role_bindings, identity, identity_providers, roles, groups, account_associations (create, delete, update), group_invites (create, delete), everything else and 6 more in acme/payments and 1 group beneath.',
  ]);
});
