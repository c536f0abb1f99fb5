import type { Construct } from 'constructs';
import { roleBinding } from '../../src/model/kinds';
import { FoundList, listIn, type ListOptions } from '../base/found-list';
import type { Lookup } from '../base/platform-data-source';
import type { Reference } from '../base/reference';

/**
 * The role bindings in a group, including those that this stack does not manage. Each property is a list, and all lists
 * have the same order.
 *
 * @example
 * new TerraformOutput(stack, 'grantees', { value: RoleBindings.in(payments).identityUids });
 */
export class RoleBindings extends FoundList {
  /**
   * Returns the role bindings in a group. Terraform reads the list during the plan, once for each stack.
   *
   * @throws Error if the group is not in a stack, or for an unknown option.
   */
  static in(group: Construct & Reference<'Group'>, options: ListOptions = {}): RoleBindings {
    const create = (scope: Construct, id: string, lookup: Lookup): RoleBindings => new RoleBindings(scope, id, lookup);
    return listIn({ title: 'RoleBindings.in', declaration: roleBinding, create }, group, options);
  }

  private constructor(scope: Construct, id: string, lookup: Lookup) {
    super(scope, id, roleBinding, lookup);
  }

  /** The uids of the role bindings. */
  get uids(): string[] {
    return this.each('uid');
  }

  /** The uids of the identities that receive the roles. */
  get identityUids(): string[] {
    return this.each('identity_uid');
  }

  /** The uids of the roles that the identities receive. */
  get roleUids(): string[] {
    return this.each('role_uid');
  }
}
