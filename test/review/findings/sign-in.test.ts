import { readPlan, reviewPlans } from '../../../src/review';
import { corpusTexts, reviewOf } from '../corpus';
import { reasonsOf } from './reasons';

test('a changed sign-in shows the changed attributes', () => {
  expect(reasonsOf('default-role-changed', 'sign-in-opened')[0]).toMatch(/\. This plan changes default_role\.$/);
});

test('a mapping shows the identity provider that decides who is in the external group', () => {
  const [reason] = reasonsOf('external-group-of-two-providers', 'sign-in-opened');
  expect(reason).toContain('Anyone in the external group "admins" has the role owner in acme.');
  expect(reason).toContain('The identity provider "staff" decides who is in the group.');
  expect(reviewOf('external-group-of-two-providers').mentioned).toEqual(expect.arrayContaining(['admins', 'staff']));
});

test('an accepted mapping is not accepted at another identity provider', () => {
  const { name, text } = corpusTexts('external-group-of-another-provider')[0]!;
  const [accepted, opened] = [text, text.replaceAll('partners', 'sellers')].map((plan) =>
    reviewPlans([readPlan(plan, name)]).findings.find(({ id }) => id === 'sign-in-opened'),
  );
  expect(opened!.subject).toBe(accepted!.subject);
  expect(opened!.fingerprint).not.toBe(accepted!.fingerprint);
});
