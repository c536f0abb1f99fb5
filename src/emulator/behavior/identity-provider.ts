/** Identity providers: one in a root group (contract C1), its default role is a grant (A5), and mappings keep it (K9). */
import { externalGroupRoleMapping } from '../../resources';
import type { Behavior } from '../service/behavior';
import { mayList } from '../service/record';
import { equal } from '../store/selection';
import { alreadyExists, failedPrecondition } from '../wire/errors';
import { checkGrant } from './role';

export const identityProviderBehavior: Behavior = {
  check: ({ declaration, caller, before, after }, context) => {
    const scope = String(after.parent);
    const field = 'defaultRole';
    checkGrant(context, { caller, field, roleUid: String(after.values[field]), scope });
    if (before !== undefined) return;
    const [other] = context.store.find(declaration.kind, [equal('parent', scope)]);
    if (other === undefined) return;
    throw mayList(context, caller, declaration, other.uid)
      ? alreadyExists(declaration, other.uid, `the root group has identity provider ${other.name}`)
      : alreadyExists(declaration, '', 'the root group has an identity provider');
  },
  checkDelete: ({ uid }, caller, context) => {
    const mappings = context.store.find(externalGroupRoleMapping.kind, [equal('identityProviderUid', uid)]);
    if (mappings.length === 0) return;
    const shown = mappings.find((mapping) => mayList(context, caller, externalGroupRoleMapping, mapping.uid));
    const by = shown === undefined ? 'a mapping that the caller must not list' : `mapping ${shown.uid}`;
    throw failedPrecondition('RESOURCE_IN_USE', `cannot delete identity provider used by ${by}`, uid);
  },
};
