import type { Construct } from 'constructs';
import { roleBinding } from '../../src/model/kinds';
import type { BuiltInRoleName } from '../base/built-in-role';
import { EXPIRES, registerExpiry, type ExpiryProps } from '../base/expiry';
import { isResource, PlatformResource, type ResourceProps } from '../base/platform-resource';
import type { Reference, Uid } from '../base/reference';
import type { IRole } from './role';

/** The options of a grant, in addition to identity, role and group. */
export interface GrantOptions extends ResourceProps, ExpiryProps {
  /**
   * The id of the role binding. With an id, another role is an update in place. Without one, it is a new role binding at
   * another address.
   *
   * @default - derived from identity, role and group
   * @example
   * payments.grant(ci, 'viewer', { id: 'ci-access' });
   */
  readonly id?: string;
}

/** The props of a role binding. */
export interface RoleBindingProps extends Omit<GrantOptions, 'id'> {
  /**
   * The group where the identity has the role. The role also applies to all groups under it. A change of the group
   * replaces the role binding.
   *
   * @default - the scope, if it is a group; otherwise the prop is required
   */
  readonly group?: Reference<'Group'> | Uid;
  /** The identity that receives the role. A change of the identity replaces the role binding. */
  readonly identity: Reference<'Identity'> | Uid;
  /** The role that the identity receives. */
  readonly role: IRole | BuiltInRoleName | Uid;
}

/**
 * Gives an identity a role in a group and all groups under it.
 *
 * @example
 * new RoleBinding(stack, 'ci-views', { group: payments, identity: ci, role: Role.named(stack, 'viewer') });
 */
export class RoleBinding extends PlatformResource {
  static readonly tfResourceType = 'platform_role_binding';

  /** Returns true if `x` is a `RoleBinding`, created by this or another copy of the package. */
  static isRoleBinding(x: unknown): x is RoleBinding {
    return isResource(x, roleBinding);
  }

  readonly kind = 'RoleBinding';
  private readonly hasExpired: boolean;

  /**
   * Creates a role binding.
   *
   * @throws Error outside of a stack or without a group. Synthesis reports all other problems together.
   */
  constructor(scope: Construct, id: string, props: RoleBindingProps) {
    super(scope, id, roleBinding, props, [EXPIRES]);
    this.hasExpired = registerExpiry(this, props);
  }

  override get isLeftOut(): boolean {
    return super.isLeftOut || this.hasExpired;
  }

  /** The uid of the group where the identity has the role. */
  get groupUid(): string {
    return this.getStringAttribute('group_uid');
  }

  /** The uid of the identity that receives the role. */
  get identityUid(): string {
    return this.getStringAttribute('identity_uid');
  }

  /** The uid of the role that the identity receives. */
  get roleUid(): string {
    return this.getStringAttribute('role_uid');
  }
}
