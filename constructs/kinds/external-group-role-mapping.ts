import type { Construct } from 'constructs';
import { externalGroupRoleMapping } from '../../src/model/kinds';
import type { IdentityProvider } from './identity-provider';
import type { BuiltInRoleName } from '../base/built-in-role';
import { isResource, PlatformResource, type ResourceProps } from '../base/platform-resource';
import type { Reference, Uid } from '../base/reference';
import type { IRole } from './role';

/** The props of a mapping. The API cannot change a mapping: a change of a prop replaces it. */
export interface ExternalGroupRoleMappingProps extends ResourceProps {
  /** The identity provider that people sign in with. It reports their external groups. */
  readonly identityProvider: IdentityProvider | Uid;
  /**
   * The id of the external group, exactly as the identity provider reports it: a value of its claim with the groups of
   * a person.
   *
   * The prop `groupsClaim` of the identity provider names the claim. Depending on the identity provider, this is a
   * name, a path or an opaque id.
   */
  readonly externalGroupId: string;
  /** The role that everyone in the external group receives. */
  readonly role: IRole | BuiltInRoleName | Uid;
  /**
   * The group where people have the role. The role also applies to all groups under it. At present, services accept
   * only the root group.
   *
   * @default - the scope of the construct, if it is a group; otherwise the prop is required
   */
  readonly scope?: Reference<'Group'> | Uid;
}

/**
 * Gives a role in a group to everyone in an external group of an identity provider.
 *
 * Anyone who can add people to the external group decides who has the role.
 *
 * @example
 * new ExternalGroupRoleMapping(stack, 'engineers', {
 *   identityProvider: staff,
 *   externalGroupId: 'platform-engineers',
 *   role: Role.named(stack, 'viewer'),
 *   scope: acme,
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
   * @throws Error outside of a stack, or without an identity provider or a group. Synthesis reports all other problems
   *   together.
   */
  constructor(scope: Construct, id: string, props: ExternalGroupRoleMappingProps) {
    super(scope, id, externalGroupRoleMapping, props);
  }

  /** The uid of the identity provider that people sign in with. */
  get identityProviderUid(): string {
    return this.getStringAttribute('identity_provider_uid');
  }

  /**
   * The id of the external group, exactly as the identity provider reports it: a value of its claim with the groups of
   * a person.
   */
  get externalGroupId(): string {
    return this.getStringAttribute('external_group_id');
  }

  /** The uid of the role that everyone in the external group has. */
  get roleUid(): string {
    return this.getStringAttribute('role_uid');
  }

  /** The uid of the group where people have the role. */
  get scopeUid(): string {
    return this.getStringAttribute('scope_uid');
  }
}
