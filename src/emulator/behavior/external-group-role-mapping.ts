/**
 * Mappings from groups of an identity provider to roles: a group of the same organization as their scope, a role that can be
 * granted there (contract A5), and each combination once in an identity provider (K9).
 */
import { isUid, isWithin, rootUid } from '../../api';
import { externalGroupRoleMapping, group, identityProvider, movedMappingUid } from '../../resources';
import type { Behavior, Change, Context } from '../service/behavior';
import { mayList } from '../service/record';
import type { Store } from '../store/store';
import type { StoredRecord } from '../store/row';
import { equal } from '../store/selection';
import { alreadyExists, invalidField } from '../wire/errors';
import { checkGrant } from './role';

export const externalGroupRoleMappingBehavior: Behavior = {
  check: (change, context) => {
    const { caller, after } = change;
    const scope = scopeOf(change, context);
    checkGrant(context, { caller, field: 'roleUid', roleUid: String(after.values['roleUid']), scope });
    checkUnique(change, context);
  },
  expand: ({ parent }) => ({ identityProviderUid: parent }),
};

/** A group that the caller must not list is refused like one that does not exist (contract A9). */
function scopeOf({ caller, after }: Change, context: Context): string {
  const scope = String(after.values['scope']);
  const isUsable =
    context.store.get(group.kind, scope) !== undefined &&
    isWithin(scope, rootUid(after.uid)) &&
    mayList(context, caller, group, scope);
  if (!isUsable) throw invalidField('scope', `scope names no group of the organization: ${scope}`);
  return scope;
}

function checkUnique({ declaration, caller, after }: Change, context: Context): void {
  const same = declaration.naturalKey.map((name) => equal(name, String(after.values[name])));
  const [other] = context.store.find(declaration.kind, [equal('parent', String(after.parent)), ...same]);
  if (other === undefined) return;
  const description = 'the external group has this role in the scope';
  throw mayList(context, caller, declaration, other.uid)
    ? alreadyExists(declaration, other.uid, `${description} by ${other.uid}`)
    : alreadyExists(declaration, '', description);
}

/**
 * Moves mappings of earlier versions, which were stored in the group of their role, to their identity providers. The
 * provider for Terraform converts the uids in its states alike. Mappings without an identity provider granted nothing.
 */
export function moveFormerMappings(store: Store): void {
  const isFormer = ({ values }: StoredRecord) => values['externalGroup'] !== undefined;
  for (const former of store.find(externalGroupRoleMapping.kind, []).filter(isFormer)) {
    const { identityProviderUid, externalGroup, ...values } = former.values;
    store.remove(former.kind, former.uid);
    if (!isUid(identityProviderUid) || store.get(identityProvider.kind, identityProviderUid) === undefined) continue;
    store.insert({
      ...former,
      uid: movedMappingUid(identityProviderUid, former.uid),
      parent: identityProviderUid,
      values: { ...values, externalGroupId: externalGroup, scope: former.parent },
    });
  }
}
