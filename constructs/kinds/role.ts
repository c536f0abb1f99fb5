import type { Construct } from 'constructs';
import type { Capability } from '../../src/model/api';
import { role } from '../../src/model/kinds';
import type { BuiltInRoleName } from '../base/built-in-role';

import { findNamedRole } from '../base/named-role';
import type { LookupOptions } from '../base/platform-data-source';
import { isResource, PlatformResource, type ResourceProps } from '../base/platform-resource';
import type { Reference, Uid } from '../base/reference';

/** A role: a custom role of this program, an existing one, or a built-in role. */
export type IRole = Reference<'Role'>;

/** Options for finding a role by its name. */
export interface NamedRoleOptions extends LookupOptions {
  /**
   * The group that contains the custom role.
   *
   * @default - finds a built-in role
   */
  readonly group?: Reference<'Group'> | Uid;
}

/** The props of a custom role. */
export interface RoleProps extends ResourceProps {
  /**
   * The group that contains the role. The role can be granted there and in all groups under it. A change of the group
   * replaces the role.
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
   * The capabilities of the role, as dotted names like `groups.list`. At least one is required. Editors complete the
   * known names. Any other name is sent unchanged, because the service may know more.
   */
  readonly capabilities: readonly Capability[];
}

/**
 * A named set of capabilities. Every organization has built-in roles, and custom roles belong to a group.
 *
 * @example
 * const auditor = new Role(stack, 'auditor', { group: acme, name: 'auditor', capabilities: ['groups.list', 'roles.list'] });
 */
export class Role extends PlatformResource implements IRole {
  static readonly tfResourceType = 'platform_role';

  /**
   * Finds an existing role by its name: a built-in role, or, with `group`, a custom role.
   *
   * Terraform reads the role during the plan, once for each stack. The plan fails if no role or several roles match.
   *
   * @throws Error outside of a stack, if the name is not text or `group` is not a group, or for another option.
   * @example
   * Role.named(stack, 'viewer');
   * Role.named(stack, 'auditor', { group: acme });
   */
  // The second member lets editors complete the names of built-in roles, and accepts any other name.
  static named(scope: Construct, name: BuiltInRoleName | (string & {}), options: NamedRoleOptions = {}): IRole {
    return findNamedRole(scope, name, options);
  }

  /** Returns true if `x` is a `Role`, created by this or another copy of the package. */
  static isRole(x: unknown): x is Role {
    return isResource(x, role);
  }

  readonly kind = 'Role';

  /**
   * Creates a custom role in a group.
   *
   * @throws Error outside of a stack or without a group. Synthesis reports all other problems together.
   */
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
    return this.getListAttribute('capabilities');
  }
}
