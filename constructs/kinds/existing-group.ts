/** Existing groups that the program does not manage. */
import { Construct } from 'constructs';
import { announceExistingGroup, checkedUid } from '../../src/model/api';
import { isPending } from '../base/attributes';
import { isScalar, requireConstruct, requireType } from '../base/constructor-arguments';
import { toConstructId } from '../base/addresses';
import { requireFreeId } from '../base/free-id';
import { manageAllGrants, type AllGrantsOptions } from './all-grants';
import type { GroupInvite } from './group-invite';
import {
  grant,
  invite,
  type AddIdentityProps,
  type AddIdentityProviderProps,
  type AddRoleProps,
  type GrantedRole,
  type Grantee,
  type GroupMembers,
  type InviteProps,
  withName,
} from './group-members';
import { Identity } from './identity';
import { IdentityProvider } from './identity-provider';
import type { Reference } from '../base/reference';
import { rememberExistingGroup } from '../base/existing-group-ids';
import { recordSourceLine } from '../base/source-line';
import { Role } from './role';
import type { GrantOptions, RoleBinding } from './role-binding';

export abstract class ExistingGroup extends Construct implements Reference<'Group'>, GroupMembers {
  readonly kind = 'Group';
  readonly uid: string;

  /**
   * Creates the construct of an existing group.
   *
   * @param uidIn Returns the uid. It can create a data source in the scope of this group.
   *
   * @throws Error if the scope contains a construct with this id.
   */
  constructor(scope: Construct, id: string, uidIn: (group: Construct) => string) {
    requireFreeId(requireConstruct('Group', scope, id), scope, id);
    super(scope, toConstructId(id));
    recordSourceLine(this, new.target, ExistingGroup);
    this.uid = uidIn(this);
    announceExistingGroup(this.uid, id);
    rememberExistingGroup(this, this.uid, id);
  }

  addIdentity(id: string, props: AddIdentityProps): Identity {
    return new Identity(this, id, withName(this, 'addIdentity', id, props));
  }

  addRole(id: string, props: AddRoleProps): Role {
    return new Role(this, id, withName(this, 'addRole', id, props));
  }

  addIdentityProvider(id: string, props: AddIdentityProviderProps): IdentityProvider {
    return new IdentityProvider(this, id, withName(this, 'addIdentityProvider', id, props));
  }

  invite(email: string, role: GrantedRole, props?: InviteProps): GroupInvite {
    return invite(this, email, role, props);
  }

  grant(identity: Grantee, role: GrantedRole, props?: GrantOptions): RoleBinding;
  grant(identities: readonly Grantee[], role: GrantedRole, props?: GrantOptions): RoleBinding[];
  grant(to: Grantee | readonly Grantee[], role: GrantedRole, props?: GrantOptions): RoleBinding | RoleBinding[] {
    return grant(this, to, role, props);
  }

  managesAllGrants(options?: AllGrantsOptions): this {
    manageAllGrants(this, options);
    return this;
  }
}

/** @throws Error if the uid of an existing group is undefined, empty or invalid. */
export function requireGroupUid(subject: string, uid: string | undefined): void {
  if (uid === undefined || uid === '')
    throw new Error(
      `${subject}: the uid is ${uid === '' ? 'empty' : 'undefined'}. ` +
        'Pass the uid of the group; if it comes from an environment variable, set that.',
    );
  requireType(subject, 'the uid', 'text', uid, isScalar);
  if (!isPending(uid)) checkedUid(uid, subject);
}
