import type { Construct } from 'constructs';
import type { Values } from '../../src/model/api';
import { isPlain, isNonEmptyText, requireKnownOptions, requireStack, requireType } from '../base/constructor-arguments';
import { isReference, toUid, type Reference, type Uid } from '../base/reference';
import { ExistingGroup, requireGroupUid } from '../kinds/existing-group';
import { Group, type AddGroupProps, type IGroup } from '../kinds/group';
import type { Identity } from '../kinds/identity';
import type { Role } from '../kinds/role';
import { CONTENTS, FILE } from './data-fields';
import { readDataFile } from './data-file';
import { checkedContents, createMembers, type DataFile } from './declared-data';
import type { GroupContents } from './group-data';
import { memberAt, type Members } from './members';

/** The options of `Organization.fromFile`. */
export interface OrganizationFileOptions {
  /**
   * The root group, which contains everything: its uid, for example from an environment variable, or a group construct.
   */
  readonly root: Reference<'Group'> | Uid;
}

/** The props of an organization: its root, and everything in it. */
export interface OrganizationProps<I extends string = string, G extends string = string>
  extends OrganizationFileOptions, GroupContents<I, G> {}

const files = new WeakMap<object, DataFile>();

/**
 * A tree of groups with identities, people, custom roles and grants, from plain data. It represents the root of the
 * tree: it has all methods of a group, and you can use it as a `group` or a `parent`.
 *
 * @example
 * const acme = Organization.fromFile(stack, 'acme', 'organization.yaml', { root: process.env.ROOT_GROUP_UID! });
 * acme.grant(acme.identity('payments/ci'), 'viewer');
 */
export class Organization<I extends string = string, G extends string = string>
  extends ExistingGroup
  implements IGroup
{
  /**
   * Reads an organization from a YAML or JSON file. Editors complete its keys with the JSON schema
   * `cdktf-provider-platform/organization.schema.json`. Problems and warnings show the line in the file.
   *
   * @param file The path of the file, relative to the working directory.
   * @throws Error if the file cannot be read, or with all problems of the file.
   */
  static fromFile(scope: Construct, id: string, file: string, options: OrganizationFileOptions): Organization {
    const subject = requireStack('Organization', scope, id);
    requireType(subject, 'the file, the third argument,', 'a path', file, isNonEmptyText);
    requireKnownOptions(subject, 'its options, the fourth argument,', options, ['root']);
    const { data, file: source } = readDataFile(subject, file);
    const props = { ...options, data };
    files.set(props, source);
    return new Organization(scope, id, props);
  }

  private readonly members: Members;

  /**
   * Creates an organization from data in the program.
   *
   * @throws Error outside of a stack, without a root, or with all problems in the keys and values of the data.
   *   Synthesis reports all other problems together.
   */
  constructor(scope: Construct, id: string, props: OrganizationProps<I, G>) {
    const subject = requireStack('Organization', scope, id);
    requireType(subject, 'the third argument', 'an object of props', props, isPlain);
    const file = files.get(props);
    const { root, ...others } = props as Values;
    if (!isReference('Group', root)) requireGroupUid(`${subject}: root`, root as string | undefined);
    const given = file === undefined ? others : (others['data'] as Values);
    const contents = checkedContents(subject, file === undefined ? CONTENTS : FILE, given, file);
    super(scope, id, () => toUid(root) as string);
    this.members = createMembers(subject, this, contents, file);
  }

  addGroup(id: string, props: AddGroupProps = {}): Group {
    return new Group(this, id, { name: id, ...props });
  }

  /**
   * Returns an identity, by its path of keys: `payments/ci`.
   *
   * @throws Error if the identity does not exist.
   */
  identity(path: I | `${G}/${string}`): Identity {
    return memberAt(`Organization "${this.node.path}"`, 'identity', this.members.identities, path);
  }

  /**
   * Returns a group, by its path of keys: `commerce/payments`.
   *
   * @throws Error if the group does not exist.
   */
  group(path: G | `${G}/${string}`): IGroup {
    return memberAt(`Organization "${this.node.path}"`, 'group', this.members.groups, path);
  }

  /**
   * Returns a custom role, by its path of keys: `auditor`, `commerce/releaser`.
   *
   * @throws Error if the role does not exist.
   */
  role(path: string): Role {
    return memberAt(`Organization "${this.node.path}"`, 'role', this.members.roles, path);
  }
}
