/** The Terraform addresses of objects whose group is their scope: their path, without the hash of CDKTF. */
import { TerraformModule, TerraformResource, TerraformStack, type TerraformElement } from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import { snakeCase } from '../../src/model/api';
import { declarations } from '../../src/model/kinds';
import type { Declaration } from '../../src/model/schema';
import { isTerraformName, replaceDots, shortHash, toTerraformName } from '../../src/base/text/terraform-name';

/** Returns the id of the construct in a stack that contains the shared look-ups of a kind. */
export function getFolder({ collection }: Declaration): string {
  return `platform-${snakeCase(collection).replaceAll('_', '-')}`;
}

/** The id of the data source in the scope of the group that it finds. */
export const LOOKUP_ID = 'Resource';

/** The ids of the constructs that contain shared look-ups. */
const folders = new Set(declarations.map(getFolder));

/**
 * Returns the id of a construct in its scope. The library of constructs finds the members of every JavaScript object, such as
 * `constructor`, in each scope.
 */
export function toConstructId(id: string): string {
  return id in Object.prototype ? `${id}_${shortHash(id)}` : id;
}

/** The ids of a construct and its scopes in the stack. */
export type ConstructPath = readonly string[];

export type GetPath = (construct: Construct) => ConstructPath;

/** Returns the path of a construct in its stack. */
export function pathIn({ node }: IConstruct): ConstructPath {
  const stack = node.scopes.findIndex((scope) => TerraformStack.isStack(scope));
  return node.scopes.slice(stack + 1).map((scope) => scope.node.id);
}

/** Returns the path of a construct in its stack as a name in Terraform: `acme_payments_ci`. */
export function pathName(construct: Construct): string {
  return readableName(pathIn(construct));
}

/** Returns a path as a name in Terraform, without the ids of look-ups. */
export function readableName(path: ConstructPath): string {
  return toTerraformName(withoutLookups(path));
}

/** Gives a look-up its path as its address, if each id is a name in Terraform. Others keep the hash, which is unique. */
export function setReadableAddress(lookup: TerraformElement): void {
  const path = withoutLookups(pathIn(lookup));
  if (path.every((id) => /^[A-Za-z][\w-]*$/.test(id)) || !isTerraformName(lookup.cdktfStack.getLogicalId(lookup)))
    lookup.overrideLogicalId(toTerraformName(path));
}

/**
 * Gives a resource its path as its address, if the address of CDKTF is no name in Terraform, or lacks characters of the id
 * and therefore may be the one of another resource.
 */
export function setValidAddress(resource: TerraformElement): void {
  const path = pathIn(resource);
  // Not `friendlyUniqueId`: reading it fixes the address.
  const isAmbiguous = path.length === 1 && toTerraformName(path) !== path[0];
  // CDKTF omits these ids from addresses, and fails without others.
  const isHidden = path.every((id) => id === 'Default');
  if (isAmbiguous || isHidden || !isTerraformName(resource.cdktfStack.getLogicalId(resource)))
    resource.overrideLogicalId(readableName(path));
}

/** A resource, or a module. */
export type Addressed = TerraformResource | TerraformModule;

export function isAddressed(construct: unknown): construct is Addressed {
  return TerraformResource.isTerraformResource(construct) || construct instanceof TerraformModule;
}

/** Returns `platform_group.payments`, or `module.network`. The token `fqn` would become an expression. */
export function getAddress(element: Addressed): string {
  return `${addressPrefix(element)}${element.friendlyUniqueId}`;
}

/** Returns the address without the name: `platform_group.`, or `module.`. */
export function addressPrefix(element: Addressed): string {
  return TerraformResource.isTerraformResource(element) ? `${element.terraformResourceType}.` : 'module.';
}

function withoutLookups(path: ConstructPath): ConstructPath {
  return path.flatMap((id, index) => {
    if (folders.has(id) || id === LOOKUP_ID) return [];
    // The id of a look-up is the name of an object.
    return [folders.has(path[index - 1] ?? '') ? replaceDots(id) : id];
  });
}
