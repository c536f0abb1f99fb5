import { Fn } from 'cdktf';
import type { Construct } from 'constructs';
import type { Capability } from '../../src/api';
import { role } from '../../src/resources';
import type { BuiltInRoleName } from '../base/built-in-role';

import { namedRole } from '../base/named-role';
import type { LookupOptions } from '../base/platform-data-source';
import { isResource, PlatformResource, type ResourceProps } from '../base/platform-resource';
import type { Reference, Uid } from '../base/reference';

/** A role, made here, built in or existing already. */
export type IRole = Reference<'Role'>;

/** The group of a role that is found by its name. */
export interface NamedRoleOptions extends LookupOptions {
  /**
   * The group that contains a custom role.
   *
   * @default - a built-in role
   */
  readonly group?: Reference<'Group'> | Uid;
}

/** The props of a custom role. */
export interface RoleProps extends ResourceProps {
  /**
   * The group that contains the role; the role can be bound there and in all groups under it. Another group replaces
   * the role.
   *
   * @default - the scope, if it is a group; otherwise the prop is required
   */
  readonly group?: Reference<'Group'> | Uid;
  /** The name of the role. */
  readonly name: string;
  /**
   * The purpose of the role.
   *
   * @default - no description
   */
  readonly description?: string;
  /**
   * The capabilities of the role, as dotted names like `groups.list`. At least one. An editor completes the known
   * names; the service may know more, and any other name is sent unchanged, also one like `CAP_APK_LIST`.
   */
  readonly capabilities: readonly Capability[];
}

/**
 * A named set of capabilities. Built-in roles exist in every organization; custom ones belong to a group.
 *
 * @example
 * const auditor = new Role(stack, 'auditor', { group: acme, name: 'auditor', capabilities: ['groups.list', 'roles.list'] });
 */
export class Role extends PlatformResource implements IRole {
  static readonly tfResourceType = 'platform_role';

  /**
   * A role that exists already, found by its name when Terraform plans: a built-in one, or a custom one with `group`.
   * Asked for several times in a stack, it is looked up once.
   *
   * @throws Error outside of a stack, and when the name is no text, `group` is no group, or there is another option.
   * @example
   * Role.named(stack, 'viewer');
   * Role.named(stack, 'auditor', { group: acme });
   */
  // The second member keeps the names of built-in roles in an editor's completion while any other is allowed.
  static named(scope: Construct, name: BuiltInRoleName | (string & {}), options: NamedRoleOptions = {}): IRole {
    return namedRole(scope, name, options);
  }

  /** Returns true if `x` is a `Role`, made by this copy of the package or another. */
  static isRole(x: unknown): x is Role {
    return isResource(x, role);
  }

  readonly kind = 'Role';

  /** @throws Error outside of a stack, and without a group; all other problems are reported together at synth. */
  constructor(scope: Construct, id: string, props: RoleProps) {
    super(scope, id, role, props);
  }

  /** The uid of the group that contains the role. */
  get groupUid(): string {
    return this.getStringAttribute('group_uid');
  }

  /** The name of the role. */
  get name(): string {
    return this.getStringAttribute('name');
  }

  /** The purpose of the role. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** The capabilities of the role, as dotted names like `groups.list`. */
  get capabilities(): string[] {
    return Fn.tolist(this.getListAttribute('capabilities'));
  }
}
