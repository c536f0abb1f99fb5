/** The trust policies that rules compare with tokens and issuers. */
import type { Assumption } from '../graph';
import { isObject, parseTimestamp, type Values } from '../../model/api';
import {
  awsIdentityMatch,
  tokenMatch,
  type AwsIdentityFields,
  type ClaimMatchFields,
  type TokenMatch,
} from '../claims';
import { attribute, hasUnknown, textAttribute } from './values';

/** The trust policy of an identity: how it is assumed. */
export interface IdentityTrustPolicy {
  readonly by: Exclude<Assumption, 'sign_in'>;
  /** The accepted tokens; `undefined` if the method uses no token. */
  readonly match: TokenMatch | undefined;
  /** Further conditions: keys, or the name of a service. */
  readonly rest: string;
  /** The expiry, as RFC 3339 text. */
  readonly expires?: string | undefined;
  /** True if it must not be shown. */
  readonly isSensitive: boolean;
  /** True if a part is unknown until apply. */
  readonly isUnknown: boolean;
}

/** Returns true if static keys have expired: nobody can assume the identity. */
export function hasExpiredKeys({ by, expires }: IdentityTrustPolicy, now: Date): boolean {
  const end = by === 'static_keys' && expires !== undefined ? parseTimestamp(expires) : undefined;
  return end !== undefined && end <= now;
}

/** Represents the default audience: the host name of the authentication service, which a plan does not contain (contract T5). */
export const DEFAULT_AUDIENCE = '(the host name of the authentication service)';

/** Returns true if the conditions are unknown. An unknown expiry does not count. */
export function isTrustPolicyUnknown(value: unknown): boolean {
  if (!isObject(value)) return hasUnknown(value);
  return Object.entries(value).some(([name, inner]) => name !== 'expiration_time' && hasUnknown(inner));
}

/**
 * Returns the trust policy in the attributes of an identity, or undefined if none is known.
 *
 * @param isSensitive returns true for a method whose attribute must not be shown
 */
export function readTrustPolicy(
  values: Values,
  isSensitive: (by: IdentityTrustPolicy['by']) => boolean = () => false,
): IdentityTrustPolicy | undefined {
  const read = (name: IdentityTrustPolicy['by']) => attribute(values, name);
  const policy = (by: IdentityTrustPolicy['by'], more: Partial<IdentityTrustPolicy>): IdentityTrustPolicy => ({
    by,
    match: undefined,
    rest: '',
    isSensitive: isSensitive(by),
    isUnknown: isTrustPolicyUnknown(read(by)),
    ...more,
  });
  const claims = read('claim_match');
  if (isObject(claims)) return policy('claim_match', { match: tokenMatch(claimFields(claims), DEFAULT_AUDIENCE) });
  const keys = read('static_keys');
  if (isObject(keys)) {
    const audiences = attribute(keys, 'audiences');
    const audience: unknown = Array.isArray(audiences) ? audiences[0] : undefined;
    return policy('static_keys', {
      match: tokenMatch({ ...claimFields(keys), ...text('audience', audience) }, DEFAULT_AUDIENCE),
      rest: textAttribute(keys, 'issuer_keys') ?? '',
      expires: textAttribute(keys, 'expiration_time'),
    });
  }
  const aws = read('aws_identity');
  if (isObject(aws)) return policy('aws_identity', { match: awsIdentityMatch(awsFields(aws)) });
  const service = read('service_principal');
  if (service !== undefined) return policy('service_principal', { rest: typeof service === 'string' ? service : '' });
  const [unknown] = (['claim_match', 'static_keys', 'aws_identity'] as const).filter((by) => read(by) !== undefined);
  return unknown && policy(unknown, {});
}

function claimFields(values: Values): ClaimMatchFields {
  const map = (name: string) => {
    const value = attribute(values, name);
    const texts = isObject(value) ? Object.entries(value).filter(([, inner]) => typeof inner === 'string') : [];
    return texts.length === 0 ? undefined : (Object.fromEntries(texts) as Record<string, string>);
  };
  return {
    issuer: textAttribute(values, 'issuer'),
    issuerPattern: textAttribute(values, 'issuer_pattern'),
    subject: textAttribute(values, 'subject'),
    subjectPattern: textAttribute(values, 'subject_pattern'),
    audience: textAttribute(values, 'audience'),
    audiencePattern: textAttribute(values, 'audience_pattern'),
    claims: map('claims'),
    claimPatterns: map('claim_patterns'),
  };
}

function awsFields(values: Values): AwsIdentityFields {
  return {
    awsAccount: textAttribute(values, 'aws_account'),
    arn: textAttribute(values, 'arn'),
    arnPattern: textAttribute(values, 'arn_pattern'),
    userId: textAttribute(values, 'user_id'),
    userIdPattern: textAttribute(values, 'user_id_pattern'),
  };
}

function text(name: string, value: unknown): object {
  return typeof value === 'string' && value !== '' ? { [name]: value } : {};
}
