/** A custom issuer. It needs only a domain and a web page with keys, and issues any token for its owner. */
import type { Issuer } from './issuer';

const LABEL = '[a-z0-9]+(-+[a-z0-9]+)*';

const address = 'https://{subdomains}{domain}.{topLevel}{path}';

export const anyIssuer: Issuer = {
  id: 'any-issuer',
  name: 'an issuer of their own',
  documentation: ['https://openid.net/specs/openid-connect-discovery-1_0.html'],
  variables: {
    subdomains: { is: `(${LABEL}\\.)*` },
    domain: { is: LABEL },
    topLevel: { is: 'com|net|org|io|dev|app|info|xyz' },
    otherTopLevel: { is: '[a-z]{2,}' },
    path: { is: '(/[0-9A-Za-z._~-]+)*/?' },
  },
  shapes: {
    usual: { iss: address },
    other: { iss: address.replace('topLevel', 'otherTopLevel') },
  },
  mintsAnything: true,
  mustBeDeclared: true,
  reaches: [
    {
      id: 'any-issuer',
      who: 'anyone who has a domain and a web page at such an address',
      outsider: true,
      shapes: ['usual', 'other'],
      chooses: ['domain'],
    },
  ],
};
