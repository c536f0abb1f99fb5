/** Proves that an object is deleted: "not found" alone may also mean a wrong address or token (contract E4). */
import { type ApiError, type Client, isNotFound } from '../../client';
import { containerKind, getGroupUid } from '../../model/kinds';
import { type Declaration, findParentUid } from '../../model/schema';
import type { Propagation } from './propagation';
import { shareWork } from '../../client/internal';

/** Repeats requests about new objects. */
export type Retrying = Pick<Propagation, 'retryWhilePropagating'>;

export function createDeletionCheck(client: Client, propagation: Retrying) {
  /** The reads of groups, each for all that ask at the same time: does the group exist? */
  const groups = new Map<string, (signal: AbortSignal) => Promise<boolean>>();

  async function ask(groupUid: string, signal: AbortSignal): Promise<boolean> {
    try {
      await propagation.retryWhilePropagating({ uid: groupUid }, { signal }, () =>
        client.get(containerKind, groupUid, { signal }),
      );
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  /** Only the answer that the group exists is kept. */
  async function exists(groupUid: string, signal: AbortSignal): Promise<boolean> {
    const asked = groups.get(groupUid) ?? shareWork((shared) => ask(groupUid, shared));
    groups.set(groupUid, asked);
    let isFound = false;
    try {
      return (isFound = await asked(signal));
    } finally {
      if (!isFound && groups.get(groupUid) === asked) groups.delete(groupUid);
    }
  }

  return {
    saw: (groupUid: string) => void groups.set(groupUid, () => Promise.resolve(true)),
    forget: (groupUid: string) => void groups.delete(groupUid),
    /**
     * Throws unless the object that was not found (`missing`) is certainly deleted: a group above it must exist, or the address
     * or the token may be wrong. For an object outside of all groups, the error of the service is enough.
     */
    async confirmDeleted(declaration: Declaration, uid: string, missing: ApiError, signal: AbortSignal): Promise<void> {
      const above = getGroupUid(declaration, uid);
      for (let group = above; group !== undefined; group = findParentUid(containerKind, group)) {
        try {
          if (await exists(group, signal)) return;
        } catch (error) {
          throw doubtful(missing, `its group ${group} cannot be read either: ${(error as Error).message}`);
        }
      }
      if (above !== undefined) throw doubtful(missing, 'none of the groups above it was found either');
    },
  };
}

/** Returns the error with another code than NOT_FOUND, which would count as proof (contract E4). */
function doubtful(missing: ApiError, why: string): ApiError {
  return missing.with({
    code: 'FAILED_PRECONDITION',
    reason: undefined,
    resourceInfo: undefined,
    explanation: `${missing.explanation}. This does not prove that the object was deleted: ${why}. Check that the address and the token belong to its organization.`,
    cause: missing,
  });
}
