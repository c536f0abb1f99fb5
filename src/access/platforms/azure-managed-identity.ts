/** Azure: a managed identity, by its object in the tenant. */
import { integer, string } from '../../model/schema';
import { EXAMPLE_UUID, broadFields, uuid, type BroadTrustProps, type Platform } from './platform';
import { ANY_UUID, anySubject, NAME_ONE, UUID, type Issuer } from './issuer';

/** The props of `Trust.azureManagedIdentity`. */
export interface AzureManagedIdentityTrustProps extends BroadTrustProps {
  /** The UUID of the tenant. */
  readonly tenant: string;
  /** The object id of the managed identity (not its client id): `az identity show … --query principalId`. */
  readonly principalId: string;
  /**
   * The application that the workload requests a token for: its client id for tokens of version 2, its URI for version
   * 1.
   */
  readonly audience: string;
  /**
   * The version of the tokens of that application: `requestedAccessTokenVersion` in its manifest.
   *
   * @default 2
   */
  readonly tokenVersion?: 1 | 2;
}

/** Anyone can open a consumer account of Microsoft for free. A subject names one account, and nothing shows its owner. */
const consumerTokens: Issuer = {
  id: 'microsoft-consumers',
  name: 'consumer accounts of Microsoft',
  documentation: ['https://learn.microsoft.com/en-us/entra/identity-platform/id-token-claims-reference'],
  variables: { account: { is: '[^\\x00-\\x20\\x7f]+' } },
  platform: 'microsoft',
  ownerId: 'account',
  whose: { sub: 'account' },
  isPublic: true,
  shapes: {
    // The tenant of all consumer accounts.
    account: {
      iss: 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
      sub: '{account}',
      tid: '9188040d-6c67-4c5b-b112-36a304b66dad',
    },
  },
  reaches: [{ id: 'anybody', who: 'a consumer account of Microsoft', shapes: ['account'] }],
};

const second = {
  ...{ iss: 'https://login.microsoftonline.com/{tenant}/v2.0', tid: '{tenant}' },
  ...{ oid: '{object}', ver: '2.0' },
};
const first = { iss: 'https://sts.windows.net/{tenant}/', tid: '{tenant}', oid: '{object}', ver: '1.0' };

/** A tenant. Each version of its tokens has another issuer. */
const entraTokens: Issuer = {
  id: 'entra',
  name: 'Microsoft Entra ID',
  documentation: ['https://learn.microsoft.com/en-us/entra/identity-platform/access-token-claims-reference'],
  variables: {
    tenant: UUID,
    subject: { is: '[^\\x00-\\x20\\x7f]+' },
    // An application, or a user, whose subject differs for each application.
    account: { is: `${UUID.is}|[0-9A-Za-z_-]{43}` },
    // Most patterns accept it, which is faster to find than nine accounts.
    another: { is: ANY_UUID },
    object: UUID,
  },
  shapes: {
    second: { ...second, sub: '{subject}' },
    first: { ...first, sub: '{subject}' },
    secondOther: { ...second, sub: '{another}' },
    firstOther: { ...first, sub: '{another}' },
    secondAccount: { ...second, sub: '{account}' },
    firstAccount: { ...first, sub: '{account}' },
  },
  mustBeDeclared: true,
  review: NAME_ONE,
  reaches: [
    {
      id: 'anybody',
      who: 'any account of any tenant of Microsoft Entra ID',
      shapes: ['second', 'first'],
      chooses: ['tenant'],
    },
    anySubject(['secondOther', 'firstOther', 'secondAccount', 'firstAccount'], ['account']),
  ],
};

/**
 * Accepts workloads with a managed identity of Azure.
 *
 * @see https://learn.microsoft.com/en-us/entra/identity-platform/access-token-claims-reference
 * @example
 * Trust.azureManagedIdentity({
 *   tenant: '5f1c3b8e-2f0a-4f6b-9c55-6d1a4c1de001',
 *   principalId: '0d9a4e7c-1b9e-4a55-8a39-3f8f7e7b2002',
 *   audience: 'api://platform',
 *   tokenVersion: 1,
 * });
 */
export const azureManagedIdentity: Platform<AzureManagedIdentityTrustProps> = {
  place: 5,
  title: 'Microsoft Entra ID',
  issuers: [consumerTokens, entraTokens],
  fields: {
    tenant: uuid('required'),
    principalId: uuid('required'),
    audience: string(['required'], 'The application that the token is for.'),
    tokenVersion: integer(['optional'], 'The version of the tokens.', { min: 1, max: 2 }),
    ...broadFields,
  },
  computed: { tenant: EXAMPLE_UUID, principalId: EXAMPLE_UUID, audience: 'audience' },
  policy: ({ tenant, principalId, audience, tokenVersion }) => ({
    claimMatch: {
      issuer:
        tokenVersion === 1 ? `https://sts.windows.net/${tenant}/` : `https://login.microsoftonline.com/${tenant}/v2.0`,
      audience,
      subject: principalId,
    },
  }),
  toProps: ({ claimMatch: { issuer = '', audience, subject } = {} }) => {
    const [, first] = /^https:\/\/sts\.windows\.net\/(.+)\/$/.exec(issuer) ?? [];
    const [, second] = /^https:\/\/login\.microsoftonline\.com\/(.+)\/v2\.0$/.exec(issuer) ?? [];
    return { tenant: first ?? second, principalId: subject, audience, tokenVersion: first && 1 };
  },
  narrow: 'Name a tenant of your own',
};
