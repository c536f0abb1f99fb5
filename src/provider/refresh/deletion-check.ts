/** Proves that an object is deleted: "not found" alone may also mean a wrong address or token (contract E4). */
import { type ApiError, type Client, isNotFound } from '../../client';
import { containerKind, getGroupUid } from '../../model/kinds';
import { type Declaration, parentUidOf } from '../../model/schema';
import type { Propagation } from './propagation';

/** Repeats requests about new objects. */
export type Retrying = Pick<Propagation, 'retryWhilePropagating'>;

export function createDeletionCheck(client: Client, propagation: Retrying) {
  const existing = new Set<string>();
  const asking = new Map<string, Promise<boolean>>();

  async function ask(groupUid: string, signal: AbortSignal): Promise<boolean> {
    try {
      await propagation.retryWhilePropagating({ uid: groupUid }, { signal }, () =>
        client.get(containerKind, groupUid, { signal }),
      );
      existing.add(groupUid);
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  function exists(groupUid: string, signal: AbortSignal): Promise<boolean> {
    if (existing.has(groupUid)) return Promise.resolve(true);
    const asked = asking.get(groupUid) ?? ask(groupUid, signal).finally(() => asking.delete(groupUid));
    asking.set(groupUid, asked);
    return asked;
  }

  return {
    saw: (groupUid: string) => void existing.add(groupUid),
    forget: (groupUid: string) => void existing.delete(groupUid),
    /**
     * Throws unless the object that was not found (`missing`) is certainly deleted: a group above it must exist, or the address
     * or the token may be wrong. For an object outside of all groups, the error of the service is enough.
     */
    async confirmDeleted(declaration: Declaration, uid: string, missing: ApiError, signal: AbortSignal): Promise<void> {
      const above = getGroupUid(declaration, uid);
      for (let group = above; group !== undefined; group = parentUidOf(containerKind, group)) {
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
