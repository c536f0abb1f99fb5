/** Resources that Terraform forgets: it removes them from the state, and keeps their objects. */
import type { IConstruct } from 'constructs';
import { PACKAGE_NAME } from '../../src/model/api';

const UNMANAGED = Symbol.for(`${PACKAGE_NAME}/unmanaged`);

/** Marks a construct and everything in its scope, including constructs that are added later. */
export function markUnmanaged(construct: IConstruct): void {
  Object.defineProperty(construct, UNMANAGED, { value: true });
}

/** Returns true for a marked construct, and for everything in its scope. */
export function isUnmanaged(construct: IConstruct): boolean {
  // A synthesis asks several times for each resource, and `scopes` copies a list.
  for (let scope: IConstruct | undefined = construct; scope !== undefined; scope = scope.node.scope)
    if (UNMANAGED in scope) return true;
  return false;
}

/** Returns the block that makes Terraform forget an address, instead of the resource. */
export function removedBlockJson(from: string): unknown {
  return { removed: [{ from, lifecycle: { destroy: false } }] };
}

/**
 * Rejects HCL output for an unmanaged resource: without the block, Terraform would delete the object.
 *
 * @throws Error in every call.
 */
export function refuseHcl(from: string): never {
  throw new Error(
    `Cannot unmanage ${from}: CDKTF writes no "removed" block in HCL, and Terraform would delete the object. ` +
      'Synthesize JSON instead.',
  );
}
