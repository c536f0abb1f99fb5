import { obtainableTokens } from '../../../src/access/trust';
import { anyIssuer } from '../../../src/access/platforms/any-issuer';
import { reached } from './issuer-cases';

it('a pattern of issuers: anyone with such a domain, but nobody without one', () => {
  const sub = { exact: 'ci' };
  const [first] = obtainableTokens({ iss: { pattern: '^https://issuer.acme.com' }, sub }).obtainable;
  expect(first).toMatchObject({ reach: 'any-issuer', outsider: true, token: { sub: 'ci' } });
  expect(first!.token['iss']).toMatch(/^https:\/\/issuer.acme.com/);
  expect(first!.token['iss']).not.toMatch(/^https:\/\/issuer\.acme\.com(\/|$)/);
  expect(reached({ iss: { pattern: '^https://[a-z]+\\.acme\\.com$' }, sub })).toEqual([]);
});

it.each(['https://issuer.acme.com', 'https://acme.dev/oidc', 'https://a-b.acme.example/x/'])(
  'mints every claim of a token from %s, and assumes none',
  (iss) => {
    const match = { iss: { exact: iss }, sub: { exact: 'ci' }, team: { pattern: '^payments$' } };
    const ofTrusted = obtainableTokens(match, { issuers: [{ ...anyIssuer, reaches: [shapesOfAll] }] });
    expect(ofTrusted.obtainable[0]).toMatchObject({ token: { iss, sub: 'ci', team: 'payments' }, assumed: [] });
  },
);

it.each(['http://issuer.acme.com', 'https://acme', 'https://-acme.com', 'https://acme.com:8443'])(
  'has no issuer at %s',
  (iss) => {
    expect(obtainableTokens({ iss: { exact: iss } }, { issuers: [anyIssuer] }).issuers).toEqual([]);
  },
);

const shapesOfAll = { id: 'anybody', who: 'anybody', outsider: true, shapes: Object.keys(anyIssuer.shapes) } as const;
