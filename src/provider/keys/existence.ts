/** Answers whether an object with a natural key exists already: a create must not duplicate it. */
import type { Values } from '../../api';
import { type Client, isNotFound } from '../../client';
import { hasKey, type NaturalKey } from '../../client/find/natural-key';
import { type Declaration, offers } from '../../schema';
import { withoutExpired } from '../convert/expiry';
import { uidOf } from '../convert/to-state';
import type { Propagation } from '../refresh/propagation';
import type { RecentObjects } from '../refresh/recent-objects';
import { findExisting } from './find-existing';
import { findWithoutList } from './find-without-list';

export interface Existence {
  /** Returns the objects that have the key now. */
  find(declaration: Declaration, key: NaturalKey, signal: AbortSignal): Promise<Values[]>;
  /** Returns the same where the API has no readable list of the kind, or `undefined` if v1 has none either. */
  findWithoutList(declaration: Declaration, key: NaturalKey, signal: AbortSignal): Promise<Values[] | undefined>;
  /**
   * Returns the current form of listed objects that exist and have the key. A list that lags behind (contract F5) still shows
   * deleted objects and former values, so a single read decides. Without a readable object the list counts.
   */
  confirm(declaration: Declaration, key: NaturalKey, listed: readonly Values[], signal: AbortSignal): Promise<Values[]>;
  /** Returns the objects that have not expired by the service's clock. Only these conflict with others of their key. */
  unexpired(declaration: Declaration, objects: readonly Values[]): Values[];
}

/** The objects that the resources of a run manage. */
export interface ManagedUids {
  has(declaration: Declaration, uid: string): boolean;
}

interface Options {
  readonly recent: RecentObjects;
  readonly propagation: Propagation;
  readonly serviceClock: () => number;
}

export function createExistence(client: Client, { recent, propagation, serviceClock }: Options): Existence {
  const unexpired = (declaration: Declaration, objects: readonly Values[]): Values[] =>
    withoutExpired(declaration, objects, serviceClock());
  return {
    unexpired,
    async find(declaration, key, signal) {
      const found = await propagation.retryWhilePropagating({ uid: key.parent }, { signal }, () =>
        findExisting(client, declaration, key, { signal, recent }),
      );
      return unexpired(declaration, found);
    },
    async findWithoutList(declaration, key, signal) {
      const found = await findWithoutList(client, declaration, key, { signal, recent });
      return found && unexpired(declaration, found);
    },
    async confirm(declaration, key, listed, signal) {
      // Objects identified by the uid of their group already come from a single read (contract U4).
      if (!offers(declaration, 'get') || declaration.uidScheme === 'parentUid') return [...listed];
      const confirmed = listed.map(async (object): Promise<Values[]> => {
        const uid = uidOf(declaration, object);
        // A read that lags behind may lack a young object, which then counts as existing.
        const target = { uid, createTime: object['createTime'] };
        try {
          const current = await propagation.retryWhilePropagating(target, { signal }, () =>
            client.get(declaration, uid, { signal }),
          );
          return hasKey(declaration, current, key) ? [current] : [];
        } catch (error) {
          signal.throwIfAborted();
          return isNotFound(error) ? [] : [object];
        }
      });
      return (await Promise.all(confirmed)).flat();
    },
  };
}
