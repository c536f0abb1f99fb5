import { identityProvider } from '../../../src/model/kinds';
import { decidesAccess, hasRoots, isWriteOnly, servedFields, withVersions } from '../../../src/model/schema';
import { problemsWith } from './checked';

const client = { issuer: 'https://login.example.com', clientId: 'platform' };
const problemsOf = (oidc: Readonly<Record<string, unknown>>) => problemsWith(identityProvider, { oidc });

test('a sign-in is protected by a secret, by PKCE, or by both', () => {
  const unprotected = 'at least one of clientSecret, pkceEnabled must be given, found none';
  expect(problemsOf({ ...client, clientSecret: 's' })).toEqual([]);
  expect(problemsOf({ ...client, pkceEnabled: true })).toEqual([]);
  expect(problemsOf({ ...client, clientSecret: 's', pkceEnabled: true })).toEqual([]);
  expect(problemsOf(client)).toEqual([unprotected]);
  expect(problemsOf({ ...client, pkceEnabled: false })).toEqual([unprotected]);
  expect(problemsOf({ ...client, clientSecret: '' })).toEqual([unprotected]);
});

test.each(['http://login.example.com', 'login.example.com', 'https://', 'https://login.example.com\n'])(
  '%j is not the URL of an issuer',
  (issuer) => {
    expect(problemsOf({ ...client, pkceEnabled: true, issuer })).toEqual([
      'issuer must be a URL that begins with https://',
    ]);
  },
);

test('the URL of the issuer contains no password', () => {
  expect(problemsOf({ ...client, pkceEnabled: true, issuer: 'https://me:hunter2@login.example.com' })).toEqual([
    'issuer must not contain a user name or password',
  ]);
});

test('an identity provider without a client is refused', () => {
  expect(problemsWith(identityProvider, { oidc: undefined })).toEqual(['oidc is required']);
});

test('the secret is only sent, and has a version that shows a change', () => {
  const { oidc } = withVersions(identityProvider.fields);
  const inner = oidc?.type.is === 'message' ? oidc.type.fields : {};
  expect(Object.keys(inner).filter((name) => isWriteOnly(inner[name]!))).toEqual(['clientSecret']);
  expect(Object.keys(inner)).toContain('clientSecretWoVersion');
});

test('the rule for correlation is a field of the service that an update of the client never sends', () => {
  const { oidc } = servedFields(identityProvider);
  const served = oidc?.type.is === 'message' ? oidc.type.fields : {};
  expect(served['correlationRule']).toMatchObject({ isUnmanaged: true });
  expect(problemsOf({ ...client, pkceEnabled: true, correlationRule: 'CORRELATION_RULE_EMAIL' })).toEqual([
    'correlationRule is not a field that can be set here',
  ]);
});

test('people sign in to a root group, and the default role decides their access', () => {
  expect(identityProvider.parent?.is).toBe('rootGroup');
  expect(hasRoots(identityProvider)).toBe(false);
  expect(decidesAccess(identityProvider)).toBe(true);
});
