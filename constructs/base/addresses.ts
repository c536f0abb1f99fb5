/** The Terraform addresses of objects whose group is their scope: their path, without the hash of CDKTF. */
import { TerraformModule, TerraformResource, TerraformStack, type TerraformElement } from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import { snakeCase } from '../../src/api';
import { declarations } from '../../src/resources';
import type { Declaration } from '../../src/schema';

/** Returns the id of the construct in a stack that contains the shared look-ups of a kind. */
export function folderOf({ collection }: Declaration): string {
  return `platform-${snakeCase(collection).replaceAll('_', '-')}`;
}

/** The id of the data source in the scope of the group that it finds. */
export const LOOKUP_ID = 'Resource';

/** Addresses omit these ids. */
const omitted = new Set([...declarations.map(folderOf), LOOKUP_ID]);

/** The ids of a construct and its scopes in the stack. */
export type Path = readonly string[];

export type PathOf = (construct: Construct) => Path;

/** Returns the path of a construct in its stack. */
export function pathIn({ node }: IConstruct): Path {
  const stack = node.scopes.findIndex((scope) => TerraformStack.isStack(scope));
  return node.scopes.slice(stack + 1).map((scope) => scope.node.id);
}

/** Returns the path of a construct in its stack as a name in Terraform: `acme_payments_ci`. */
export function pathName(construct: Construct): string {
  return readableName(pathIn(construct));
}

/** Returns a path as a name in Terraform, without the ids of look-ups. */
export function readableName(path: Path): string {
  return nameOf(withoutLookups(path));
}

/** Gives a look-up its path as its address, if each id is a name in Terraform. Others keep the hash, which is unique. */
export function setReadableAddress(lookup: TerraformElement): void {
  const path = withoutLookups(pathIn(lookup));
  if (path.every((id) => /^[A-Za-z][\w-]*$/.test(id))) lookup.overrideLogicalId(nameOf(path));
}

/** Returns texts as one name in Terraform, which consists of letters, digits, `_` and `-`. */
export function nameOf(parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll(/[^A-Za-z0-9_-]+|--/g, '_')).join('_');
}

/** A resource, or a module. */
export type Addressed = TerraformResource | TerraformModule;

export function isAddressed(construct: unknown): construct is Addressed {
  return TerraformResource.isTerraformResource(construct) || construct instanceof TerraformModule;
}

/** Returns `platform_group.payments`, or `module.network`. */
export function addressOf(element: Addressed): string {
  return `${addressPrefix(element)}${element.friendlyUniqueId}`;
}

/** Returns the address without the name: `platform_group.`, or `module.`. */
export function addressPrefix(element: Addressed): string {
  return TerraformResource.isTerraformResource(element) ? `${element.terraformResourceType}.` : 'module.';
}

function withoutLookups(path: Path): Path {
  return path.filter((id) => !omitted.has(id));
}
