import { parseOidcTokenRequest } from '../../../src/emulator/administration/oidc-token-request';

test('a request has a subject, and may have an audience, claims and a lifetime', () => {
  const request = { subject: 'ci', audience: 'api', claims: { ref: 'main' }, lifetimeSeconds: 86_400 };
  expect(parseOidcTokenRequest(request)).toEqual(request);
  expect(parseOidcTokenRequest({ subject: 'ci' })).toEqual({ subject: 'ci' });
});

test.each([
  [{}, /^subject: /],
  [{ subject: '' }, /^subject: /],
  [{ subject: 'ci', lifetimeSeconds: 86_401 }, /^lifetimeSeconds: /],
  [{ subject: 'ci', aud: 'api' }, /aud/],
])('%j is rejected with the name of its field', (request, message) => {
  expect(() => parseOidcTokenRequest(request)).toThrow(message);
});
