/** Groups what accepts workloads by their owners. */
import { groupBy } from '../graph/paths';
import type { RequiredOwner } from '../trust';

/** Something that accepts workloads of an owner. */
export interface Accepted<T> {
  readonly owner: RequiredOwner;
  readonly by: T;
}

/** An owner, and everything that accepts its workloads, each once. */
export interface AcceptedOwner<T> extends Pick<RequiredOwner, 'platformName' | 'noun' | 'isByName'> {
  /** The entries of `owners` that declare it: an id, and a name for trust policies without the id. */
  readonly entries: readonly [string, ...string[]];
  readonly name: string | undefined;
  readonly by: readonly [T, ...T[]];
}

/** Returns the owners of each platform. */
export function groupOwners<T>(accepted: readonly Accepted<T>[]): readonly (readonly AcceptedOwner<T>[])[] {
  return [...groupBy(accepted, ({ owner }) => owner.platform).values()].map((all) =>
    [...groupBy(all, createOwnerKey(all)).values()].map((ofOwner) => {
      const owners = ofOwner.map(({ owner }) => owner);
      const [{ platformName, noun }] = owners as [RequiredOwner];
      return {
        ...{ platformName, noun, isByName: owners.some(({ isByName }) => isByName) },
        entries: [...new Set(owners.map(({ identity }) => identity))] as [string, ...string[]],
        name: owners.find(({ name }) => name !== undefined)?.name,
        by: [...new Set(ofOwner.map(({ by }) => by))] as [T, ...T[]],
      };
    }),
  );
}

/** Returns the key of an owner: a trust policy without the id means the owner of that name, unless two have it. */
function createOwnerKey<T>(all: readonly Accepted<T>[]): (accepted: Accepted<T>) => string {
  const ids = groupBy(
    all.filter(({ owner: { name } }) => name !== undefined),
    ({ owner: { name = '', platform } }) => `${platform}:${name}`.toLowerCase(),
  );
  return ({ owner: { identity } }) => {
    const named = new Set(ids.get(identity.toLowerCase())?.map(({ owner }) => owner.identity));
    return named.size === 1 ? [...named].join() : identity;
  };
}

/** Returns `"github:1" acme`. */
export function ownerText({ entries, name }: Pick<AcceptedOwner<unknown>, 'entries' | 'name'>): string {
  return `${entries.map((entry) => JSON.stringify(entry)).join(', ')}${name === undefined ? '' : ` ${name}`}`;
}
