/** Source: specification §2 Identity (`lastSeenTime`); not-shown "Resources", "Role delete, identity delete". */
import { formatTimestamp } from '../../api';
import { RELATIONSHIP_TYPES, roleBinding, STATIC_KEYS_DAYS } from '../../resources';
import { failedPrecondition } from '../errors';
import type { Behaviour } from '../service';
import { equal } from '../store';

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
