/** A person, by the account that they sign in with. */
import { string } from '../../model/schema';
import { audienceText, broadFields, given, issuerUrl, type BroadTrustProps, type Platform } from './platform';
import { ANY_UUID, anySubject, NAME_ONE, UUID, type Issuer } from './issuer';

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

/** Anyone can sign in to the public Sigstore for free. A subject names one account, and nothing shows its owner. */
const sigstoreTokens: Issuer = {
  id: 'sigstore',
  name: 'the public Sigstore',
  documentation: ['https://docs.sigstore.dev/certificate_authority/oidc-in-fulcio/'],
  variables: { account: { is: '[^\\x00-\\x20\\x7f]+' } },
  platform: 'sigstore',
  ownerId: 'account',
  whose: { sub: 'account' },
  isPublic: true,
  shapes: { account: { iss: 'https://oauth2.sigstore.dev/auth', sub: '{account}' } },
  reaches: [{ id: 'anybody', who: 'an account at the public Sigstore', outsider: true, shapes: ['account'] }],
};

/** A tenant of Auth0. */
const auth0Tokens: Issuer = {
  id: 'auth0',
  name: 'Auth0',
  documentation: ['https://auth0.com/docs/get-started/applications/configure-applications-with-oidc-discovery'],
  variables: { tenant: { is: '[a-z0-9]+(-[a-z0-9]+)*(\\.[a-z]{2})?' }, account: { is: '[^\\x00-\\x20\\x7f]+' } },
  shapes: { account: { iss: 'https://{tenant}.auth0.com/', sub: '{account}' } },
  mustBeDeclared: true,
  review: NAME_ONE,
  reaches: [
    {
      ...{ id: 'anybody', who: 'any account of any tenant of Auth0' },
      ...{ outsider: true, shapes: ['account'], chooses: ['tenant'] },
    },
    anySubject('account', 'auth0|any-subject', ['account']),
  ],
};

/** A user pool of AWS. */
const cognitoTokens: Issuer = {
  id: 'cognito',
  name: 'Amazon Cognito',
  documentation: [
    'https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html',
  ],
  variables: { region: { is: '[a-z]+(-[a-z]+)+-[0-9]' }, pool: { is: '[0-9A-Za-z_-]+' }, account: UUID },
  shapes: { account: { iss: 'https://cognito-idp.{region}.amazonaws.com/{pool}', sub: '{account}' } },
  mustBeDeclared: true,
  review: NAME_ONE,
  reaches: [
    {
      ...{ id: 'anybody', who: 'any account of any user pool of Amazon Cognito' },
      ...{ outsider: true, shapes: ['account'], chooses: ['pool'] },
    },
    anySubject('account', ANY_UUID, ['account']),
  ],
};

/**
 * Accepts a person with a token of the issuer that they sign in with. To give a person a role, use `Identity.person`.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#IDToken
 * @example
 * Trust.person({ issuer: 'https://login.acme.example', subject: '00u1a2b3c4' });
 */
export const person: Platform<Checked> = {
  place: 12,
  title: 'the issuer',
  issuers: [sigstoreTokens, auth0Tokens, cognitoTokens],
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
