/** What all reads beneath one root have in common, whatever their kind: what was asked so far, and what it has cost. */
import { commonAncestor } from '../../api';

/** So many objects of a kind are read singly before a list is thought of: a small configuration never lists a large organization. */
export const SINGLE_READS_FIRST = 5;

export interface Walk {
  /** Somebody asks for an object in this group. */
  ask(holderUid: string): void;
  /** The deepest group above everything that was asked for. */
  scope(): string | undefined;
  /**
   * How many objects of a kind to read singly before listing it: none any more once so much was asked for that the
   * configuration is plainly no small one. Otherwise each of many kinds would pay anew for learning the same.
   */
  singleReadsFirst(): number;
  /** Single reads made for want of a list, less the pages that were read on their account. */
  credit(): number;
  readSingly(): void;
  readFurtherPage(): void;
}

export function createWalk(): Walk {
  let scope: string | undefined;
  let asked = 0;
  let singleReads = 0;
  let furtherPages = 0;
  return {
    ask(holderUid) {
      asked++;
      scope = scope === undefined ? holderUid : commonAncestor([scope, holderUid]);
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
