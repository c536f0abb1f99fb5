/**
 * Mappings from groups of an identity provider to roles: a group of the same organization as their scope, a role that can be
 * granted there (contract A5), and each combination once in an identity provider (K9).
 */
import { isWithin, rootUid } from '../../model/api';
import { group } from '../../model/kinds';
import type { KindBehavior, PendingChange, BehaviorContext } from '../service/kind-behavior';
import { mayList } from '../service/record';
import { equal } from '../store/selection';
import { alreadyExists, invalidField } from '../wire/errors';
import { checkGrant } from './role';

export const externalGroupRoleMappingBehavior: KindBehavior = {
  check: (change, context) => {
    const { caller, after } = change;
    const scope = getScope(change, context);
    checkGrant(context, { caller, field: 'roleUid', roleUid: String(after.values['roleUid']), scope });
    checkUnique(change, context);
  },
  expand: ({ parent }) => ({ identityProviderUid: parent }),
};

/** A group that the caller must not list is refused like one that does not exist (contract A9). */
function getScope({ caller, after }: PendingChange, context: BehaviorContext): string {
  const scope = String(after.values['scope']);
  const isUsable =
    context.store.get(group.kind, scope) !== undefined &&
    isWithin(scope, rootUid(after.uid)) &&
    mayList(context, caller, group, scope);
  if (!isUsable) throw invalidField('scope', `scope names no group of the organization: ${scope}`);
  return scope;
}

function checkUnique({ declaration, caller, after }: PendingChange, context: BehaviorContext): void {
  const same = declaration.naturalKey.map((name) => equal(name, String(after.values[name])));
  const [other] = context.store.find(declaration.kind, [equal('parent', String(after.parent)), ...same]);
  if (other === undefined) return;
  const description = 'the external group has this role in the scope';
  throw mayList(context, caller, declaration, other.uid)
    ? alreadyExists(declaration, other.uid, `${description} by ${other.uid}`)
    : alreadyExists(declaration, '', description);
}
