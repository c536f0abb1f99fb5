/** Counts the requests of all reads under one root, to compare single reads with a list. */
import { commonAncestor, isWithin } from '../../model/api';

/** The number of single reads of a kind before a list is considered: a small configuration never lists a large organization. */
const SINGLE_READS_FIRST = 5;

/** The cost of all reads under one root so far. */
export type RefreshBudget = ReturnType<typeof createRefreshBudget>;

export function createRefreshBudget() {
  let scope: string | undefined;
  let asked = 0;
  let singleReads = 0;
  let furtherPages = 0;
  return {
    ask(groupUid: string): void {
      asked++;
      scope = including(scope, groupUid);
    },
    scope: () => scope,
    /**
     * Returns the number of single reads of a kind before a list. It is 0 once enough objects of any kind were requested to show
     * that the configuration is not small: otherwise each kind would pay again to find that out.
     */
    singleReadsFirst: () => (asked > 2 * SINGLE_READS_FIRST ? 0 : SINGLE_READS_FIRST),
    /** Returns the number of single reads that a list would have saved, minus the further pages read because of them. */
    credit: () => singleReads - furtherPages,
    readSingly: () => void singleReads++,
    readFurtherPage: () => void furtherPages++,
  };
}

/** Returns the deepest group above the scope so far and this group. */
export function including(scope: string | undefined, uid: string): string | undefined {
  if (scope === undefined) return uid;
  return isWithin(uid, scope) ? scope : commonAncestor([scope, uid]);
}
