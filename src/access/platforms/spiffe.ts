/** SPIFFE: a workload with a JWT-SVID. */
import { audienceText, broadFields, given, issuerUrl, text, type BroadTrustProps, type Platform } from './platform';

/** The props of `Trust.spiffe`. */
export interface SpiffeTrustProps extends BroadTrustProps {
  /** The SPIFFE ID of the workload: `spiffe://acme.example/shop/deployer`. */
  readonly id: string;
  /** The issuer of the trust domain: `jwt_issuer` of SPIRE. */
  readonly issuer: string;
  /**
   * The audience that the workload requests.
   *
   * @default - the host name of the authentication service
   */
  readonly audience?: string;
}

/**
 * Accepts a workload with a JWT-SVID of SPIFFE.
 *
 * @see https://github.com/spiffe/spiffe/blob/main/standards/JWT-SVID.md
 * @example
 * Trust.spiffe({ id: 'spiffe://acme.example/shop/deployer', issuer: 'https://spire.acme.example' });
 */
export const spiffe: Platform<SpiffeTrustProps> = {
  place: 11,
  title: 'SPIFFE',
  issuers: [],
  fields: {
    id: text(
      'required',
      'a SPIFFE ID like spiffe://acme.example/shop/deployer',
      'spiffe://[a-z0-9._-]{1,255}(?:/(?!\\.{1,2}(?:/|$))[0-9A-Za-z._-]+)+',
    ),
    issuer: issuerUrl('required'),
    audience: audienceText('optional'),
    ...broadFields,
  },
  computed: { id: 'spiffe://acme.example/shop/deployer', issuer: 'https://spire.example.com', audience: 'audience' },
  policy: ({ id, issuer, audience }) => ({ claimMatch: { issuer, ...given({ audience }), subject: id } }),
  toProps: ({ claimMatch: { issuer, audience, subject } = {} }) => ({ id: subject, issuer, audience }),
  narrow: 'Name an issuer of your own',
};
