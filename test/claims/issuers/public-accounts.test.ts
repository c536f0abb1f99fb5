import { microsoftConsumers, sigstore } from '../../../src/claims/issuers/public-accounts';
import { mintsDocumentedTokens, reached } from './platform';

mintsDocumentedTokens(
  [microsoftConsumers, sigstore],
  [
    [
      'microsoft-consumers',
      'account',
      {
        iss: 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
        sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
        tid: '9188040d-6c67-4c5b-b112-36a304b66dad',
      },
    ],
    ['sigstore', 'account', { iss: 'https://oauth2.sigstore.dev/auth', sub: 'ada@acme.example' }],
  ],
);

it('Microsoft: anyone with an account, also if the rule names one account', () => {
  const tenant = '9188040d-6c67-4c5b-b112-36a304b66dad';
  const iss = { exact: `https://login.microsoftonline.com/${tenant}/v2.0` };
  expect(reached({ iss, sub: { exact: 'AAAA' } })).toEqual(['! anybody AAAA']);
  expect(reached({ iss, sub: { exact: 'AAAA' }, tid: { exact: 'another' } })).toEqual([]);
});

it('Sigstore: anyone with an account, but no subject with a space', () => {
  const iss = { exact: 'https://oauth2.sigstore.dev/auth' };
  expect(reached({ iss, sub: { exact: 'ada@acme.example' } })).toEqual(['! anybody ada@acme.example']);
  expect(reached({ iss, sub: { exact: 'ada lovelace' } })).toEqual([]);
});
