import { reviewOf } from '../../corpus';

test('declared issuers and accounts are not external, except for keys and public accounts', () => {
  const configuration = {
    trustedIssuers: [
      'https://tokens.example.net',
      'https://oauth2.sigstore.dev/auth',
      'https://token.actions.githubusercontent.com',
    ],
    trustedAccounts: ['210987654321', 'SERVICE_PRINCIPAL_INGESTER'],
  };
  const external = reviewOf('strangers', { configuration }).findings.filter(({ id }) => id === 'outsider-can-assume');
  expect(external.map(({ subject }) => subject)).toEqual([
    ...['acme/custom', 'acme/keys', 'acme/microsoft', 'acme/sigstore'],
  ]);
  expect(reviewOf('foreign-account', { configuration }).findings).toMatchObject([
    { id: 'account-associated', severity: 'low' },
  ]);
});
