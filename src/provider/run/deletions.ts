/** Deletes each object once in a run, even if two resources delete it. */
import type { Declaration } from '../../schema';

export interface Deletions {
  /** Returns the deletion of the object that this run has sent already, or runs `work`, also after a failed deletion. */
  once(declaration: Declaration, uid: string, work: () => Promise<void>): Promise<void>;
}

export function createDeletions(): Deletions {
  const deletions = new Map<string, Promise<void>>();
  return {
    once({ kind }, uid, work) {
      const key = `${kind} ${uid}`;
      const deletion = deletions.get(key)?.catch(work) ?? work();
      deletions.set(key, deletion);
      return deletion;
    },
  };
}
