/**
 * Decides if lists show every object of a kind in a group. A list contains only what the caller may see and is never denied
 * (contract L8), so an object that it lacks may exist.
 */
import { parentUid, rootUid } from '../../model/api';
import { onceFor } from '../../base/cache/once-for';
import { ApiError, type Whoami } from '../../client';
import { holdsCapability } from '../../client/internal';
import { containerKind, getGroupUid } from '../../model/kinds';
import type { Declaration } from '../../model/schema';
import { collectionInWords } from '../messages/subject';
import type { TokenIdentity } from './token-identity';

export type Sight =
  | { readonly is: 'complete' }
  /**
   * `createOnly`: the token may create such objects, and may not list them. `unknown`: its access is not shown, or cannot be
   * read. `why`: a sentence.
   */
  | { readonly is: 'createOnly' | 'unknown'; readonly why: string };

export type Visibility = ReturnType<typeof createVisibility>;

export function createVisibility(identity: TokenIdentity) {
  /** The groups of objects that the token has seen, by kind; for groups, the groups that it has seen. */
  const getSeen = onceFor((_declaration: Declaration) => new Set<string>());

  /** Returns true if the token has seen an object that it can only see with access to all of its kind in the group. */
  function isProved(declaration: Declaration, group: string, self: Whoami | undefined): boolean {
    const uids = getSeen(declaration);
    if (uids.has(group)) return true;
    if (declaration !== containerKind || self === undefined) return false;
    // A group that has access of its own is visible without its siblings.
    const hasOwn = (uid: string) =>
      self.capabilities.some((grant) => grant.group === uid && grant.capabilities.includes(verb(declaration, 'list')));
    return [...uids].some((uid) => parentUid(uid) === group && !hasOwn(uid));
  }

  function findSight(declaration: Declaration, group: string, self: Whoami): Sight {
    const [list, create] = [verb(declaration, 'list'), verb(declaration, 'create')];
    if (holdsCapability(self, list, group) || isProved(declaration, group, self)) return { is: 'complete' };
    const objects = collectionInWords(declaration);
    if (holdsCapability(self, create, group))
      return {
        is: 'createOnly',
        why: `This token can create ${objects} in ${group} (${create}), but not list them (${list}).`,
      };
    const why = `This token may not see all ${objects} in ${group}: its access, as GET /auth/v1/ok shows it, does not contain ${list} there.`;
    return { is: 'unknown', why };
  }

  return {
    /** Records an object that a read or a list has returned: it proves that the token can list its kind in its group. */
    saw(declaration: Declaration, uid: string): void {
      const group = declaration === containerKind ? uid : getGroupUid(declaration, uid);
      if (group !== undefined) getSeen(declaration).add(group);
    },
    /** Starts the request that `of` needs, so that it runs in parallel with other requests. */
    prepare: (signal: AbortSignal) => void identity.read(signal).catch(() => undefined),
    /** Returns what lists show of the kind in a group, or without `group` in all organizations of the token. */
    async of(declaration: Declaration, group: string | undefined, signal: AbortSignal): Promise<Sight> {
      if (group !== undefined && isProved(declaration, group, undefined)) return { is: 'complete' };
      let self: Whoami;
      try {
        self = await identity.read(signal);
      } catch (error) {
        signal.throwIfAborted();
        const reason = ApiError.from(error).explanation;
        const place = group === undefined ? '' : ` in ${group}`;
        const why = `It is unknown whether this token can list all ${collectionInWords(declaration)}${place}: GET /auth/v1/ok failed (${reason}).`;
        return { is: 'unknown', why };
      }
      const groups =
        group === undefined ? [...new Set(self.capabilities.map((grant) => rootUid(grant.group)))] : [group];
      const sights = groups.map((uid) => findSight(declaration, uid, self));
      const hidden = sights.find(({ is }) => is !== 'complete');
      if (hidden?.is === 'createOnly' && group !== undefined)
        return findSight(declaration, group, await identity.readLatest(signal).catch(() => self));
      if (sights.length > 0) return hidden ?? { is: 'complete' };
      const why = `This token may not see all ${collectionInWords(declaration)}: its access, as GET /auth/v1/ok shows it, contains no group.`;
      return { is: 'unknown', why };
    },
  };
}

function verb({ capability }: Declaration, operation: 'list' | 'create'): string {
  return `${capability}.${operation}`;
}
