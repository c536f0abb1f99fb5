import { reviewOf } from '../../corpus';

test.each([
  ['aws:210987654321', true],
  ['aws:account=210987654321', true],
  ['aws:210987654322', false],
  ['aws:21098765432', false],
  ['aws:SERVICE_PRINCIPAL_INGESTER', false],
  ['google:210987654321', false],
])('the owner %s declares the AWS account 210987654321: %s', (owner, isDeclared) => {
  const { findings } = reviewOf('strangers', { configuration: { owners: [owner] } });
  const undeclared = findings.flatMap(({ cause }) => cause?.paste ?? []);
  const step = 'Only if this account is yours, add "aws:210987654321" to "owners".';
  expect(findings.some(({ reason }) => reason.endsWith(step))).toBe(!isDeclared);
  // The owners of all platforms are in one list.
  expect(undeclared).not.toContain('"trustedAccounts": ["210987654321"]');
  expect(undeclared).toContain('"trustedAccounts": ["SERVICE_PRINCIPAL_INGESTER"]');
  const [association] = reviewOf('foreign-account', { configuration: { owners: [owner] } }).findings;
  expect(association).toMatchObject({ id: 'account-associated', severity: isDeclared ? 'low' : 'high' });
});

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
    ...['acme/custom', 'acme/microsoft', 'acme/sigstore', 'acme/keys'],
  ]);
  expect(reviewOf('foreign-account', { configuration }).findings).toMatchObject([
    { id: 'account-associated', severity: 'low' },
  ]);
});

test('an outsider has the name of the undeclared party, and nothing else of the trust policy', () => {
  const outsiders = reviewOf('strangers').assume.flatMap((change) => change.outsiders);
  const unknown = outsiders.filter(({ token }) => token === undefined);
  expect(unknown.map(({ names }) => names)).toEqual(
    unknown.map(({ undeclared }) => (undeclared ? [undeclared.name] : [])),
  );
  expect(unknown.map(({ undeclared }) => undeclared === undefined)).toEqual(expect.arrayContaining([true, false]));
  for (const { who, undeclared } of unknown) expect(who).toContain(undeclared?.name ?? 'SHA-256');
});
