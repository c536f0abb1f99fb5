/** A person, by the account that they sign in with. */
import { string } from '../../schema';
import { audienceText, broadFields, given, issuerUrl, type BroadTrustProps, type Platform } from '../platform';

/** The props of `Trust.person`. */
export interface PersonTrustProps extends BroadTrustProps {
  /** The URL of the issuer that the person signs in with. */
  readonly issuer: string;
  /** The subject of the person at the issuer. Use an immutable id: others can take over an e-mail address. */
  readonly subject: string;
  /**
   * The audience of the token: the client id of the application that the person signs in to.
   *
   * @default - the host name of the authentication service
   */
  readonly audience?: string;
}

interface Checked {
  readonly issuer: string;
  readonly subject: string;
  readonly audience?: string;
}

/** https://openid.net/specs/openid-connect-core-1_0.html#IDToken */
export const person: Platform<Checked> = {
  title: 'the issuer',
  fields: {
    issuer: issuerUrl('required'),
    subject: string(['required'], 'The subject of the person.'),
    audience: audienceText('optional'),
    ...broadFields,
  },
  computed: { issuer: 'https://login.example.com', subject: 'subject', audience: 'audience' },
  policy: ({ issuer, subject, audience }) => ({ claimMatch: { issuer, ...given({ audience }), subject } }),
  propsOf: ({ claimMatch: { issuer = '', audience, subject } = {} }, { signInIssuers }) =>
    signInIssuers.includes(issuer) ? { issuer, subject, audience } : undefined,
  narrow: 'Name an issuer of your own organization',
};
