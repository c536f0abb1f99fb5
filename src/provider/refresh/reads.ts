/** Reads of single objects, taken from lists where that is cheaper. An object counts as deleted only on proof (contract E4). */
import { rootUid, type Values } from '../../api';
import { type ApiError, type Client, isNotFound } from '../../client';
import { containerKind } from '../../resources';
import { type Declaration, offers, parentUidOf } from '../../schema';
import type { Propagation } from '../propagation';
import {
  type Cancellable,
  createListCache,
  createRefreshBudget,
  type ListCache,
  type RefreshBudget,
} from './list-cache';

export interface Reads {
  /**
   * Returns the object, or `undefined` if it is proved to be deleted. Every doubt is an error. `createTime`: as the state
   * has it.
   */
  read(declaration: Declaration, uid: string, call: Cancellable, createTime?: unknown): Promise<Values | undefined>;
  /** Whether the error is that of a list, and every other object of it fails by the same. */
  isOfList(error: unknown): boolean;
  /** To be called after every write: what is known of the object is outdated. */
  invalidate(declaration: Declaration, uid: string): void;
}

export interface ReadsOptions {
  /** Whether lists may be used at all. */
  readonly bulk: boolean;
  /** @default nothing is repeated */
  readonly propagation?: Retrying;
}

type Retrying = Pick<Propagation, 'retryWhilePropagating'>;

const notRetrying: Retrying = { retryWhilePropagating: (_target, _call, work) => work() };

/** For one run of Terraform: what was read is kept as long. */
export function createReads(client: Client, { bulk, propagation = notRetrying }: ReadsOptions): Reads {
  const caches = new Map<string, ListCache>();
  const budgets = new Map<string, RefreshBudget>();
  /** What was written, by kind. */
  const changed = new Map<Declaration, Set<string>>();
  const deletions = createDeletionCheck(client, propagation);
  const groups = containerKind;

  function changedOf(declaration: Declaration): Set<string> {
    const uids = changed.get(declaration) ?? new Set();
    changed.set(declaration, uids);
    return uids;
  }

  function cacheFor(declaration: Declaration, uid: string): ListCache {
    const root = rootUid(uid);
    const budget = budgets.get(root) ?? createRefreshBudget();
    budgets.set(root, budget);
    const key = `${declaration.kind} ${root}`;
    const cache = caches.get(key) ?? createListCache(client, declaration, budget, changedOf(declaration));
    caches.set(key, cache);
    return cache;
  }

  return {
    async read(declaration, uid, call, createTime) {
      const listable = bulk && offers(declaration, 'list');
      const listed = listable ? await cacheFor(declaration, uid).find(uid, call) : undefined;
      if (listed !== undefined) return listed;
      const { signal } = call;
      try {
        // What a list lacks may only be too young for it, and for a replica that answers a single read.
        const object = await propagation.retryWhilePropagating({ uid, createTime }, call, () =>
          client.get(declaration, uid, { signal }),
        );
        if (declaration === groups) deletions.saw(uid);
        return object;
      } catch (error) {
        if (!isNotFound(error)) throw error;
        await deletions.confirmDeleted(declaration, uid, error, signal);
        return undefined;
      }
    },
    isOfList: (error) => [...caches.values()].some((cache) => cache.failedBy(error)),
    invalidate(declaration, uid) {
      changedOf(declaration).add(uid);
      if (declaration === groups) deletions.forget(uid);
    },
  };
}

/** Whether "not found" means that an object is deleted, or only that we ask in the wrong place. */
export interface DeletionCheck {
  /** The group exists. */
  saw(groupUid: string): void;
  /** The group may no longer exist. */
  forget(groupUid: string): void;
  /**
   * Throws unless the object that was not found (`missing`) is surely deleted: some group above it must exist, or the
   * address or the token is wrong. For an object without a group above it the service's error is enough.
   */
  confirmDeleted(declaration: Declaration, uid: string, missing: ApiError, signal: AbortSignal): Promise<void>;
}

function createDeletionCheck(client: Client, propagation: Retrying): DeletionCheck {
  const groups = containerKind;
  const existing = new Set<string>();
  const asking = new Map<string, Promise<boolean>>();

  async function ask(groupUid: string, signal: AbortSignal): Promise<boolean> {
    try {
      await propagation.retryWhilePropagating({ uid: groupUid }, { signal }, () =>
        client.get(groups, groupUid, { signal }),
      );
      existing.add(groupUid);
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  function exists(groupUid: string, signal: AbortSignal): Promise<boolean> {
    if (existing.has(groupUid)) return Promise.resolve(true);
    const asked = asking.get(groupUid) ?? ask(groupUid, signal).finally(() => asking.delete(groupUid));
    asking.set(groupUid, asked);
    return asked;
  }

  return {
    saw: (groupUid) => void existing.add(groupUid),
    forget: (groupUid) => void existing.delete(groupUid),
    async confirmDeleted(declaration, uid, missing, signal) {
      const above = parentUidOf(declaration, uid);
      for (let group = above; group !== undefined; group = parentUidOf(groups, group)) {
        try {
          if (await exists(group, signal)) return;
        } catch (error) {
          throw doubtful(missing, `its group ${group} does not answer either: ${(error as Error).message}`);
        }
      }
      if (above !== undefined) throw doubtful(missing, 'none of the groups above it is there either');
    },
  };
}

/** With another code than NOT_FOUND, which would count as a proof (contract E4). */
function doubtful(missing: ApiError, why: string): ApiError {
  return missing.with({
    code: 'FAILED_PRECONDITION',
    reason: undefined,
    resourceInfo: undefined,
    explanation: `${missing.explanation}. This does not prove that it is gone: ${why}. Check that the address and the token belong to the organization in which it was created.`,
    cause: missing,
  });
}
