import { identityProvider } from '../../../../src/model/kinds';
import { UNKNOWN_VALUE } from '../../../../src/review/input/plan/plan';
import type { Instance } from '../../../../src/review/organization/objects/objects';
import { readSignIn } from '../../../../src/review/organization/objects/sign-in';

const of = (oidc: unknown) => readSignIn({ declaration: identityProvider, values: { oidc } } as unknown as Instance);
const oidc = { issuer: 'https://login.example', client_id: 'a' };

test.each([null, '', [], undefined])('an unset member is the same in each form: %j', (unset) => {
  expect(of({ ...oidc, groups_claim: unset, additional_scopes: unset })).toEqual(of(oidc));
});

test('a value that is unknown until apply admits other people', () => {
  expect(of({ ...oidc, issuer: UNKNOWN_VALUE }).people).not.toBe(of(oidc).people);
  expect(of(UNKNOWN_VALUE).people).not.toBe(of(oidc).people);
});

test('the decisive attributes have the names of Terraform', () => {
  expect([...of(oidc).decisive.keys()].sort()).toEqual([
    'oidc.additional_scopes',
    'oidc.client_id',
    'oidc.groups_claim',
    'oidc.issuer',
  ]);
});
