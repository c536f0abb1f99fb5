import { findPublicProvider } from '../../../src/access/trust';

test.each([
  ['https://accounts.google.com', 'a Google account'],
  ['https://accounts.google.com/', 'a Google account'],
  ['https://login.microsoftonline.com/common/v2.0', 'a Microsoft account'],
  ['https://login.microsoftonline.com/Organizations', 'a Microsoft account'],
  ['https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0', 'a Microsoft account'],
  ['https://token.actions.githubusercontent.com', 'a GitHub account'],
  ['https://gitlab.com', 'a GitLab account'],
  ['https://oauth2.sigstore.dev/auth', 'an account at the public Sigstore'],
  ['https://api.bitbucket.org/2.0/workspaces/acme/pipelines-config/identity/oidc', 'an Atlassian account'],
])('anyone can open an account at %s', (issuer, account) => {
  expect(findPublicProvider(issuer)).toBe(account);
});

test.each([
  'https://login.microsoftonline.com/0123abcd-0000-0000-0000-000000000000/v2.0',
  'https://login.microsoftonline.com/commons',
  'https://gitlab.com.acme.example',
  'https://gitlab.acme.example',
  'https://accounts.google.com.evil.example',
  'http://accounts.google.com',
  undefined,
  7,
])('%s is not a public provider', (issuer) => {
  expect(findPublicProvider(issuer)).toBeUndefined();
});
