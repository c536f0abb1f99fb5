import type { IResolvable } from 'cdktf';
import type { Construct } from 'constructs';
import { group } from '../../src/resources';
import { LOOKUP_ID } from '../base/addresses';
import { noParent } from '../base/attributes';
import { isText, requireProps, requireType, requireConstruct, requireStack } from '../base/constructor-arguments';
import { manageAllGrants } from './all-grants';
import { ExistingGroup, requireGroupUid } from './existing-group';
import { FoundObject } from '../base/found-object';
import type { GroupInvite } from './group-invite';
import {
  grant,
  invite,
  type AddIdentityProps,
  type AddIdentityProviderProps,
  type AddRoleProps,
  type GrantedRole,
  type Grantee,
  type GroupMembers,
  type InviteProps,
} from './group-members';
import { Identity } from './identity';
import { IdentityProvider } from './identity-provider';
import { findByName, type Found } from '../base/named-object';
import type { LookupOptions } from '../base/platform-data-source';
import { isResource, PlatformResource, type ResourceProps } from '../base/platform-resource';
import { isGroupConstruct, type Reference, type Uid } from '../base/reference';
import { Role } from './role';
import type { GrantOptions, RoleBinding } from './role-binding';
import { rememberParent } from '../base/scope';

/** The props of a root group: an organization of its own. */
export interface RootGroupProps extends ResourceProps {
  /**
   * The name of the group, unique to people among its siblings.
   *
   * Lowercase letters, digits, space, `.`, `_` and `-`.
   */
  readonly name: string;
  /**
   * The purpose of the group.
   *
   * At most 512 characters.
   *
   * @default - no description
   */
  readonly description?: string;
  /**
   * If true, any plan that deletes or replaces the object is rejected. The last applied value counts: to delete the
   * object, apply `false` first.
   *
   * @default false
   */
  readonly deletionProtection?: boolean;
}

/** The props of a group. */
export interface GroupProps extends RootGroupProps {
  /**
   * The parent group; without it the group is a root group, an organization of its own.
   *
   * `Group.root` creates root groups. A group without a parent is an error here, and so is a `parent` that is
   * `undefined`. Another parent replaces the group.
   *
   * @default - the scope, if it is a group; otherwise the prop is required
   */
  readonly parent?: Reference<'Group'> | Uid;
}

/** The parent of a group that is found by its name. */
export interface NamedGroupOptions extends LookupOptions {
  /**
   * The parent group.
   *
   * @default - the scope, if it is a group; otherwise the group is a root group
   */
  readonly parent?: Reference<'Group'> | Uid;
}

/** The props of a group that its parent adds. */
export interface AddGroupProps extends Omit<RootGroupProps, 'name'> {
  /**
   * The name of the group, unique to people among its siblings.
   *
   * @default - the id
   */
  readonly name?: string;
}

/** A group, made here or existing already. */
export interface IGroup extends Construct, Reference<'Group'>, GroupMembers {
  /**
   * Adds a group to the group. Its id is also its default name.
   *
   * @example
   * const payments = acme.addGroup('payments', { description: 'Takes the money.' });
   */
  addGroup(id: string, props?: AddGroupProps): Group;
}

/**
 * A node of the organization: it contains groups, identities, roles and role bindings. A root group is the organization itself.
 *
 * @example
 * const acme = Group.fromUid(stack, 'acme', process.env.ROOT_GROUP_UID!);
 * const payments = acme.addGroup('payments', { description: 'Takes the money.' });
 * const ci = payments.addIdentity('ci', { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' });
 * payments.grant(ci, 'viewer');
 */
export class Group extends PlatformResource implements IGroup {
  static readonly tfResourceType = 'platform_group';

  /**
   * Creates a root group: an organization of its own.
   *
   * @throws Error outside of a stack, and when a `parent` is given.
   */
  static root(scope: Construct, id: string, props: RootGroupProps): Group {
    const subject = requireStack('Group.root', scope, id);
    requireProps(subject, {}, props);
    if ('parent' in props && props.parent !== undefined)
      throw new Error(`${subject}: a root group has no parent. Use new Group(…), or omit parent.`);
    // The value for "none": no variable can hold it by mistake, and users cannot write its type.
    return new Group(scope, id, { ...props, parent: noParent as unknown as string });
  }

  /**
   * A group that exists already and is not managed here: no request is made and nothing is read. It may be made in a
   * stack or in the App, and be used in every stack.
   *
   * @param uid The group's uid; a token is fine.
   * @throws Error when the uid is undefined, empty or no uid.
   */
  static fromUid(scope: Construct, id: string, uid: string): IGroup {
    const subject = requireConstruct('Group.fromUid', scope, id);
    requireGroupUid(subject, uid);
    return new ReferencedGroup(scope, id, () => uid);
  }

