/**
 * Caches the objects of one kind under one root from lists. Terraform requests one object at a time, so each read decides
 * between a list and a single read, based on the cost of all reads so far.
 */
import type { Values } from '../../api';
import type { Client } from '../../client';
import { lacksList } from '../../client/errors/lacks-list';
import { unlessAborted } from '../../client/transport/abort';
import { getGroupUid } from '../../resources';
import type { Declaration } from '../../schema';
import type { Cancellable } from './propagation';
import { openPagedList, type PagedList } from './paged-list';
import { including, type RefreshBudget } from './refresh-budget';

export interface ListCache {
  /** Returns the object from a list, or `undefined` if a single read is cheaper or must decide. */
  find(uid: string, call: Cancellable): Promise<Values | undefined>;
  /** Returns true if the list failed with this error, which all its reads then share. */
  failedBy(error: unknown): boolean;
}

/**
 * `changed`: the objects that this run has changed. Lists do not count for them. `onListed` is called with each listed object.
 */
export function createListCache(
  client: Client,
  declaration: Declaration,
  budget: RefreshBudget,
  changed: ReadonlySet<string>,
  onListed: (object: Values) => void,
): ListCache {
  const objects = new Map<string, Values>();
  let scope: string | undefined;
  let list: PagedList | undefined;
  let unlistable = false;
  /** The error of the list after all retries. Every object that the list would have shown fails with it. */
  let failure: Error | undefined;
  /** The number of single reads of objects that no list covers. */
  let uncovered = 0;

  function open(beneath: string): PagedList {
    uncovered = 0;
    return openPagedList(client, declaration, beneath, budget, (uid, object) => {
      objects.set(uid, object);
      onListed(object);
    });
  }

  return {
    async find(uid, call) {
      const group = getGroupUid(declaration, uid);
      if (group === undefined || changed.has(uid)) return undefined;
      budget.ask(group);
      scope = including(scope, group);
      while (!unlistable) {
        // The object may change while a page is awaited.
        const known = changed.has(uid) ? undefined : objects.get(uid);
        if (known !== undefined) return known;
        if (failure !== undefined) throw failure;
        if (list?.covers(uid) !== true) {
          const wait = budget.singleReadsFirst();
          const beneath = wait === 0 ? budget.scope() : scope;
          if (uncovered < wait || beneath === undefined) {
            uncovered++;
            break;
          }
          list = open(beneath);
        }
        // The complete list lacks the object: a single read must decide whether it was deleted.
        if (list.pagesLeft() === 0) return undefined;
        // Each single read so far pays for one more page. Without credit for all remaining pages, read only this object.
        if (list.hasBegun() && list.pagesLeft() > budget.credit()) break;
        try {
          // Several reads may wait for this page: a cancelled one must not abort it for the others.
          await unlessAborted(list.readPage(), call.signal);
        } catch (error) {
          call.signal.throwIfAborted();
          if (!lacksList(error)) {
            failure ??= error as Error;
            throw failure;
          }
          list = undefined;
          uncovered = Infinity;
          unlistable = true;
        }
      }
      budget.readSingly();
      return undefined;
    },
    failedBy: (error) => failure !== undefined && error === failure,
  };
}
