import { Fn } from 'cdktf';
import type { Construct } from 'constructs';
import type { Capability } from '../src/api';
import { role } from '../src/resources';
import { requireOnly } from './constructor-arguments';
import type { IGroup } from './group';
import { namedRole } from './named-role';
import { isResource, PlatformResource, type ResourceProps } from './platform-resource';
import type { Reference } from './attributes';

/** A role, made here, built in or existing already. */
export type IRole = Reference<'Role'>;

/** The roles that every organization has. */
export type BuiltInRoleName = 'console_viewer' | 'viewer' | 'editor' | 'limited_owner' | 'owner' | 'registry.pull';

/** Where a role that is sought by its name lies. */
export interface NamedRoleOptions {
  /**
   * The group in which a custom role lies.
   *
   * @default - a built-in role is meant
   */
  readonly group?: IGroup | string;
}

/** What a custom role is made from. */
export interface RoleProps extends ResourceProps {
  /** The group in which the role lies; it can be bound there and beneath. Another group makes a new role. */
  readonly group: IGroup | string;
  /** The name of the role. */
  readonly name: string;
  /**
   * What the role is for.
   *
   * @default - no description
   */
  readonly description?: string;
  /**
   * What the role allows, as dotted names like `groups.list`. At least one. An editor completes the names that are known
   * here; the service may know more, and any other name passes as it is written, also one like `CAP_APK_LIST`.
   */
  readonly capabilities: readonly Capability[];
}

/**
 * A named set of capabilities. Built-in roles exist in every organization; custom ones lie in a group.
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
    requireOnly(`Role.named "${name}"`, 'its options, the third argument,', options, ['group']);
    return namedRole(scope, name, options.group);
  }

  /** Whether `x` is a `Role`, made by this copy of the package or another. */
  static isRole(x: unknown): x is Role {
    return isResource(x, role);
  }

  readonly kind = 'Role';

  /** @throws Error outside of a stack, and when `group` is missing; whatever else is wrong is reported together at synth. */
  constructor(scope: Construct, id: string, props: RoleProps) {
    super(scope, id, role, props);
  }

  /** The uid of the group in which the role lies. */
  get groupUid(): string {
    return this.getStringAttribute('group_uid');
  }

  /** The name of the role. */
  get name(): string {
    return this.getStringAttribute('name');
  }

  /** What the role is for. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** What the role allows, as dotted names like `groups.list`. */
  get capabilities(): string[] {
    return Fn.tolist(this.getListAttribute('capabilities'));
  }
}
