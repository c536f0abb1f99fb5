/** Counts the requests of all reads beneath one root, to compare single reads with a list. */
import { commonAncestor, isWithin } from '../../api';

/** How many objects of a kind are read singly before a list is considered: a small configuration never lists a large organization. */
const SINGLE_READS_FIRST = 5;

/** What all reads beneath one root have cost so far. */
export interface RefreshBudget {
  /** Records that an object in this group is asked for. */
  ask(parentUid: string): void;
  /** The deepest group above everything that was asked for. */
  scope(): string | undefined;
  /**
   * How many objects of a kind to read singly before listing it. None, once enough objects of any kind were asked for to
   * show that the configuration is not small: otherwise each of many kinds would pay for finding that out again.
   */
  singleReadsFirst(): number;
  /** Single reads that a list would have saved, less the further pages that were read because of them. */
  credit(): number;
  readSingly(): void;
  readFurtherPage(): void;
}

export function createRefreshBudget(): RefreshBudget {
  let scope: string | undefined;
  let asked = 0;
  let singleReads = 0;
  let furtherPages = 0;
  return {
    ask(parentUid) {
      asked++;
      scope = including(scope, parentUid);
    },
    scope: () => scope,
    singleReadsFirst: () => (asked > 2 * SINGLE_READS_FIRST ? 0 : SINGLE_READS_FIRST),
    credit: () => singleReads - furtherPages,
    readSingly() {
      singleReads++;
    },
    readFurtherPage() {
      furtherPages++;
    },
  };
}

/** The deepest group above everything so far and this. */
export function including(scope: string | undefined, uid: string): string | undefined {
  if (scope === undefined) return uid;
  return isWithin(uid, scope) ? scope : commonAncestor([scope, uid]);
}
