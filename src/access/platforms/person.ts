/** A person, by the account that they sign in with. */
import { string } from '../../model/schema';
import { audienceText, broadFields, given, issuerUrl, type BroadTrustProps, type Platform } from './platform';
import { ANY_UUID, anySubject, NAME_ONE, UUID, withClaims, type Issuer } from './issuer';

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
  reaches: [{ id: 'anybody', who: 'an account at the public Sigstore', shapes: ['account'] }],
};

/** A tenant of Auth0. */
const auth0Tokens: Issuer = {
  id: 'auth0',
  name: 'Auth0',
  documentation: [
    'https://auth0.com/docs/get-started/applications/configure-applications-with-oidc-discovery',
    'https://auth0.com/docs/manage-users/user-accounts/identify-users',
    'https://auth0.com/docs/secure/tokens/access-tokens/access-token-profiles',
  ],
  variables: {
    tenant: { is: '[a-z0-9]+(-[a-z0-9]+)*(\\.[a-z]{2})?' },
    account: { is: '[^\\x00-\\x20\\x7f]+' },
    connection: { is: '[0-9A-Za-z-]+' },
    // Neither the accounts of a named enterprise connection nor those of a named domain: an organization decides who gets one.
    user: { is: '[^|@\\x00-\\x20\\x7f]+(@any-domain\\.example)?', ignoresCase: true },
    client: { is: '[0-9A-Za-z_-]+' },
  },
  shapes: withClaims(
    { iss: 'https://{tenant}.auth0.com/' },
    { account: { sub: '{account}' }, user: { sub: '{connection}|{user}' }, client: { sub: '{client}@clients' } },
  ),
  mustBeDeclared: true,
  review: NAME_ONE,
  reaches: [
    {
      ...{ id: 'anybody', who: 'any account of any tenant of Auth0' },
      ...{ shapes: ['account'], chooses: ['tenant'] },
    },
    anySubject(['user', 'client'], ['user', 'client']),
  ],
};

/** A user pool of AWS. */
const cognitoTokens: Issuer = {
  id: 'cognito',
  name: 'Amazon Cognito',
  documentation: [
    'https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html',
    'https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html',
  ],
  variables: {
    region: { is: '[a-z]+(-[a-z]+)+-[0-9]' },
    pool: { is: '[0-9A-Za-z_-]+' },
    account: UUID,
    // Most patterns accept it, which is faster to find than nine accounts.
    another: { is: ANY_UUID },
    client: { is: '[0-9a-z]{26}' },
  },
  shapes: withClaims(
    { iss: 'https://cognito-idp.{region}.amazonaws.com/{pool}' },
    { account: { sub: '{account}' }, another: { sub: '{another}' }, client: { sub: '{client}' } },
  ),
  mustBeDeclared: true,
  review: NAME_ONE,
  reaches: [
    {
      ...{ id: 'anybody', who: 'any account of any user pool of Amazon Cognito' },
      ...{ shapes: ['account', 'client'], chooses: ['pool'] },
    },
    anySubject(['another', 'account', 'client'], ['account', 'client']),
  ],
};

/**
 * Accepts a person with a token of the issuer that they sign in with. To give a person a role, use `Identity.person`.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#IDToken
 * @example
 * Trust.person({ issuer: 'https://login.acme.example', subject: '00u1a2b3c4' });
 */
export const person: Platform<PersonTrustProps> = {
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
  toProps: ({ claimMatch: { issuer = '', audience, subject } = {} }, { signInIssuers }) =>
    signInIssuers.includes(issuer) ? { issuer, subject, audience } : undefined,
  narrow: 'Name an issuer of your own organization',
};
