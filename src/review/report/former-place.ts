/**
 * Finds the former path of a renamed construct: the path with the former name of its object, if that is the path of the former address.
 * A state contains addresses only.
 */
import { createHash } from 'node:crypto';
import { toTerraformName } from '../../base/text/terraform-name';
import { movedCall, wasAtCall } from '../../base/text/state-blocks';

interface Renamed {
  /** The path of the construct, with its stack. */
  readonly construct?: string;
  /** The path of the object before the change. */
  readonly from: string;
  readonly fromAddress: string;
  readonly call?: string;
}

/** Returns the object with the call for its former path, which also moves everything in its scope. */
export function withFormerPath<T extends Renamed>(one: T): T {
  const { construct, from, fromAddress, call } = one;
  if (construct === undefined || call === undefined) return one;
  const [stack = '', ...path] = construct.split('/');
  const former = from.slice(from.lastIndexOf('/') + 1);
  const name = fromAddress.slice(fromAddress.lastIndexOf('.') + 1);
  for (const index of path.keys()) {
    const candidate = path.with(index, former);
    if (!hasName(candidate, name)) continue;
    const place = candidate.slice(0, index + 1).join('/');
    const isWhole = index === path.length - 1;
    const scope = [stack, ...path.slice(0, index + 1)].join('/');
    return { ...one, construct: scope, call: isWhole ? wasAtCall('x', place) : movedCall('x', place) };
  }
  return one;
}

/** Returns true if a resource at a path has the name in its address. */
function hasName(path: readonly string[], name: string): boolean {
  return toTerraformName(path) === name || (path.length > 1 && name.endsWith(`_${toHash(path)}`));
}

/** Returns the hash that CDK for Terraform appends to the name of a nested construct. */
function toHash(path: readonly string[]): string {
  const components = path.filter((id) => id !== 'Default').join('/');
  return createHash('md5').update(components).digest('hex').slice(0, 8).toUpperCase();
}
