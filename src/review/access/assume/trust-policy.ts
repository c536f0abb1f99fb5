/** Reads the trust policy of an identity from the attributes of its resource. */
import { createHash } from 'node:crypto';
import { isObject, type Values } from '../../../api';
import { onceFor } from '../../../cache/once-for';
import { awsIdentityMatch, tokenMatch, type AwsIdentityFields, type ClaimMatchFields } from '../../../claims';
import { DEFAULT_AUDIENCE, type TrustPolicy } from '../../../rules';
import type { Instance } from '../../organization/objects/objects';
import { attribute, hasUnknown, isSensitive, textAttribute } from '../../input/plan/values';

/** Returns true if the conditions are unknown. An unknown expiry does not count. */
export function isTrustPolicyUnknown(value: unknown): boolean {
  if (!isObject(value)) return hasUnknown(value);
  return Object.entries(value).some(([name, inner]) => name !== 'expiration_time' && hasUnknown(inner));
}

/** Returns the trust policy of the identity, or undefined if none is known. */
export const trustPolicyOf = onceFor(({ values, sensitive }: Instance): TrustPolicy | undefined => {
  const read = (name: TrustPolicy['by']) => attribute(values, name);
  const policy = (by: TrustPolicy['by'], more: Partial<TrustPolicy>): TrustPolicy => ({
    by,
    match: undefined,
    rest: '',
    isSensitive: isSensitive(sensitive, by),
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
});

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

/** Returns the first digits of the SHA-256 of keys, because the keys are too long to show. */
export function keysFingerprint(keys: string): string {
  return `${createHash('sha256').update(keys).digest('hex').slice(0, 8)}…`;
}
