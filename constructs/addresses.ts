/** The addresses in Terraform of objects that take their group from their scope: their path, without CDKTF's hash. */
import { TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { snakeCase } from '../src/api';
import { declarations } from '../src/resources';
import type { Declaration } from '../src/schema';

/** Returns the id of the construct in a stack that contains the shared look-ups of a kind. */
export function folderOf({ collection }: Declaration): string {
  return `platform-${snakeCase(collection).replaceAll('_', '-')}`;
}

/** Addresses omit these. */
const folders = new Set(declarations.map(folderOf));

/** Returns the path of a construct in its stack as a name in Terraform: `acme_payments_ci`. */
export function pathName({ node }: Construct): string {
  const stack = node.scopes.findIndex((scope) => TerraformStack.isStack(scope));
  const ids = node.scopes.slice(stack + 1).map((scope) => scope.node.id);
  return nameOf(ids.filter((id) => !folders.has(id)));
}

/** Returns texts as one name in Terraform, which consists of letters, digits, `_` and `-`. */
export function nameOf(parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll(/[^A-Za-z0-9_-]+|--/g, '_')).join('_');
}
