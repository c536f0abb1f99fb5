import type { Construct } from 'constructs';
import { externalGroupRoleMapping } from '../../src/resources';
import type { IdentityProvider } from './identity-provider';
import type { BuiltInRoleName } from '../base/built-in-role';
import { isResource, PlatformResource, type ResourceProps } from '../base/platform-resource';
import type { Reference, Uid } from '../base/reference';
import type { IRole } from './role';

/** Input of a mapping. It cannot be changed: another value replaces the mapping. */
export interface ExternalGroupRoleMappingProps extends ResourceProps {
  /**
   * The group where people have the role; the role also applies to all groups under it.
   *
   * @default - the scope, if it is a group; otherwise the prop is required
   */
  readonly group?: Reference<'Group'> | Uid;
  /** The identity provider that people sign in with. It is in the root group of the organization. */
  readonly identityProvider: IdentityProvider | Uid;
  /** The group of people at the identity provider, as its `groups_claim` names it. */
  readonly externalGroup: string;
  /** The role that these people have in the group. */
  readonly role: IRole | BuiltInRoleName | Uid;
}

/**
 * Gives a role in a group to the people whom an identity provider lists in one of its own groups.
 *
 * @example
 * new ExternalGroupRoleMapping(stack, 'engineers', {
 *   group: payments,
 *   identityProvider: staff,
 *   externalGroup: 'platform-engineers',
 *   role: Role.named(stack, 'viewer'),
 * });
 */
export class ExternalGroupRoleMapping extends PlatformResource {
  static readonly tfResourceType = 'platform_external_group_role_mapping';

  /** Returns true if `x` is an `ExternalGroupRoleMapping`, made by this copy of the package or another. */
  static isExternalGroupRoleMapping(x: unknown): x is ExternalGroupRoleMapping {
    return isResource(x, externalGroupRoleMapping);
  }

  readonly kind = 'ExternalGroupRoleMapping';

  /** @throws Error outside of a stack, and without a group; other problems are reported together at synth. */
  constructor(scope: Construct, id: string, props: ExternalGroupRoleMappingProps) {
    super(scope, id, externalGroupRoleMapping, props);
  }

  /** The uid of the group where people have the role. */
  get groupUid(): string {
    return this.getStringAttribute('group_uid');
  }

  /** The uid of the identity provider that people sign in with. */
  get identityProviderUid(): string {
    return this.getStringAttribute('identity_provider_uid');
  }

  /** The group of people at the identity provider, as its `groups_claim` names it. */
  get externalGroup(): string {
    return this.getStringAttribute('external_group');
  }

  /** The uid of the role that these people have. */
  get roleUid(): string {
    return this.getStringAttribute('role_uid');
  }
}
