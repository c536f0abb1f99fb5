/** Identity providers: the default role is a grant (contract A5), and mappings end with their provider (K9). */
import { externalGroupRoleMapping } from '../../model/kinds';
import type { KindBehavior } from '../service/kind-behavior';
import { equal } from '../store/selection';
import { checkGrant } from './role';

export const identityProviderBehavior: KindBehavior = {
  check: ({ caller, after }, context) => {
    const field = 'defaultRole';
    checkGrant(context, { caller, field, roleUid: String(after.values[field]), scope: String(after.parent) });
  },
  deleted: ({ uid }, { store }) => {
    for (const mapping of store.find(externalGroupRoleMapping.kind, [equal('parent', uid)]))
      store.remove(mapping.kind, mapping.uid);
  },
};
