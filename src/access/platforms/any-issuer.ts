/** A custom issuer. It needs only a domain and a web page with keys, and issues any token for its owner. */
import { ANY_UUID, anySubject, NAME_ONE, NUMBER, OWN_HOST, UUID, type Issuer } from './issuer';

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
      shapes: ['usual', 'other'],
      chooses: ['domain'],
    },
  ],
};

/** An issuer with an unknown platform, for trust policies that accept every subject of it. */
export const unknownPlatform: Issuer = {
  id: 'unknown-platform',
  name: 'an issuer of an unknown platform',
  documentation: ['https://openid.net/specs/openid-connect-core-1_0.html#IDToken'],
  variables: {
    host: OWN_HOST,
    slash: { is: '/?' },
    // The ids that servers generate: a UUID, a number, one of Okta, and hexadecimal digits.
    id: { is: `${UUID.is}|${NUMBER.is}|(00u|0oa)[0-9A-Za-z]{17}|[0-9a-f]{24,64}` },
    // Names that nobody means: a pattern that accepts one accepts every name of this form.
    name: { is: `any-subject|anysubject|${ANY_UUID}|any\\.subject@any-domain\\.example` },
  },
  shapes: {
    name: { iss: 'https://{host}{slash}', sub: '{name}' },
    id: { iss: 'https://{host}{slash}', sub: '{id}' },
  },
  mustBeDeclared: true,
  review: NAME_ONE,
  reaches: [anySubject(['name', 'id'], ['id'])],
};
