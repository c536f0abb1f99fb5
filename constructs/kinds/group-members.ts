/** The methods of groups that create objects in them, for managed and for existing groups. */
import type { Construct } from 'constructs';
import { toEmailName } from '../../src/base/text/terraform-name';
import type { AllGrantsOptions } from './all-grants';
import { pathIn, readableName } from '../base/addresses';
import type { BuiltInRoleName } from '../base/built-in-role';
import { requireOptionalObject } from '../base/constructor-arguments';
import { freeId, grantRole, idPart } from './grants';
import { GroupInvite, type GroupInviteProps } from './group-invite';
import type { Identity, IdentityProps } from './identity';
import type { IdentityProvider, IdentityProviderProps } from './identity-provider';
import type { Reference, Uid } from '../base/reference';
import type { IRole, Role, RoleProps } from './role';
import type { GrantOptions, RoleBinding } from './role-binding';

/** The props of an identity that is added to a group. */
export interface AddIdentityProps extends Omit<IdentityProps, 'group' | 'name'> {
  /**
   * The name of the identity.
   *
   * @default - the id
   */
  readonly name?: string;
}

/** The props of a custom role that is added to a group. */
export interface AddRoleProps extends Omit<RoleProps, 'group' | 'name'> {
  /**
   * The name of the role.
   *
   * @default - the id
   */
  readonly name?: string;
}

/** The props of an identity provider that is added to a root group. */
export interface AddIdentityProviderProps extends Omit<IdentityProviderProps, 'group' | 'name'> {
  /**
   * The name of the identity provider.
   *
   * @default - the id
   */
  readonly name?: string;
}

/** The props of an invite for one person. */
export interface InviteProps extends Omit<GroupInviteProps, 'group' | 'role' | 'email' | 'ttl'> {
  /**
   * The lifetime of the invite, in seconds, for example `86400s`.
   *
   * @default '604800s'
   */
  readonly ttl?: string;
  /**
   * If true, the service deletes the invite after its first use.
   *
   * @default true
   */
  readonly singleUse?: boolean;
}

/** The methods of a group that create objects in it. The group is the scope of these objects. */
export interface GroupMembers {
  /**
   * Adds an identity to the group. The id is also the default name.
   *
   * @example
   * const ci = payments.addIdentity('ci', {
   *   claimMatch: { issuer: 'https://token.actions.githubusercontent.com', subject: 'repo:acme@1234/shop@7890:ref:refs/heads/main' },
   * });
   */
  addIdentity(id: string, props: AddIdentityProps): Identity;

  /**
   * Adds a custom role to the group. The role is valid in the group and in all groups under it. The id is also the
   * default name.
   *
   * @example
   * const auditor = acme.addRole('auditor', { capabilities: ['groups.list', 'roles.list'] });
   */
  addRole(id: string, props: AddRoleProps): Role;

  /**
   * Adds an identity provider to a root group. The id is also the default name.
   *
   * @example
   * acme.addIdentityProvider('staff', {
   *   defaultRole: 'viewer',
   *   oidc: { issuer: 'https://login.example.com', clientId: 'platform', pkceEnabled: true },
   * });
   */
  addIdentityProvider(id: string, props: AddIdentityProviderProps): IdentityProvider;

  /**
   * Invites a person by e-mail address. By default, the person can use the invite once, within seven days.
   *
   * @example
   * payments.invite('ada@example.com', 'viewer', { recipientJwk: readFileSync('ada.public.jwk', 'utf8') });
   */
  invite(email: string, role: GrantedRole, props?: InviteProps): GroupInvite;

  /**
   * Grants identities a role in the group and all groups under it. Returns the role binding, or a list of them for a
   * list of identities.
   *
   * The ids of the role bindings are derived from identity, role and group: `platform_role_binding.payments_ci_viewer`,
   * or `…ci_viewer_on_payments` for an identity of another group.
   *
   * @example
   * payments.grant(ci, 'viewer');
   * payments.grant([ada, grace], auditor);
   */
  grant(identity: Grantee, role: GrantedRole, props?: GrantOptions): RoleBinding;
  grant(identities: readonly Grantee[], role: GrantedRole, props?: GrantOptions): RoleBinding[];

  /**
   * Declares that this stack declares all role bindings in the group. Each plan then reports the others as a warning, with
   * the `import` block of each. With `remove: true`, the plan removes them. Groups under the group are not included.
   *
   * @returns the group
   * @throws Error if the group is not in a stack, for an unknown option, and for a second call with another mode.
   * @example
   * payments.managesAllGrants();
   * shop.managesAllGrants({ remove: true });
   */
  managesAllGrants(options?: AllGrantsOptions): this;
}

/** An identity, or its uid. */
export type Grantee = Reference<'Identity'> | Uid;

/** A role, or the name of a built-in role. */
export type GrantedRole = IRole | BuiltInRoleName;

type GroupConstruct = Construct & Reference<'Group'>;

/**
 * Returns the props of an object that is added to a group, with the id as the default name.
 *
 * @throws Error if the props are not an object.
 */
export function withName<T extends object>(group: Construct, method: string, id: string, props: T | undefined) {
  requireOptionalObject(`${method} in "${group.node.path}"`, 'its props, the second argument,', props);
  return { name: id, ...(props as T) };
}

/** Returns a single-use invite for one person, in the scope of the group. */
export function invite(group: GroupConstruct, email: string, role: GrantedRole, props: InviteProps = {}): GroupInvite {
  requireOptionalObject(`invite in "${group.node.path}"`, 'its props, the third argument,', props);
  const name = `${toEmailName(email)}_${idPart(group, role)}`;
  const invited = new GroupInvite(group, freeId(group, name), {
    ttl: '604800s',
    singleUse: true,
    ...props,
    email,
    role,
  });
  invited.overrideLogicalId(readableName([...pathIn(group), name]));
  return invited;
}

/** Returns the role binding of an identity, or a list of them for a list of identities. */
export function grant(
  group: GroupConstruct,
  to: Grantee | readonly Grantee[],
  role: GrantedRole,
  props: GrantOptions = {},
): RoleBinding | RoleBinding[] {
  requireOptionalObject(`grant in "${group.node.path}"`, 'its options, the third argument,', props);
  if (isList(to)) return to.map((identity) => grantRole(group, { group, identity, role }, props));
  return grantRole(group, { group, identity: to, role }, props);
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}
