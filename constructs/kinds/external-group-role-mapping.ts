import type { Construct } from 'constructs';
import { externalGroupRoleMapping } from '../../src/resources';
import type { IdentityProvider } from './identity-provider';
import type { BuiltInRoleName } from '../base/built-in-role';
import { isResource, PlatformResource, type ResourceProps } from '../base/platform-resource';
import type { Reference, Uid } from '../base/reference';
import type { IRole } from './role';

/** The props of a mapping. The API cannot change a mapping: a change of a prop replaces it. */
export interface ExternalGroupRoleMappingProps extends ResourceProps {
  /**
   * The group where people have the role. The role also applies to all groups under it.
   *
   * @default - the scope, if it is a group; otherwise the prop is required
   */
  readonly group?: Reference<'Group'> | Uid;
  /** The identity provider that people sign in with. It is in the root group of the organization. */
  readonly identityProvider: IdentityProvider | Uid;
  /** The external group: a value of the claim with the groups of a person. */
  readonly externalGroup: string;
  /** The role that the people of the external group have in the group. */
  readonly role: IRole | BuiltInRoleName | Uid;
}

/**
 * Gives a role in a group to the people in an external group of an identity provider.
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

  /** Returns true if `x` is an `ExternalGroupRoleMapping`, created by this or another copy of the package. */
  static isExternalGroupRoleMapping(x: unknown): x is ExternalGroupRoleMapping {
    return isResource(x, externalGroupRoleMapping);
  }

  readonly kind = 'ExternalGroupRoleMapping';

  /**
   * Creates a mapping from an external group to a role.
   *
   * @throws Error outside of a stack or without a group. Synthesis reports all other problems together.
   */
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

  /** The external group: a value of the claim with the groups of a person. */
  get externalGroup(): string {
    return this.getStringAttribute('external_group');
  }

  /** The uid of the role that the people of the external group have. */
  get roleUid(): string {
    return this.getStringAttribute('role_uid');
  }
}
