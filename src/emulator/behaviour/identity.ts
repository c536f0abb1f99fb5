/** Source: specification §2 Identity (`lastSeenTime`); not-shown "Resources", "Role delete, identity delete". */
import { parseTimestamp } from '../../api';
import { roleBinding } from '../../resources';
import { failedPrecondition, invalidField } from '../errors';
import type { Behaviour } from '../service';
import { equal, type StoredRecord } from '../store';

const relationshipTypes: Readonly<Record<string, string>> = {
  claimMatch: 'RELATIONSHIP_TYPE_CLAIM_MATCH',
  staticKeys: 'RELATIONSHIP_TYPE_STATIC',
  awsIdentity: 'RELATIONSHIP_TYPE_AWS_IDENTITY',
  servicePrincipal: 'RELATIONSHIP_TYPE_SERVICE_PRINCIPAL',
};

/** For how long static keys may be trusted. Milliseconds. */
const longestStaticKeysMs = 365 * 24 * 60 * 60 * 1000;

export const identityBehaviour: Behaviour = {
  initial: ({ createTime }) => ({ lastSeenTime: createTime }),
  derive: (values) => {
    const [, relationshipType] = Object.entries(relationshipTypes).find(([name]) => name in values) ?? [];
    return { relationshipType };
  },
  check: ({ before, after }, { clock }) => {
    const expirationTime = expirationOf(after);
    // An identity whose keys expired long ago can still be renamed.
    if (expirationTime === undefined || expirationTime === (before && expirationOf(before))) return;
    const latest = clock().getTime() + longestStaticKeysMs;
    if ((parseTimestamp(expirationTime)?.getTime() ?? 0) > latest)
      throw invalidField('staticKeys.expirationTime', 'expirationTime must be at most 365 days ahead');
  },
  checkDelete: ({ uid }, { store }) => {
    const [binding] = store.find(roleBinding.kind, [equal('identityUid', uid)]);
    if (binding !== undefined)
      throw failedPrecondition('RESOURCE_IN_USE', `cannot delete identity bound by role binding ${binding.uid}`, uid);
  },
};

function expirationOf({ values }: StoredRecord): string | undefined {
  return (values['staticKeys'] as { readonly expirationTime?: string } | undefined)?.expirationTime;
}
