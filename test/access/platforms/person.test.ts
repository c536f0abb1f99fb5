import { PLATFORMS } from '../../../src/access/trust';
import { mintsDocumentedTokens, reached } from './issuer-cases';
import { testTrusts } from './platform-cases';

testTrusts([
  {
    trust: { person: { issuer: 'https://login.acme.example', subject: '00u1a2b3c4' } },
    policy: { claimMatch: { issuer: 'https://login.acme.example', subject: '00u1a2b3c4' } },
    intended: { iss: 'https://login.acme.example', sub: '00u1a2b3c4' },
    others: [{ sub: '00u1a2b3c5' }],
  },
]);

mintsDocumentedTokens(PLATFORMS.person.issuers, [
  ['auth0', 'account', { iss: 'https://my-tenant.eu.auth0.com/', sub: 'auth0|5f7c8ec7c33c6c004bbafe82' }],
  [
    'cognito',
    'account',
    {
      iss: 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_example',
      sub: 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee',
    },
  ],
  ['sigstore', 'account', { iss: 'https://oauth2.sigstore.dev/auth', sub: 'ada@acme.example' }],
]);

it('Sigstore: anyone with an account, but no subject with a space', () => {
  const iss = { exact: 'https://oauth2.sigstore.dev/auth' };
  expect(reached({ iss, sub: { exact: 'ada@acme.example' } })).toEqual(['! anybody ada@acme.example']);
  expect(reached({ iss, sub: { exact: 'ada lovelace' } })).toEqual([]);
});
