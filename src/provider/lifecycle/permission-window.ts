/**
 * Right after a group is created, calls in it may be refused for a while, and after a root group even the token may.
 * Such refusals are waited out, in groups that this run created and for as long as that can last; everywhere else a
 * refusal is a refusal. Source: not-shown "Facts to design for".
 */
import { isWithin, type Code } from '../../api';
import { ApiError } from '../../client';
import type { Time } from '../time';

/** How long a new group may refuse. Milliseconds. */
const WINDOW_MS = 30_000;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 4_000;

export interface PermissionWindow {
  /** An object has just been created here. */
  opened(uid: string): void;
  /** Does `work`, again and again while it is refused at `scopeUid` for this reason. */
  through<T>(scopeUid: string | undefined, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export function createPermissionWindow(time: Time): PermissionWindow {
  const openedAt = new Map<string, number>();

  /** When calls at the scope are surely answered rightly: the latest end of any window around it. */
  function closesAt(scopeUid: string, code: Code): number {
    let end = -Infinity;
    for (const [uid, at] of openedAt) {
      const isRefusal = code === 'PERMISSION_DENIED' || (code === 'UNAUTHENTICATED' && !uid.includes('/'));
      if (isRefusal && isWithin(scopeUid, uid)) end = Math.max(end, at + WINDOW_MS);
    }
    return end;
  }

  return {
    opened: (uid) => void openedAt.set(uid, time.now()),
    async through(scopeUid, signal, work) {
      for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
        try {
          return await work();
        } catch (error) {
          const left = scopeUid === undefined ? 0 : closesAt(scopeUid, ApiError.from(error).code) - time.now();
          if (left <= 0) throw error;
          await time.sleep(Math.min(wait, left), signal);
        }
      }
    },
  };
}
