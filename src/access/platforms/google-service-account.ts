/**
 * Google Cloud: a service account.
 *
 * Google: one issuer for service accounts and all its users. The subject is a number that is never reused.
 */
import { audienceText, broadFields, given, text, type BroadTrustProps, type Platform } from './platform';
import type { Issuer } from './issuer';

/** The props of `Trust.googleServiceAccount`. */
export interface GoogleServiceAccountTrustProps extends BroadTrustProps {
  /**
   * The numeric unique id of the service account, as text, because a number would be rounded:
   * `gcloud iam service-accounts describe EMAIL --format='value(uniqueId)'`
   */
  readonly uniqueId: string;
  /**
   * The audience that the workload requests.
   *
   * @default - the host name of the authentication service
   */
  readonly audience?: string;
}

const googleTokens: Issuer = {
  id: 'google',
  name: 'Google accounts',
  documentation: ['https://cloud.google.com/docs/authentication/token-types'],
  variables: { account: { is: '1[0-9]{20}' } },
  platform: 'google',
  ownerId: 'account',
  ownerInWords: ['account', 'Google account'],
  whose: { sub: 'account' },
  isPublic: true,
  shapes: { account: { iss: 'https://accounts.google.com', sub: '{account}' } },
  hasAllSubjects: true,
  furtherClaims: 'azp|email|email_verified|hd|name|given_name|family_name|picture|profile|locale|nonce|at_hash|google',
  reaches: [{ id: 'anybody', who: 'any Google account', shapes: ['account'], chooses: ['account'] }],
};

/**
 * Accepts workloads with a service account of Google Cloud.
 *
 * @see https://cloud.google.com/docs/authentication/token-types
 * @example
 * Trust.googleServiceAccount({ uniqueId: '111260650121245072906' });
 */
export const googleServiceAccount: Platform<GoogleServiceAccountTrustProps> = {
  place: 4,
  title: 'Google',
  issuers: [googleTokens],
  fields: {
    uniqueId: text('required', 'the 21 digits of a unique id in quotes, not an e-mail address', '1[0-9]{20}'),
    audience: audienceText('optional'),
    ...broadFields,
  },
  computed: { uniqueId: '111260650121245072906', audience: 'audience' },
  policy: ({ uniqueId, audience }) => ({
    claimMatch: { issuer: 'https://accounts.google.com', ...given({ audience }), subject: uniqueId },
  }),
  toProps: ({ claimMatch: { audience, subject } = {} }) => ({ uniqueId: subject, audience }),
  owners: ({ uniqueId }) => [`google:${uniqueId}`],
  narrow: 'Name one account',
};
