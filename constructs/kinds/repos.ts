import type { Construct } from 'constructs';
import { repo } from '../../src/model/kinds';
import { FoundList, listIn, type ListOptions } from '../base/found-list';
import type { IGroup } from './group';
import type { Lookup } from '../base/platform-data-source';

/**
 * The repositories in a group. Each property is a list, and all lists have the same order.
 *
 * @example
 * new TerraformOutput(stack, 'repositories', { value: Repos.in(payments).names });
 */
export class Repos extends FoundList {
  /**
   * Returns the repositories in a group. Terraform reads the list during the plan, once for each stack.
   *
   * @throws Error if the group is not in a stack, or for an unknown option.
   */
  static in(group: IGroup, options: ListOptions = {}): Repos {
    const create = (scope: Construct, id: string, lookup: Lookup): Repos => new Repos(scope, id, lookup);
    return listIn({ title: 'Repos.in', declaration: repo, create }, group, options);
  }

  private constructor(scope: Construct, id: string, lookup: Lookup) {
    super(scope, id, repo, lookup);
  }

  /** The uids of the repositories. */
  get uids(): string[] {
    return this.each('uid');
  }

  /** The names of the repositories. */
  get names(): string[] {
    return this.each('name');
  }
}
