/** Reads single objects, from lists if that is cheaper. An object counts as deleted only with proof (contract E4). */
import { rootUid, type Values } from '../../model/api';
import { onceFor } from '../../base/cache/once-for';
import { type Client, isNotFound } from '../../client';
import type { Log } from '../../plugin';
import { containerKind } from '../../model/kinds';
import type { Declaration } from '../../model/schema';
import type { AbortableContext } from './propagation';
import { logDecision } from '../messages/decision';
import { createListCache, type ListCache } from './list-cache';
import { createRefreshBudget, type RefreshBudget } from './refresh-budget';
import { createDeletionCheck, type Retrying } from './deletion-check';

export type Reads = ReturnType<typeof createReads>;

export interface ReadsOptions {
  /** True if lists may be used. */
  readonly bulk: boolean;
  /** @default nothing is repeated */
  readonly propagation?: Retrying;
  readonly log?: Log;
  /** Called with each object that a list or a read returns. @default nothing */
  readonly onObject?: (declaration: Declaration, object: Values, from: 'list' | 'read') => void;
}

const notRetrying: Retrying = { retryWhilePropagating: (_target, _call, work) => work() };

/** Creates the reads of one run of Terraform, which keeps their results. */
export function createReads(
  client: Client,
  { bulk, log, propagation = notRetrying, onObject = () => undefined }: ReadsOptions,
) {
  const caches = new Map<string, ListCache>();
  const budgets = new Map<string, RefreshBudget>();
  /** The uids of written objects, by kind. */
  const getChanged = onceFor((_declaration: Declaration) => new Set<string>());
  const deletions = createDeletionCheck(client, propagation);

  function cacheFor(declaration: Declaration, uid: string): ListCache {
    const root = rootUid(uid);
    const budget = budgets.get(root) ?? createRefreshBudget();
    budgets.set(root, budget);
    const key = `${declaration.kind} ${root}`;
    const listed = (object: Values): void => onObject(declaration, object, 'list');
    const cache = caches.get(key) ?? createListCache(client, declaration, budget, getChanged(declaration), listed, log);
    caches.set(key, cache);
    return cache;
  }

  return {
    /**
     * Returns the object, or `undefined` if it is proved to be deleted. An uncertain result is an error. `createTime`: the value
     * in the state.
     */
    async read(
      declaration: Declaration,
      uid: string,
      call: AbortableContext,
      createTime?: unknown,
    ): Promise<Values | undefined> {
      if (!bulk)
        logDecision(log, 'single read', () => ({ kind: declaration.kind, uid, reason: 'bulk_refresh is false' }));
      const listed = bulk ? await cacheFor(declaration, uid).find(uid, call) : undefined;
      if (listed !== undefined) return listed;
      const { signal } = call;
      try {
        // An object that a list lacks may only be too young for the list, and for the replica of a single read.
        const object = await propagation.retryWhilePropagating({ uid, createTime }, call, () =>
          client.get(declaration, uid, { signal }),
        );
        if (declaration === containerKind) deletions.saw(uid);
        onObject(declaration, object, 'read');
        return object;
      } catch (error) {
        if (!isNotFound(error)) throw error;
        await deletions.confirmDeleted(declaration, uid, error, signal);
        const reason = 'The service does not find it, and finds a group above it or shows no group for it';
        logDecision(log, 'gone', () => ({ kind: declaration.kind, uid, reason }));
        return undefined;
      }
    },
    /** Returns true if the error is that of a list, so that every other object of the list fails with it, too. */
    isOfList: (error: unknown) => [...caches.values()].some((cache) => cache.failedBy(error)),
    /** Marks the known form of the object as out of date. Call it after every write. */
    invalidate(declaration: Declaration, uid: string): void {
      getChanged(declaration).add(uid);
      if (declaration === containerKind) deletions.forget(uid);
    },
  };
}
