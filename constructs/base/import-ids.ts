/** The existing objects that resources import: from `importFrom`, or from a file of imports for everything in a scope. */
import type { TerraformResource } from 'cdktf';
import type { IConstruct } from 'constructs';

/** Returns the uid of the object that a resource imports. */
type FindImport = (resource: TerraformResource) => string | undefined;

const own = new WeakMap<IConstruct, string>();
const inScope = new WeakMap<IConstruct, FindImport[]>();

/** Remembers the object that one resource imports. */
export function rememberImport(resource: TerraformResource, id: string): void {
  own.set(resource, id);
}

/** Adds imports for everything in a scope, including constructs that are added later. */
export function addImports(scope: IConstruct, find: FindImport): void {
  inScope.set(scope, [...(inScope.get(scope) ?? []), find]);
}

/** Returns the id that `importFrom` was given. */
export function ownImportId(resource: TerraformResource): string | undefined {
  return own.get(resource);
}

/** Returns the id of the object that a resource imports; undefined if Terraform creates it. */
export function findImportId(resource: TerraformResource): string | undefined {
  const found = own.get(resource);
  if (found !== undefined) return found;
  for (const scope of resource.node.scopes)
    for (const find of inScope.get(scope) ?? []) {
      const id = find(resource);
      if (id !== undefined) return id;
    }
  return undefined;
}
