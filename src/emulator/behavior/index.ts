/** The behaviors of kinds beyond their declarations: the one place in the emulator that may know a kind. */
import {
  accountAssociation,
  externalGroupRoleMapping,
  group,
  groupInvite,
  identity,
  identityProvider,
  role,
  roleBinding,
} from '../../model/kinds';
import type { Declaration } from '../../model/schema';
import type { KindBehavior, Behaviors } from '../service/kind-behavior';
import { externalGroupRoleMappingBehavior } from './external-group-role-mapping';
import { groupBehavior } from './group';
import { groupInviteBehavior } from './group-invite';
import { identityBehavior } from './identity';
import { identityProviderBehavior } from './identity-provider';
import { roleBehavior } from './role';
import { roleBindingBehavior } from './role-binding';

export { ADMINISTRATOR_UID, installAdministrator } from './administrator';
export {
  assumableIn,
  createGrants,
  nameFor,
  personWith,
  recordAssumed,
  recordLookedUp,
  withReader,
  type ReaderGrant,
} from './auth-store';
export { builtInRoleRecords, builtInRoleUid } from './role';

/** A kind that is not listed has no behavior of its own. */
export const behaviors: Behaviors = new Map<Declaration, KindBehavior>([
  [group, groupBehavior],
  [identity, identityBehavior],
  [role, roleBehavior],
  [roleBinding, roleBindingBehavior],
  [identityProvider, identityProviderBehavior],
  [externalGroupRoleMapping, externalGroupRoleMappingBehavior],
  [accountAssociation, { deleteIsIdempotent: true }],
  [groupInvite, groupInviteBehavior],
]);
