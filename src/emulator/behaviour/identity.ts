/** Identities: when they were last seen, how they can be assumed, and that a bound one stays (contract K3, D4). */
import { formatTimestamp, type Values } from '../../api';
import { RELATIONSHIP_TYPES, roleBinding, STATIC_KEYS_DAYS } from '../../resources';
import { failedPrecondition } from '../errors';
import type { Behaviour } from '../service/behaviour';
import { reference } from '../service/response';
import { equal } from '../store/conditions';
import type { StoredRecord } from '../store/row';

const dayMs = 24 * 60 * 60 * 1000;

export const identityBehaviour: Behaviour = {
  initial: ({ createTime }) => ({ lastSeenTime: createTime }),
  derive: (values) => {
    const [, relationshipType] = Object.entries(RELATIONSHIP_TYPES).find(([name]) => name in values) ?? [];
    return { relationshipType };
  },
  withServerDefaults: (values, { clock }) => {
    const { staticKeys } = values;
    if (typeof staticKeys !== 'object' || staticKeys === null || 'expirationTime' in staticKeys) return values;
    const expirationTime = formatTimestamp(new Date(clock().getTime() + STATIC_KEYS_DAYS * dayMs));
    return { ...values, staticKeys: { ...staticKeys, expirationTime } };
  },
  checkDelete: ({ uid }, { store }) => {
    const [binding] = store.find(roleBinding.kind, [equal('identityUid', uid)]);
    if (binding !== undefined)
      throw failedPrecondition('RESOURCE_IN_USE', `cannot delete identity bound by role binding ${binding.uid}`, uid);
  },
};

/** What a role binding shows of its identity: also whom it trusts; of a person who has not signed in yet, the account. */
export function identityReference(record: StoredRecord): Values {
  const { claimMatch, staticKeys, account, email } = record.values;
  const { issuer, subject } = (claimMatch ?? staticKeys ?? account ?? {}) as Values;
  return { ...reference(record), issuer, subject, email };
}
