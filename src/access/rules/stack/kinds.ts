/** The kinds that rules and tests read in synthesized stacks. A test compares them with the declarations. */
import type { Assumption, GrantSource, PersonAccount } from '../../graph';

export interface AccessKind {
  /** The name of the kind in the API. */
  readonly kind: string;
  /** The type of its resources and data sources in Terraform. */
  readonly type: string;
  /** The attribute, in camel case, with the uid of the group that contains the object, or where it gives its role. */
  readonly parent: string;
  /** The fields that tests see. */
  readonly fields?: readonly string[];
  /** The field with the uid of the identity that gets the role. */
  readonly identity?: string;
  /** The field with the uid of the role. */
  readonly role?: string;
  /** The field with the uid of the identity provider whose external group gets the role. */
  readonly provider?: string;
  /** Set if the object gives the role to anyone who meets its condition. */
  readonly source?: Exclude<GrantSource, 'role_binding'>;
  /** The field with the name. @default name */
  readonly name?: string;
  /** True if its objects have a name of their own. */
  readonly isNamed?: boolean;
}

/** The methods to assume an identity, by field. */
export const assumptions = {
  claimMatch: 'claim_match',
  staticKeys: 'static_keys',
  awsIdentity: 'aws_identity',
  servicePrincipal: 'service_principal',
} as const;

/** By collection. */
export const accessKinds = {
  groups: { kind: 'Group', type: 'platform_group', parent: 'parentUid', fields: ['description'], isNamed: true },
  identities: {
    kind: 'Identity',
    type: 'platform_identity',
    parent: 'groupUid',
    fields: ['description', ...Object.keys(assumptions)],
    isNamed: true,
  },
  roles: {
    kind: 'Role',
    type: 'platform_role',
    parent: 'groupUid',
    fields: ['description', 'capabilities'],
    isNamed: true,
  },
  roleBindings: {
    kind: 'RoleBinding',
    type: 'platform_role_binding',
    parent: 'groupUid',
    identity: 'identityUid',
    role: 'roleUid',
  },
  groupInvites: {
    kind: 'GroupInvite',
    type: 'platform_group_invite',
    parent: 'groupUid',
    role: 'roleUid',
    source: 'group_invite',
  },
  identityProviders: {
    kind: 'IdentityProvider',
    type: 'platform_identity_provider',
    parent: 'groupUid',
    role: 'defaultRole',
    source: 'identity_provider',
    isNamed: true,
  },
  externalGroupRoleMappings: {
    kind: 'ExternalGroupRoleMapping',
    type: 'platform_external_group_role_mapping',
    parent: 'scopeUid',
    provider: 'identityProviderUid',
    role: 'roleUid',
    source: 'external_group_role_mapping',
    name: 'externalGroupId',
  },
  accountAssociations: {
    kind: 'AccountAssociation',
    type: 'platform_account_association',
    parent: 'groupUid',
    isNamed: true,
  },
} as const satisfies Readonly<Record<string, AccessKind>>;

export type AccessCollection = keyof typeof accessKinds;

export const collections = Object.keys(accessKinds) as readonly AccessCollection[];

/** The kinds of objects with a name, which rules about names can select. */
export const NAMED_KINDS = Object.values(accessKinds).flatMap((kind) => ('isNamed' in kind ? [kind.kind] : []));

/** An object of an organization, with the facts that decide access. */
export interface AccessObject {
  readonly collection: AccessCollection;
  /** Its uid, or its address if it is only declared. */
  readonly key: string;
  readonly name: string;
  /** The account of a person. */
  readonly account?: PersonAccount | undefined;
  /** The e-mail address of a person. */
  readonly email?: string | undefined;
  /** The key of its group. */
  readonly parent: string | undefined;
  /** The key of the identity that gets the role. */
  readonly identity?: string | undefined;
  /** The key of the role that it gives. */
  readonly role?: string | undefined;
  /** The key of the identity provider whose external group gets the role. */
  readonly provider?: string | undefined;
  /** The fields that tests see. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The method to assume an identity, if its fields do not show it. */
  readonly assumption?: Assumption;
  /** True if the object is only referred to. Its fields are then unknown. */
  readonly isReferredTo?: boolean;
}
