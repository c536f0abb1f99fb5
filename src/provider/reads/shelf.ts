/**
 * The objects of one kind beneath one root, as far as lists have shown them. Reads come one at a time, so whether a list
 * pays is decided as they come, by what has been spent already. Source: DESIGN §5, Refresh.
 */
import { commonAncestor } from '../../api';
import type { Client } from '../../client';
import { unlessAborted } from '../../client/abortable';
import { holderUid, type Declaration } from '../../schema';
import type { ApiObject } from '../configured';
import { isUnlistable, openListing, type Listing } from './listing';
import type { Walk } from './walk';

export interface Shelf {
  /** The object out of a list; `undefined` when a single read is cheaper, or must decide. */
  find(uid: string, signal: AbortSignal): Promise<ApiObject | undefined>;
  /** What a list says, or said, of the object is not true any more. */
  forget(uid: string): void;
}

export function createShelf(client: Client, declaration: Declaration, walk: Walk): Shelf {
  const objects = new Map<string, ApiObject>();
  const changed = new Set<string>();
  let scope: string | undefined;
  let listing: Listing | undefined;
  let unlistable = false;
  /** Single reads of objects that no list of ours covers. */
  let uncovered = 0;

  function open(beneath: string): Listing {
    uncovered = 0;
    return openListing(client, declaration, beneath, walk, (uid, object) => {
      if (!changed.has(uid)) objects.set(uid, object);
    });
  }

  return {
    async find(uid, signal) {
      const holder = holderUid(declaration, uid);
      if (holder === undefined || changed.has(uid)) return undefined;
      walk.ask(holder);
      scope = scope === undefined ? holder : commonAncestor([scope, holder]);
      while (!unlistable) {
        const known = objects.get(uid);
        if (known !== undefined) return known;
        if (listing?.covers(uid) !== true) {
          const wait = walk.singleReadsFirst();
          const beneath = wait === 0 ? walk.scope() : scope;
          if (uncovered < wait || beneath === undefined) {
            uncovered++;
            break;
          }
          listing = open(beneath);
        }
        // Not in the list although it is read to its end: a single read must tell whether it is gone.
        if (listing.pagesLeft() === 0) return undefined;
        // What the rest of the list costs would by now have been saved by reading it at once.
        if (listing.begun() && listing.pagesLeft() > walk.credit()) break;
        try {
          // The page comes for the others too when one of those who wait for it is cancelled.
          await unlessAborted(listing.readPage(), signal);
        } catch (error) {
          signal.throwIfAborted();
          listing = undefined;
          uncovered = Infinity;
          if (!isUnlistable(error)) throw error;
          unlistable = true;
        }
      }
      walk.readSingly();
      return undefined;
    },
    forget(uid) {
      objects.delete(uid);
      changed.add(uid);
    },
  };
}
