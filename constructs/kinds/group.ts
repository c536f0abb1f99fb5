import type { IResolvable } from 'cdktf';
import type { Construct } from 'constructs';
import { group } from '../../src/model/kinds';
import { LOOKUP_ID } from '../base/addresses';
import { noParent } from '../base/attributes';
import {
  isNonEmptyText,
  requireProps,
  requireType,
  requireConstruct,
  requireStack,
} from '../base/constructor-arguments';
import { ExistingGroup, requireGroupUid } from './existing-group';
import { FoundObject } from '../base/found-object';
import { withName, type GroupMembers } from './group-members';
import { findByName, type Found } from '../base/named-object';
import type { LookupOptions } from '../base/platform-data-source';
import { isResource, PlatformResource, type ResourceProps } from '../base/platform-resource';
import { isGroupConstruct, type Reference, type Uid } from '../base/reference';
import { rememberParent } from '../base/scope';

/** The props of a root group. */
export interface RootGroupProps extends ResourceProps {
  /**
   * The name of the group, which should be unique in its parent.
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
   * If true, the provider rejects any plan that deletes or replaces the object. The last applied value counts: to
   * delete the object, apply `false` first.
   *
   * @default false
   */
  readonly deletionProtection?: boolean;
}

/** The props of a group. */
export interface GroupProps extends RootGroupProps {
  /**
   * The parent group. A group without a parent is a root group.
   *
   * Use `Group.root` to create a root group: here, a missing or undefined `parent` is an error. A change of the parent
   * replaces the group.
   *
   * @default - the scope, if it is a group; otherwise the prop is required
   */
  readonly parent?: Reference<'Group'> | Uid;
}

/** Options for finding a group by its name. */
export interface NamedGroupOptions extends LookupOptions {
  /**
   * The parent group.
   *
   * @default - the scope, if it is a group; otherwise the group is a root group
   */
  readonly parent?: Reference<'Group'> | Uid;
}

/** The props of a group that is added to its parent. */
export interface AddGroupProps extends Omit<RootGroupProps, 'name'> {
  /**
   * The name of the group, which should be unique in its parent.
   *
   * @default - the id
   */
  readonly name?: string;
}

/** A group that this program manages, or an existing one. */
export interface IGroup extends Construct, Reference<'Group'>, GroupMembers {
  /**
   * Adds a group to this group. The id is also the default name.
   *
   * @example
   * const payments = acme.addGroup('payments', { description: 'Takes the money.' });
   */
  addGroup(id: string, props?: AddGroupProps): Group;
}

/**
 * A group of the organization. It contains groups, identities, roles and role bindings.
 *
 * @example
 * const acme = Group.fromUid(stack, 'acme', process.env.ROOT_GROUP_UID!);
 * const payments = acme.addGroup('payments', { description: 'Takes the money.' });
 * const ci = payments.addIdentity('ci', { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' });
 * payments.grant(ci, 'viewer');
 */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- borrows the methods of an existing group, below
export class Group extends PlatformResource implements IGroup {
  static readonly tfResourceType = 'platform_group';

  /**
   * Creates a root group, which is an organization of its own.
   *
   * @throws Error outside of a stack, or if a `parent` is given.
   */
  static root(scope: Construct, id: string, props: RootGroupProps): Group {
    const subject = requireStack('Group.root', scope, id);
    requireProps(subject, {}, props);
    if ('parent' in props && props.parent !== undefined)
      throw new Error(`${subject}: a root group has no parent. Use new Group(…), or omit parent.`);
    // A symbol for "none", which no variable can contain by mistake. Users cannot write its type.
    return new Group(scope, id, { ...props, parent: noParent as unknown as string });
  }

  /**
   * Returns a reference to an existing group by its uid. Sends no request, and does not manage the group.
   *
   * The scope can be a stack or the App. All stacks of the App can use the reference.
   *
   * @param uid The uid of the group. It can be a token.
   * @throws Error if the uid is undefined, empty or invalid.
   */
  static fromUid(scope: Construct, id: string, uid: string): IGroup {
    const subject = requireConstruct('Group.fromUid', scope, id);
    requireGroupUid(subject, uid);
    return new ReferencedGroup(scope, id, () => uid);
  }

  /**
   * Finds an existing group by its name. Without a parent, it finds a root group.
   *
   * Terraform reads the group during the plan, once for each stack. The plan fails if no group or several groups match.
   *
   * @throws Error outside of a stack, if the name is not text, or if `parent` is undefined or not a group.
   * @example
   * const payments = Group.named(stack, 'payments', { parent: acme });
   */
  static named(scope: Construct, name: string, options: NamedGroupOptions = {}): IGroup {
    return namedGroup(scope, name, { ...(isGroupConstruct(scope) && { parent: scope }), ...options });
  }

  /**
   * Finds an existing group by its path of names from the root group.
   *
   * Terraform reads each group of the path during the plan, once for each stack. The plan fails if a name has no match
   * or several.
   *
   * @throws Error outside of a stack, or if the path is not text or contains an empty name.
   * @example
   * Group.at(stack, 'acme/payments').addIdentity('ci', { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' });
   */
  static at(scope: Construct, path: string, options: LookupOptions = {}): IGroup {
    requireType('Group.at', 'the path, the second argument,', 'text', path, isNonEmptyText);
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

  /** Returns true if `x` is a `Group`, created by this or another copy of the package. */
  static isGroup(x: unknown): x is Group {
    return isResource(x, group);
  }

  /**
   * Returns the nearest `Group` that contains a construct, or the construct if it is a `Group`.
   *
   * @throws Error if there is no such group.
   */
  static of(construct: Construct): Group {
    const found = construct.node.scopes.findLast((scope) => Group.isGroup(scope));
    if (found === undefined) throw new Error(`"${construct.node.path}" is not in the scope of a Group.`);
    return found;
  }

  readonly kind = 'Group';

  /**
   * Creates a group in its parent.
   *
   * @throws Error outside of a stack or without a parent. Synthesis reports all other problems together.
   */
  constructor(scope: Construct, id: string, props: GroupProps) {
    super(scope, id, group, props);
  }

  addGroup(id: string, props?: AddGroupProps): Group {
    return new Group(this, id, withName(this, 'addGroup', id, props));
  }

  /** The uid of the parent group. */
  get parentUid(): string {
    return this.getStringAttribute('parent_uid');
  }

  /** The name of the group, which should be unique in its parent. */
  get name(): string {
    return this.getStringAttribute('name');
  }

  /** The purpose of the group. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** The maximum number of objects in the group, by type. Empty if there are no limits. */
  get resourceLimits(): Record<string, number> {
    return this.getNumberMapAttribute('resource_limits');
  }

  /** True if the organization is verified. False for a new group. */
  get verified(): IResolvable {
    return this.getBooleanAttribute('verified');
  }
}

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging, typescript/no-empty-object-type -- defined below
export interface Group extends GroupMembers {}

// A class extends only one other, so a managed group borrows the methods of an existing one.
for (const [name, member] of Object.entries(Object.getOwnPropertyDescriptors(ExistingGroup.prototype)))
  if (name !== 'constructor') Object.defineProperty(Group.prototype, name, member);

class ReferencedGroup extends ExistingGroup implements IGroup {
  addGroup(id: string, props?: AddGroupProps): Group {
    return new Group(this, id, withName(this, 'addGroup', id, props));
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
