/** Groups what accepts workloads by their owners. */
import { visible } from '../../base/text/visible';
import { few } from '../../base/text/words';
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

/**
 * Returns the owners of each platform.
 *
 * @param isUsualName returns false for a name without an id that does not mean the owner with an id and this name. @default every name does
 */
export function groupOwners<T>(
  accepted: readonly Accepted<T>[],
  isUsualName: (owner: RequiredOwner) => boolean = () => true,
): readonly (readonly AcceptedOwner<T>[])[] {
  return [...groupBy(accepted, ({ owner }) => owner.platform).values()].map((all) =>
    [...groupBy(all, createOwnerKey(all, isUsualName)).values()].map((ofOwner) => {
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
function createOwnerKey<T>(
  all: readonly Accepted<T>[],
  isUsualName: (owner: RequiredOwner) => boolean,
): (accepted: Accepted<T>) => string {
  const ids = groupBy(
    all.filter(({ owner: { name } }) => name !== undefined),
    ({ owner: { name = '', platform } }) => `${platform}:${name}`.toLowerCase(),
  );
  return ({ owner }) => {
    const { identity } = owner;
    if (!isUsualName(owner)) return identity;
    const named = new Set(ids.get(identity.toLowerCase())?.map(({ owner }) => owner.identity));
    return named.size === 1 ? [...named].join() : identity;
  };
}

/** Returns `"github:1" acme`. */
export function ownerText({ entries, name }: Pick<AcceptedOwner<unknown>, 'entries' | 'name'>): string {
  return `${entries.map((entry) => JSON.stringify(entry)).join(', ')}${name === undefined ? '' : ` ${name}`}`;
}

/** An owner whose workloads the identities accept, as a person confirms it. */
export interface TrustedOwner {
  /** The entry in the rules of the organization. */
  readonly entry: string;
  /** The entries for its other trust policies. @default none */
  readonly otherEntries?: readonly string[];
  /** The name of an owner with an id, if a trust policy has it. */
  readonly name: string | undefined;
  /** The paths of the identities. */
  readonly identities: readonly string[];
  /** The strongest role of these identities with its group. @default none */
  readonly role: string | undefined;
}

/** Returns `"github:1" (acme)`. */
export function trustedOwnerName({
  entry,
  otherEntries = [],
  name,
}: Pick<TrustedOwner, 'entry' | 'otherEntries' | 'name'>): string {
  const text = [entry, ...otherEntries].map((declared) => JSON.stringify(declared)).join(', ');
  return name === undefined ? text : `${text} (${name})`;
}

/** Returns the entry to paste, the identities and their access: `"github:1" (acme): acme/payments/ci, owner in acme`. */
export function trustedOwnerText(owner: TrustedOwner): string {
  return createOwnerText(owner, few);
}

function createOwnerText(
  { identities, role = 'no role', ...owner }: TrustedOwner,
  toList: (names: readonly string[]) => string,
): string {
  return `${trustedOwnerName(owner)}: ${toList(identities)}, ${identities.length > 1 ? 'at most ' : ''}${role}`;
}

/** Returns the same as one line. */
export function trustedOwnerLine(owner: TrustedOwner): string {
  return visible(trustedOwnerText(owner));
}

/** Returns the line with all identities, for a file. */
export function completeOwnerLine(owner: TrustedOwner): string {
  return visible(createOwnerText(owner, (names) => names.join(', ')));
}
