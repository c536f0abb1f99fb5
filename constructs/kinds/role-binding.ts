import type { Construct } from 'constructs';
import { roleBinding } from '../../src/resources';
import type { BuiltInRoleName } from '../base/built-in-role';
import { EXPIRES, hasExpired, type ExpiryProps } from '../base/expiry';
import { isResource, PlatformResource, type ResourceProps } from '../base/platform-resource';
import type { Reference, Uid } from '../base/reference';
import type { IRole } from './role';

/** The props of a grant, in addition to identity, role and group. */
export interface GrantOptions extends ResourceProps, ExpiryProps {}

/** The props of a role binding. */
export interface RoleBindingProps extends GrantOptions {
  /**
   * The group where the identity has the role; the role also applies to all groups under it. Another group replaces the
   * binding.
   *
   * @default - the scope, if it is a group; otherwise the prop is required
   */
  readonly group?: Reference<'Group'> | Uid;
  /** The identity that is given the role. Another identity makes a new binding. */
  readonly identity: Reference<'Identity'> | Uid;
  /** The role that is given. */
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

  /** Returns true if `x` is a `RoleBinding`, made by this copy of the package or another. */
  static isRoleBinding(x: unknown): x is RoleBinding {
    return isResource(x, roleBinding);
  }

  readonly kind = 'RoleBinding';
  private readonly hasExpired: boolean;

  /** @throws Error outside of a stack, and without a group; all other problems are reported together at synth. */
  constructor(scope: Construct, id: string, props: RoleBindingProps) {
    super(scope, id, roleBinding, props, [EXPIRES]);
    this.hasExpired = hasExpired(this, props);
  }

  override get isLeftOut(): boolean {
    return super.isLeftOut || this.hasExpired;
  }

  /** The uid of the group where the identity has the role. */
  get groupUid(): string {
    return this.getStringAttribute('group_uid');
  }

  /** The uid of the identity that is given the role. */
  get identityUid(): string {
    return this.getStringAttribute('identity_uid');
  }

  /** The uid of the role that is given. */
  get roleUid(): string {
    return this.getStringAttribute('role_uid');
  }
}
