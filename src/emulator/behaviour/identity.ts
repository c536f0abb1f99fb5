/** Source: specification §2 Identity (`lastSeenTime`); not-shown "Resources", "Role delete, identity delete". */
import { roleBinding } from '../../resources';
import { failedPrecondition } from '../errors';
import type { Behaviour } from '../service';
import { equal } from '../store';

const relationshipTypes: Readonly<Record<string, string>> = {
  claimMatch: 'RELATIONSHIP_TYPE_CLAIM_MATCH',
  staticKeys: 'RELATIONSHIP_TYPE_STATIC',
  awsIdentity: 'RELATIONSHIP_TYPE_AWS_IDENTITY',
  servicePrincipal: 'RELATIONSHIP_TYPE_SERVICE_PRINCIPAL',
};

export const identityBehaviour: Behaviour = {
  initial: ({ createTime }) => ({ lastSeenTime: createTime }),
  derive: (values) => {
    const [, relationshipType] = Object.entries(relationshipTypes).find(([name]) => name in values) ?? [];
    return { relationshipType };
  },
  checkDelete: ({ uid }, { store }) => {
    const [binding] = store.find(roleBinding.kind, [equal('identityUid', uid)]);
    if (binding !== undefined)
      throw failedPrecondition('RESOURCE_IN_USE', `cannot delete identity bound by role binding ${binding.uid}`, uid);
  },
};
