/** Reads of single objects, answered out of lists where that is cheaper; gone only on proof. What all reads beneath one root share decides when. */
import { commonAncestor, rootUid } from '../../api';
import { type Client, isNotFound } from '../../client';
import { containerKind } from '../../resources';
import { type Declaration, offers } from '../../schema';
import type { Reads } from '../session';
import { createDeletionCheck } from './confirm-deleted';
import { createListCache, type ListCache } from './list-cache';

export interface ReadsOptions {
  /** Whether lists may be used at all. */
  readonly bulk: boolean;
}

/** For one run of Terraform: what was read is kept as long. */
export function createReads(client: Client, { bulk }: ReadsOptions): Reads {
  const shelves = new Map<string, ListCache>();
  const walks = new Map<string, RefreshBudget>();
  const witness = createDeletionCheck(client);
  const holder = containerKind();

  function shelfOf(declaration: Declaration, uid: string): ListCache {
    const root = rootUid(uid);
    const walk = walks.get(root) ?? createRefreshBudget();
    walks.set(root, walk);
    const key = `${declaration.kind} ${root}`;
    const shelf = shelves.get(key) ?? createListCache(client, declaration, walk);
    shelves.set(key, shelf);
    return shelf;
  }

  return {
    async read(declaration, uid, signal) {
      const listed =
        bulk && offers(declaration, 'list') ? await shelfOf(declaration, uid).find(uid, signal) : undefined;
      if (listed !== undefined) return listed;
      try {
        const object = await client.get(declaration, uid, { signal });
        if (declaration === holder) witness.saw(uid);
        return object;
      } catch (error) {
        if (!isNotFound(error)) throw error;
        await witness.confirmGone(declaration, uid, error, signal);
        return undefined;
      }
    },
    invalidate(declaration, uid) {
      shelfOf(declaration, uid).forget(uid);
      if (declaration === holder) witness.forget(uid);
    },
  };
}

/** So many objects of a kind are read singly before a list is thought of: a small configuration never lists a large organization. */
const SINGLE_READS_FIRST = 5;

export interface RefreshBudget {
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

function createRefreshBudget(): RefreshBudget {
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
