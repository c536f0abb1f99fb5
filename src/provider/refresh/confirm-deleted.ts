/** Whether "not found" means that an object is gone, or only that we ask in the wrong place. */
import { type ApiError, type Client, isNotFound } from '../../client';
import { containerKind } from '../../resources';
import { type Declaration, parentUidOf } from '../../schema';

export interface DeletionCheck {
  /** A group has answered. */
  saw(groupUid: string): void;
  /** A group may not be there any more. */
  forget(groupUid: string): void;
  /**
   * Throws unless the object that was not found (`missing`) is surely gone: the nearest group above it that exists
   * answers in this process. What has no group above it is gone on the service's own word.
   */
  confirmGone(declaration: Declaration, uid: string, missing: ApiError, signal: AbortSignal): Promise<void>;
}

export function createDeletionCheck(client: Client): DeletionCheck {
  const groups = containerKind();
  const answered = new Set<string>();
  const asking = new Map<string, Promise<boolean>>();

  async function ask(groupUid: string, signal: AbortSignal): Promise<boolean> {
    try {
      await client.get(groups, groupUid, { signal });
      answered.add(groupUid);
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  function answers(groupUid: string, signal: AbortSignal): Promise<boolean> {
    if (answered.has(groupUid)) return Promise.resolve(true);
    const asked = asking.get(groupUid) ?? ask(groupUid, signal).finally(() => asking.delete(groupUid));
    asking.set(groupUid, asked);
    return asked;
  }

  return {
    saw: (groupUid) => void answered.add(groupUid),
    forget: (groupUid) => void answered.delete(groupUid),
    async confirmGone(declaration, uid, missing, signal) {
      const above = parentUidOf(declaration, uid);
      for (let group = above; group !== undefined; group = parentUidOf(groups, group)) {
        try {
          if (await answers(group, signal)) return;
        } catch (error) {
          throw doubtful(missing, `its group ${group} does not answer either: ${(error as Error).message}`);
        }
      }
      if (above !== undefined) throw doubtful(missing, 'none of the groups above it is there either');
    },
  };
}

/** Not an error of the code NOT_FOUND: nobody may take it for a proof. */
function doubtful(missing: ApiError, why: string): ApiError {
  return missing.with({
    code: 'FAILED_PRECONDITION',
    reason: undefined,
    resourceInfo: undefined,
    explanation: `${missing.explanation}. This does not prove that it is gone: ${why}. Check that the address and the token belong to the organization in which it was created.`,
    cause: missing,
  });
}
