import { PROVIDER_ADDRESS } from '../../../../src/model/api';
import { group, identity, identityProvider } from '../../../../src/model/kinds';
import { toAttributes, listedInstance } from '../../../../src/review/organization/objects/listed';

const root = 'c0ffee'.repeat(7).slice(0, 40);
const uid = `${root}/${'1'.repeat(16)}`;

test('an object of the API has the attributes of a data source, with its parent from its uid', () => {
  expect(toAttributes(group, { uid, name: 'shop', description: 'x', other: 1 })).toEqual(
    expect.objectContaining({ uid, name: 'shop', description: 'x' }),
  );
  expect(toAttributes(identity, { uid: `${uid}/${'2'.repeat(16)}`, name: 'ci' })).toMatchObject({ group_uid: uid });
  expect(toAttributes(group, { uid, name: 'shop', other: 1 })).not.toHaveProperty('other');
});

test('names are converted field by field, and keys of maps stay', () => {
  const claimMatch = { issuer: 'https://a.example', subject: 'ci', claims: { someClaim: 'x' } };
  expect(toAttributes(identity, { uid: `${uid}/${'2'.repeat(16)}`, name: 'ci', claimMatch })['claim_match']).toEqual({
    issuer: 'https://a.example',
    subject: 'ci',
    claims: { someClaim: 'x' },
  });
});

test('default values within a message are absent, as in a configuration', () => {
  const claimMatch = { issuer: 'https://a.example', subject: 'ci', claims: {}, audience: '' };
  expect(toAttributes(identity, { uid, name: 'ci', claimMatch })['claim_match']).toEqual({
    issuer: 'https://a.example',
    subject: 'ci',
  });
});

test('no secret is among the attributes', () => {
  const oidc = { issuer: 'https://a.example', clientId: 'c', clientSecret: 'hunter2' };
  expect(JSON.stringify(toAttributes(identityProvider, { uid, name: 'x', oidc }))).not.toContain('hunter2');
});

test('an instance is one of a data source with the uid in its address', () => {
  expect(listedInstance(group, { uid, name: 'shop' })).toMatchObject({
    address: `platform_group ${uid}`,
    type: 'platform_group',
    provider: PROVIDER_ADDRESS,
    mode: 'data',
  });
});
