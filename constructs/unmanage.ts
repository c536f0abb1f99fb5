/** Stops managing objects without deleting them. */
import { TerraformElement, TerraformResource, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { nearest, PROVIDER_NAME } from '../src/model/api';
import { declarations } from '../src/model/kinds';
import { exclusiveTypeName, isExclusive, offers, typeName } from '../src/model/schema';
import { isNonEmptyText, requireConstruct, requireStack, requireType } from './base/constructor-arguments';
import { findReaders } from './base/left-out';
import { PlatformResource } from './base/platform-resource';
import { findCallerLine, appendSourceLine } from './base/source-line';
import { getAddress } from './base/addresses';
import { isUnmanaged, markUnmanaged, refuseHcl, removedBlockJson } from './base/unmanaged';

/**
 * Stops managing a construct and everything in its scope. The next apply removes the objects from the state of
 * Terraform, and deletes none of them. The stack then contains `removed` blocks instead of the resources, so nothing
 * else may refer to them.
 *
 * @throws Error for a stack, or outside of a stack. Synthesis reports references to the objects.
 * @example
 * unmanage(payments);
 */
export function unmanage(construct: Construct): void;
/**
 * Stops managing the resource at an address that has no construct, with all its instances.
 *
 * @throws Error outside of a stack, or if the address is not the address of a resource.
 * @example
 * unmanage(stack, 'platform_group.old');
 */
// oxlint-disable-next-line typescript/unified-signatures -- with one signature, an undefined address would compile
export function unmanage(scope: Construct, address: string): void;
export function unmanage(...given: [construct: Construct, address?: string]): void {
  const [construct, address] = given;
  requireStack('unmanage', construct, 'unmanage');
  if (given.length > 1) unmanageAddress(construct, address);
  else unmanageTree(construct);
}

function unmanageTree(construct: Construct): void {
  if (TerraformStack.isStack(construct))
    throw new Error(
      `Cannot unmanage the stack "${construct.node.path}". Pass a construct in it, or the address of a resource.`,
    );
  if (isUnmanaged(construct)) return;
  markUnmanaged(construct);
  const source = findCallerLine(construct, unmanage);
  construct.node.addValidation({ validate: () => appendSourceLine(treeProblems(construct), source) });
}

function treeProblems(construct: Construct): string[] {
  const resources = construct.node.findAll().filter((node) => node instanceof PlatformResource);
  if (resources.length === 0) return ['contains no resource to unmanage'];
  return findReaders(resources, TerraformStack.of(construct)).map(
    ({ reader, resource }) =>
      `${reader.node.path} reads ${resource.node.path}, which is unmanaged: refer to the existing object instead, ` +
      'for example with Group.fromUid',
  );
}

function unmanageAddress(scope: Construct, address: unknown): void {
  const subject = requireConstruct('unmanage', scope, 'unmanage');
  requireType(subject, 'the address, the second argument,', 'text', address, isNonEmptyText);
  if (!/^(module\.[\w-]+\.)*(?!data\.|module\.)[a-z]\w*\.[A-Za-z_][\w-]*$/.test(address))
    throw new Error(
      `Cannot unmanage ${JSON.stringify(address)}: it is not the address of a resource. ` +
        'Pass an address like "platform_group.old", without the key of an instance.',
    );
  const type = address.split('.').at(-2) ?? '';
  if (type.startsWith(`${PROVIDER_NAME}_`) && !resourceTypes.includes(type)) {
    const meant = nearest(type, resourceTypes);
    const next = meant === undefined ? 'Pass the address that the state contains.' : `Did you mean ${meant}?`;
    throw new Error(`Cannot unmanage ${JSON.stringify(address)}: the provider has no resource ${type}. ${next}`);
  }
  const stack = TerraformStack.of(scope);
  const id = `unmanage ${address}`;
  if (stack.node.tryFindChild(id) === undefined) new Removed(stack, id, address);
}

const resourceTypes = [
  ...declarations.filter((declaration) => offers(declaration, 'create')).map(typeName),
  ...declarations.filter(isExclusive).map(exclusiveTypeName),
];

/** The `removed` block of an address. */
class Removed extends TerraformElement {
  private readonly from: string;

  constructor(stack: TerraformStack, id: string, from: string) {
    super(stack, id, 'removed');
    this.from = from;
    const source = findCallerLine(stack, unmanage);
    this.node.addValidation({ validate: () => appendSourceLine(this.problems(), source) });
  }

  override toTerraform(): unknown {
    return removedBlockJson(this.from);
  }

  override toHclTerraform(): unknown {
    return refuseHcl(this.from);
  }

  private problems(): string[] {
    const isAt = (node: unknown): boolean =>
      TerraformResource.isTerraformResource(node) && getAddress(node) === this.from;
    return this.cdktfStack.node
      .findAll()
      .filter((node) => isAt(node) && !isUnmanaged(node))
      .map(({ node }) => `${node.path} still declares ${this.from}: remove it, or pass it to unmanage`);
  }
}
