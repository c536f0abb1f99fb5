import { keysFingerprint, getTrustPolicy } from '../../../../src/review/access/assume/trust-policy';
import { DEFAULT_AUDIENCE, isTrustPolicyUnknown, UNKNOWN_VALUE } from '../../../../src/access/rules';
import type { Instance } from '../../../../src/review/organization/objects/objects';

const policyOf = (values: object, sensitive: Instance['sensitive'] = []) =>
  getTrustPolicy({ values, sensitive } as unknown as Instance);
const gitHub = { issuer: 'https://token.actions.githubusercontent.com', subject: 'repo:acme/shop:ref:refs/heads/main' };

test('reads the accepted tokens of claim_match', () => {
  expect(policyOf({ claim_match: { ...gitHub, claims: { actor: 'ada' } } })).toMatchObject({
    by: 'claim_match',
    match: { iss: { exact: gitHub.issuer }, sub: { exact: gitHub.subject }, aud: { exact: DEFAULT_AUDIENCE } },
    isSensitive: false,
    isUnknown: false,
  });
});

test('reads keys with their expiry', () => {
  const keys = { ...gitHub, issuer_keys: '{"keys":[]}', expiration_time: '2027-01-31T00:00:00Z' };
  expect(policyOf({ static_keys: keys })).toMatchObject({
    by: 'static_keys',
    rest: '{"keys":[]}',
    expires: '2027-01-31T00:00:00Z',
  });
});

test('reads callers of AWS and services', () => {
  expect(policyOf({ aws_identity: { aws_account: '123456789012', arn: 'arn:x', user_id: 'u' } })?.by).toBe(
    'aws_identity',
  );
  expect(policyOf({ service_principal: 'CATALOG' })).toMatchObject({ by: 'service_principal', rest: 'CATALOG' });
});

test('returns undefined for an identity without any', () => {
  expect(policyOf({ name: 'ci' })).toBeUndefined();
});

test('a subject that is known only after the apply makes the policy unknown; an expiry does not', () => {
  expect(policyOf({ claim_match: { ...gitHub, subject: UNKNOWN_VALUE } })?.isUnknown).toBe(true);
  expect(isTrustPolicyUnknown({ issuer: 'a', expiration_time: UNKNOWN_VALUE })).toBe(false);
  expect(policyOf({ claim_match: UNKNOWN_VALUE })).toMatchObject({
    by: 'claim_match',
    match: undefined,
    isUnknown: true,
  });
});

test('marks a policy with a sensitive part', () => {
  expect(policyOf({ claim_match: gitHub }, [{ claim_match: { subject: true } }])?.isSensitive).toBe(true);
});

test('shortens keys to a part of their hash', () => {
  expect(keysFingerprint('a')).toMatch(/^[0-9a-f]{8}…$/);
  expect(keysFingerprint('a')).not.toBe(keysFingerprint('b'));
});
