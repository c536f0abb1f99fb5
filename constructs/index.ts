/** The public exports of the package. */
import './base/installed-cdk';
import { printProblemsPlainly } from './base/uncaught-errors';

printProblemsPlainly();

export {
  AccountAssociation,
  type AccountAssociationProps,
  type AmazonAccount,
  type AzureTenant,
  type GoogleProject,
} from './kinds/account-association';
export { BuiltInRole, type BuiltInRoleName } from './base/built-in-role';
export type { ListOptions } from './base/found-list';
export type { ExpiryProps } from './base/expiry';
export { ExternalGroupRoleMapping, type ExternalGroupRoleMappingProps } from './kinds/external-group-role-mapping';
export {
  Group,
  type AddGroupProps,
  type GroupProps,
  type IGroup,
  type NamedGroupOptions,
  type RootGroupProps,
} from './kinds/group';
export type { AllGrantsOptions } from './kinds/all-grants';
export { GroupInvite, type GroupInviteProps } from './kinds/group-invite';
export { Identity, type AwsIdentity, type ClaimMatch, type IdentityProps, type StaticKeys } from './kinds/identity';
export { IdentityProvider, type IdentityProviderProps, type OidcClient } from './kinds/identity-provider';
export type { LookupOptions } from './base/platform-data-source';
export { moved } from './base/moves';
export type { ForeignProvider } from './base/foreign-provider';
export { PlatformResource, type ResourceProps, type Timeouts } from './base/platform-resource';
export type { GrantProps, IIdentity, NamedIdentityOptions, PersonProps } from './kinds/found-identity';
export type { AddIdentityProps, AddIdentityProviderProps, AddRoleProps, InviteProps } from './kinds/group-members';
export type {
  AccountData,
  GrantData,
  GroupContents,
  GroupData,
  IdentityData,
  InvitedPersonData,
  PersonData,
  RoleData,
  RoleGrantData,
  RoleInData,
} from './organization/group-data';
export { Organization, type OrganizationFileOptions, type OrganizationProps } from './organization/organization';
export { Team, type TeamProps } from './organization/team';
export { PlatformProvider, type PlatformProviderProps } from './provider';
export type { Reference, Uid } from './base/reference';
export type { Capability, KnownCapability } from '../src/model/api';
export type { AssertedToken, Assertion, Invariant, NamedKind, RuleConfiguration } from '../src/access/rules';
export { Repos } from './kinds/repos';
export { Role, type IRole, type NamedRoleOptions, type RoleProps } from './kinds/role';
export { RoleBinding, type GrantOptions, type RoleBindingProps } from './kinds/role-binding';
export { RoleBindings } from './kinds/role-bindings';
export { Rules, type RulesProps } from './rules/rules';
export { Trust } from './trust/trust';
export type { TrustData } from '../src/access/trust';
export type * from '../src/access/platforms/trust-props';
export { importExisting, type ImportExistingOptions } from './imports/import-existing';
export type { Imports } from './imports/import-problems';
export type { AnchorProps, AnchorType } from './anchors/anchor';
export { Rotation, type RotationProps } from './anchors/rotation';
export { Settled, type SettledProps } from './anchors/settled';
export { unmanage } from './unmanage';
