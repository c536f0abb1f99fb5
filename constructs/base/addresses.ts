/** The addresses in Terraform of objects that take their group from their scope: their path, without CDKTF's hash. */
import { TerraformStack, type TerraformElement } from 'cdktf';
import type { Construct } from 'constructs';
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

/** Returns the path of a construct in its stack as a name in Terraform: `acme_payments_ci`. */
export function pathName(construct: Construct): string {
  return nameOf(pathIn(construct));
}

/** Gives a look-up its path as its address, if each id is a name in Terraform. Others keep the hash, which is unique. */
export function setReadableAddress(lookup: TerraformElement): void {
  const path = pathIn(lookup);
  if (path.every((id) => /^[A-Za-z][\w-]*$/.test(id))) lookup.overrideLogicalId(nameOf(path));
}

/** Returns texts as one name in Terraform, which consists of letters, digits, `_` and `-`. */
export function nameOf(parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll(/[^A-Za-z0-9_-]+|--/g, '_')).join('_');
}

/** Returns the ids of a construct and its scopes in the stack, without those of look-ups. */
function pathIn({ node }: Construct): string[] {
  const stack = node.scopes.findIndex((scope) => TerraformStack.isStack(scope));
  const ids = node.scopes.slice(stack + 1).map((scope) => scope.node.id);
  return ids.filter((id) => !omitted.has(id));
}
