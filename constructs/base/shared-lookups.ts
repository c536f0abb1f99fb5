/**
 * Look-ups that a stack shares: one data source for each object, regardless of the number of requests in the program.
 */
import { TerraformStack, type TerraformProvider } from 'cdktf';
import { Construct } from 'constructs';
import type { Declaration } from '../../src/model/schema';
import { getFolder, toConstructId } from './addresses';
import { isPending } from './attributes';
import type { Reference } from './reference';

/** The object that a look-up finds. */
export interface Sought {
  readonly name: string;
  /** The group that contains the object. */
  readonly group: Reference<'Group'> | string | undefined;
  readonly provider: TerraformProvider | undefined;
}

/**
 * Returns the look-up of an object in the stack of `scope`, and creates it for the first request. Its scope is the
 * group of the object, if the group is in that stack.
 */
export function sharedLookup<T extends Construct>(
  scope: Construct,
  declaration: Declaration,
  { name, group, provider }: Sought,
  create: (scope: Construct, id: string) => T,
): T {
  const stack = TerraformStack.of(scope);
  const isHere = Construct.isConstruct(group) && group.node.scopes.includes(stack);
  const home = isHere ? group : stack;
  const folderId = getFolder(declaration);
  const folder = home.node.tryFindChild(folderId) ?? new Construct(home, folderId);
  const parts = [name, isHere ? undefined : findKey(group), provider?.fqn].filter((part) => part !== undefined);
  // Only Terraform knows the object, so each request is a separate look-up.
  const id = parts.some(isPending) ? `lookup ${folder.node.children.length}` : parts.join('@');
  return (folder.node.tryFindChild(toConstructId(id)) as T | undefined) ?? create(folder, id);
}

function findKey(group: Reference<'Group'> | string | undefined): string | undefined {
  if (Construct.isConstruct(group)) return group.node.path;
  return typeof group === 'object' ? group.uid : group;
}
