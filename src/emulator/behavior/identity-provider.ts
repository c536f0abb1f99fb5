/** Identity providers: the default role is a grant (contract A5), and mappings keep the provider (K9). */
import { externalGroupRoleMapping } from '../../resources';
import type { Behavior } from '../service/behavior';
import { mayList } from '../service/record';
import { equal } from '../store/selection';
import { failedPrecondition } from '../wire/errors';
import { checkGrant } from './role';

export const identityProviderBehavior: Behavior = {
  check: ({ caller, after }, context) => {
    const field = 'defaultRole';
    checkGrant(context, { caller, field, roleUid: String(after.values[field]), scope: String(after.parent) });
  },
  checkDelete: ({ uid }, caller, context) => {
    const mappings = context.store.find(externalGroupRoleMapping.kind, [equal('identityProviderUid', uid)]);
    if (mappings.length === 0) return;
    const shown = mappings.find((mapping) => mayList(context, caller, externalGroupRoleMapping, mapping.uid));
    const by = shown === undefined ? 'a mapping that the caller must not list' : `mapping ${shown.uid}`;
    throw failedPrecondition('RESOURCE_IN_USE', `cannot delete identity provider used by ${by}`, uid);
  },
};
