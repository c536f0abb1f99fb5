/** The behaviours of kinds beyond their declarations: the one place in the emulator that may know a kind. */
import {
  accountAssociation,
  externalGroupRoleMapping,
  group,
  groupInvite,
  identity,
  identityProvider,
  role,
  roleBinding,
} from '../../resources';
import type { Declaration } from '../../schema';
import type { Behaviour, Behaviours } from '../service/behaviour';
import { externalGroupRoleMappingBehaviour } from './external-group-role-mapping';
import { groupBehaviour } from './group';
import { groupInviteBehaviour } from './group-invite';
import { identityBehaviour } from './identity';
import { identityProviderBehaviour } from './identity-provider';
import { roleBehaviour } from './role';
import { roleBindingBehaviour } from './role-binding';

export { ADMINISTRATOR_UID, installAdministrator } from './administrator';
export { assumableIn, grantsIn, nameFor, recordAssumed, recordLookedUp } from './auth-store';
export { builtInRoleRecords } from './role';

/** A kind that is not listed has no behaviour of its own. */
export const behaviours: Behaviours = new Map<Declaration, Behaviour>([
  [group, groupBehaviour],
  [identity, identityBehaviour],
  [role, roleBehaviour],
  [roleBinding, roleBindingBehaviour],
  [identityProvider, identityProviderBehaviour],
  [externalGroupRoleMapping, externalGroupRoleMappingBehaviour],
  [accountAssociation, { deleteIsIdempotent: true }],
  [groupInvite, groupInviteBehaviour],
]);
