/** Reads the trust policy of an identity from its instance in a plan. */
import { createHash } from 'node:crypto';
import { onceFor } from '../../../base/cache/once-for';
import type { TokenMatch } from '../../../access/claims';
import { identity } from '../../../model/kinds';
import { readTrustPolicy, type IdentityTrustPolicy } from '../../../access/rules';
import type { Instance, Objects } from '../../organization/objects/objects';
import { isSensitive } from '../../input/plan/values';

/** Returns the trust policy of the identity, or undefined if none is known. */
export const getTrustPolicy = onceFor(({ values, sensitive }: Instance): IdentityTrustPolicy | undefined =>
  readTrustPolicy(values, (by) => isSensitive(sensitive, by)),
);

/** Returns the first digits of the SHA-256 of keys, because the keys are too long to show. */
export function keysFingerprint(keys: string): string {
  return `${createHash('sha256').update(keys).digest('hex').slice(0, 8)}…`;
}

/** Returns the tokens that the identities accept from their issuers. */
export function getMatches(objects: Objects): TokenMatch[] {
  return [...objects.values()].flatMap(({ declaration, instances: [instance] }) => {
    const policy = declaration === identity ? getTrustPolicy(instance) : undefined;
    return policy?.by === 'claim_match' && !policy.isUnknown && policy.match !== undefined ? [policy.match] : [];
  });
}
