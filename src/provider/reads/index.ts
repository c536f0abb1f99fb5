/** Reads of single objects, answered out of lists where that is cheaper; gone only on proof. Source: DESIGN §5. */
import { rootUid } from '../../api';
import { isNotFound, type Client } from '../../client';
import { offers, type Declaration } from '../../schema';
import type { Reads } from '../configured';
import { holderKind } from '../../resources';
import { createWitness } from './gone';
import { createShelf, type Shelf } from './shelf';
import { createWalk, type Walk } from './walk';

export interface ReadsOptions {
  /** Whether lists may be used at all. */
  readonly bulk: boolean;
}

/** For one run of Terraform: what was read is kept as long. */
export function createReads(client: Client, { bulk }: ReadsOptions): Reads {
  const shelves = new Map<string, Shelf>();
  const walks = new Map<string, Walk>();
  const witness = createWitness(client);
  const holder = holderKind();

  function shelfOf(declaration: Declaration, uid: string): Shelf {
    const root = rootUid(uid);
    const walk = walks.get(root) ?? createWalk();
    walks.set(root, walk);
    const key = `${declaration.kind} ${root}`;
    const shelf = shelves.get(key) ?? createShelf(client, declaration, walk);
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
