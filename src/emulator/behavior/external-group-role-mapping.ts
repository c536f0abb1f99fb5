/**
 * Mappings from groups of an identity provider to roles: an identity provider of the same organization, a role that can be granted
 * in the group (contract A5), and each combination once in a group (K9).
 */
import { isWithin, rootUid } from '../../api';
import { identityProvider } from '../../resources';
import type { Behavior, Change, Context } from '../service/behavior';
import { mayList } from '../service/record';
import { equal } from '../store/selection';
import { alreadyExists, invalidField } from '../wire/errors';
import { checkGrant } from './role';

export const externalGroupRoleMappingBehavior: Behavior = {
  check: (change, context) => {
    const { caller, after } = change;
    checkIdentityProvider(change, context);
    const roleUid = String(after.values['roleUid']);
    checkGrant(context, { caller, field: 'roleUid', roleUid, scope: String(after.parent) });
    checkUnique(change, context);
  },
};

/** An identity provider that the caller must not list is refused like one that does not exist (contract A9). */
function checkIdentityProvider({ caller, after }: Change, context: Context): void {
  const uid = String(after.values['identityProviderUid']);
  const found = context.store.get(identityProvider.kind, uid);
  const isUsable =
    found !== undefined && isWithin(uid, rootUid(after.uid)) && mayList(context, caller, identityProvider, uid);
  if (!isUsable) throw invalidField('identityProviderUid', `identityProviderUid names no identity provider: ${uid}`);
}

function checkUnique({ declaration, caller, after }: Change, context: Context): void {
  const same = ['identityProviderUid', 'externalGroup', 'roleUid'].map((name) =>
    equal(name, String(after.values[name])),
  );
  const [other] = context.store.find(declaration.kind, [equal('parent', String(after.parent)), ...same]);
  if (other === undefined) return;
  const description = 'the external group has this role in the group';
  throw mayList(context, caller, declaration, other.uid)
    ? alreadyExists(declaration, other.uid, `${description} by ${other.uid}`)
    : alreadyExists(declaration, '', description);
}
