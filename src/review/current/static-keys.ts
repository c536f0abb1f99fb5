/** Static keys without an expiry, or without use. */
import { parseTimestamp } from '../../model/api';
import { identity } from '../../model/kinds';
import { hasExpiredKeys } from '../../access/rules';
import type { Analysis } from '../access/analysis';
import { getTrustPolicy } from '../access/assume/trust-policy';
import { textAttribute } from '../input/plan/values';
import { UNUSED_DAYS } from '../questions/access-review';
import { wasUsed } from '../questions/rows';
import { declaredAt, type Finding } from '../findings/shared/finding';

/** Reports static keys that never expire, and those that nobody has used for a long time. */
export function staticKeysOpen({ matches, now }: Analysis): Finding[] {
  return matches.flatMap(({ declaration, after, pathAfter }): Finding[] => {
    const instance = declaration === identity ? after?.instances[0] : undefined;
    const policy = instance && getTrustPolicy(instance);
    if (instance === undefined || policy?.by !== 'static_keys' || hasExpiredKeys(policy, now)) return [];
    const [created, lastSeen] = ['create_time', 'last_seen_time'].map((name) => textAttribute(instance.values, name));
    const isUsed = wasUsed({ created, lastSeen });
    const since = parseTimestamp((isUsed === true ? lastSeen : created) ?? '');
    const isIdle =
      isUsed !== undefined && since !== undefined && now.getTime() - since.getTime() >= UNUSED_DAYS * DAY_MS;
    const facts = [
      ...(policy.expires === undefined ? ['never expire'] : []),
      ...(isIdle
        ? [isUsed ? `were last used at ${lastSeen}` : `have not been used since their creation at ${created}`]
        : []),
    ];
    if (facts.length === 0) return [];
    const subject = pathAfter ?? instance.key;
    return [
      {
        id: 'static-keys-open',
        severity: 'medium',
        subject,
        reason: `The static keys of ${subject} ${facts.join(', and they ')}: anyone with a private key can assume the identity.`,
        evidence: [policy, isIdle],
        identity: subject,
        ...declaredAt(instance),
      },
    ];
  });
}

const DAY_MS = 24 * 60 * 60 * 1000;
