/**
 * The objects of one kind beneath one root, as far as lists have shown them. Terraform asks for one object at a time, so
 * the decision between a list and a single read is made as reads come, by what they have cost so far.
 */
import type { Values } from '../../api';
import { ApiError, type Client } from '../../client';
import { lacksList } from '../../client/errors/lacks-list';
import { unlessAborted } from '../../client/transport/abort';
import { type Declaration, parentUidOf } from '../../schema';
import type { Cancellable } from '../run/propagation';
import { openPagedList, type PagedList } from './paged-list';
import { including, type RefreshBudget } from './refresh-budget';

export interface ListCache {
  /** The object out of a list; `undefined` when a single read is cheaper, or must decide. */
  find(uid: string, call: Cancellable): Promise<Values | undefined>;
  /** Whether the list failed by this error, which all reads then share. */
  failedBy(error: unknown): boolean;
}

/** `changed`: what this run has changed. What a list said of it, or will say, does not count. */
export function createListCache(
  client: Client,
  declaration: Declaration,
  budget: RefreshBudget,
  changed: ReadonlySet<string>,
): ListCache {
  const objects = new Map<string, Values>();
  let scope: string | undefined;
  let list: PagedList | undefined;
  let unlistable = false;
  /** Why the list could not be read, although that was tried again: every object that it would have shown fails by it. */
  let failure: Error | undefined;
  /** Single reads of objects that no list of ours covers. */
  let uncovered = 0;

  function open(beneath: string): PagedList {
    uncovered = 0;
    return openPagedList(client, declaration, beneath, budget, (uid, object) => void objects.set(uid, object));
  }

  return {
    async find(uid, call) {
      const parent = parentUidOf(declaration, uid);
      if (parent === undefined || changed.has(uid)) return undefined;
      budget.ask(parent);
      scope = including(scope, parent);
      while (!unlistable) {
        // It may change while a page is awaited.
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
        // The list was read to its end without it: a single read must tell whether it is gone.
        if (list.pagesLeft() === 0) return undefined;
        // Each single read so far pays for one more page: without the credit for all of them, read this object by itself.
        if (list.hasBegun() && list.pagesLeft() > budget.credit()) break;
        try {
          // Several reads may wait for this page: one that is cancelled must not take it from the others.
          await unlessAborted(list.readPage(), call.signal);
        } catch (error) {
          call.signal.throwIfAborted();
          if (!isUnlistable(error)) {
            failure ??= error as Error;
            throw error;
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

/** Whether the list cannot be had at all, so that only single reads remain; other errors pass. */
function isUnlistable(error: unknown): boolean {
  return lacksList(error) || (error instanceof ApiError && error.code === 'PERMISSION_DENIED');
}
