/** Names for objects without a name, for example an invite without a recipient: the path of their construct. */
import { UNKNOWN_UNTIL_APPLY } from '../organization/objects/paths';
import type { Origin } from '../input/plan/synthesized';

interface NamedObject extends Partial<Origin> {
  readonly path: string;
  readonly from?: string | undefined;
  readonly name?: string;
  readonly address: string;
}

/**
 * Returns the object with the path of its construct instead of its address, if the address was used as a name. If the path is
 * unknown, appends the construct or the address. For display only: findings and digests keep the address.
 */
export function withConstructName<T extends NamedObject>(one: T): T {
  const { path, from, name, address, construct } = one;
  const id = construct?.slice(construct.indexOf('/') + 1);
  const renamed = (text: string) => (id === undefined ? text : text.replace(address, () => id));
  const isUnknown = path.includes(UNKNOWN_UNTIL_APPLY) && !path.includes(address);
  if (id === undefined && !isUnknown) return one;
  return {
    ...one,
    path: isUnknown ? `${path} (${id ?? address})` : renamed(path),
    ...(from !== undefined && { from: renamed(from) }),
    ...(name !== undefined && { name: renamed(name) }),
  };
}