  /**
   * An existing group, found by its name when Terraform plans. Without a parent, it is a root group. A stack looks it up
   * once, however often the program asks for it.
   *
   * @throws Error outside of a stack, when the name is no text, and when `parent` is undefined or no group.
   * @example
   * const payments = Group.named(stack, 'payments', { parent: acme });
   */
  static named(scope: Construct, name: string, options: NamedGroupOptions = {}): IGroup {
    return namedGroup(scope, name, { ...(isGroupConstruct(scope) && { parent: scope }), ...options });
  }

  /**
   * An existing group, found by its path of names from the root group when Terraform plans. Groups on the way are looked
   * up once in a stack.
   *
   * @throws Error outside of a stack, and when the path is no text or has an empty name.
   * @example
   * Group.at(stack, 'acme/payments').addIdentity('ci', { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' });
   */
  static at(scope: Construct, path: string, options: LookupOptions = {}): IGroup {
    requireType('Group.at', 'the path, the second argument,', 'text', path, isText);
    const [root = '', ...names] = path.split('/');
    if (root === '' || names.includes(''))
      throw new Error(
        `Group.at ${JSON.stringify(path)}: a name is empty. Write the names from the root: "acme/payments".`,
      );
    return names.reduce(
      (parent, name) => namedGroup(scope, name, { ...options, parent }),
      namedGroup(scope, root, options),
    );
  }

  /** Returns true if `x` is a `Group`, made by this copy of the package or another. */
  static isGroup(x: unknown): x is Group {
    return isResource(x, group);
  }

  /**
   * Returns the nearest `Group` that contains a construct. If the construct is a group, returns it.
   *
   * @throws Error without such a group.
   */
  static of(construct: Construct): Group {
    const found = construct.node.scopes.findLast((scope) => Group.isGroup(scope));
    if (found === undefined) throw new Error(`"${construct.node.path}" is not in the scope of a Group.`);
    return found;
  }

  readonly kind = 'Group';

  /** @throws Error outside of a stack, and without a parent; all other problems are reported together at synth. */
  constructor(scope: Construct, id: string, props: GroupProps) {
    super(scope, id, group, props);
  }

  addGroup(id: string, props: AddGroupProps = {}): Group {
    return new Group(this, id, { name: id, ...props });
  }

  addIdentity(id: string, props: AddIdentityProps): Identity {
    return new Identity(this, id, { name: id, ...props });
  }

  addRole(id: string, props: AddRoleProps): Role {
    return new Role(this, id, { name: id, ...props });
  }

  addIdentityProvider(id: string, props: AddIdentityProviderProps): IdentityProvider {
    return new IdentityProvider(this, id, { name: id, ...props });
  }

  invite(email: string, role: GrantedRole, props?: InviteProps): GroupInvite {
    return invite(this, email, role, props);
  }

  grant(identity: Grantee, role: GrantedRole, props?: GrantOptions): RoleBinding;
  grant(identities: readonly Grantee[], role: GrantedRole, props?: GrantOptions): RoleBinding[];
  grant(to: Grantee | readonly Grantee[], role: GrantedRole, props?: GrantOptions): RoleBinding | RoleBinding[] {
    return grant(this, to, role, props);
  }

  managesAllGrants(): this {
    manageAllGrants(this);
    return this;
  }

  /** The uid of the parent group. */
  get parentUid(): string {
    return this.getStringAttribute('parent_uid');
  }

  /** The name of the group, unique to people among its siblings. */
  get name(): string {
    return this.getStringAttribute('name');
  }

  /** The purpose of the group. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** The maximum number of objects in the group, by type; empty without limits. */
  get resourceLimits(): Record<string, number> {
    return this.getNumberMapAttribute('resource_limits');
  }

  /** True if the organization has been verified; false for a new group. */
  get verified(): IResolvable {
    return this.getBooleanAttribute('verified');
  }
}

class ReferencedGroup extends ExistingGroup implements IGroup {
  addGroup(id: string, props: AddGroupProps = {}): Group {
    return new Group(this, id, { name: id, ...props });
  }
}

function namedGroup(scope: Construct, name: string, options: NamedGroupOptions): IGroup {
  const create = (folder: Construct, id: string, found: Found): IGroup => {
    const made = new ReferencedGroup(folder, id, (self) => new FoundObject(self, LOOKUP_ID, group, found).uid);
    rememberParent(made, found.group);
    return made;
  };
  return findByName({ title: 'Group.named', declaration: group, create }, scope, name, options);
}
