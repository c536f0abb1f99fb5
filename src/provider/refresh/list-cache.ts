/**
 * Caches the objects of one kind under one root from lists. Terraform requests one object at a time, so each read decides
 * between a list and a single read, based on the cost of all reads so far.
 */
import type { Values } from '../../model/api';
import type { Client } from '../../client';
import { lacksList, unlessAborted } from '../../client/internal';
import type { Log } from '../../plugin';
import { getGroupUid } from '../../model/kinds';
import type { Declaration } from '../../model/schema';
import { logDecision } from '../messages/decision';
import type { AbortableContext } from './propagation';
import { openPagedList, type PagedList } from './paged-list';
import { including, type RefreshBudget } from './refresh-budget';

export type ListCache = ReturnType<typeof createListCache>;

/**
 * `changed`: the objects that this run has changed. Lists do not count for them. `onListed` is called with each listed object.
 */
export function createListCache(
  client: Client,
  declaration: Declaration,
  budget: RefreshBudget,
  changed: ReadonlySet<string>,
  onListed: (object: Values) => void,
  log?: Log,
) {
  const { kind } = declaration;
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

  function readSingly(uid: string, explain: () => string): Values | undefined {
    logDecision(log, 'single read', () => ({ kind, uid, reason: explain() }));
    return undefined;
  }

  return {
    /** Returns the object from a list, or `undefined` if a single read is cheaper or must decide. */
    async find(uid: string, call: AbortableContext): Promise<Values | undefined> {
      const group = getGroupUid(declaration, uid);
      if (group === undefined) return readSingly(uid, () => 'It is outside of all groups, and lists are of groups');
      if (changed.has(uid)) return readSingly(uid, () => 'This run has changed it, so lists may be older');
      let why = (): string => 'No list of the kind can be read';
      budget.ask(group);
      scope = including(scope, group);
      while (!unlistable) {
        // The object may change while a page is awaited.
        const known = changed.has(uid) ? undefined : objects.get(uid);
        if (known !== undefined) {
          logDecision(log, 'list', () => ({ kind, uid, reason: 'A list that this run has read contains it' }));
          return known;
        }
        if (failure !== undefined) throw failure;
        if (list?.covers(uid) !== true) {
          const wait = budget.singleReadsFirst();
          const beneath = wait === 0 ? budget.scope() : scope;
          if (uncovered < wait || beneath === undefined) {
            uncovered++;
            const count = uncovered;
            why = () => `No list covers it, and it is number ${count} of the first ${wait} objects of the kind`;
            break;
          }
          list = open(beneath);
        }
        // The complete list lacks the object: a single read must decide whether it was deleted.
        if (list.isComplete())
          return readSingly(uid, () => 'The complete list lacks it, so it may be deleted or too young for the list');
        // Each single read so far pays for one more page. Without credit for all remaining pages, read only this object.
        const [pages, saved] = [list.pagesLeft(), budget.credit()];
        if (list.hasBegun() && pages > saved) {
          why = () =>
            `The list has ${pages} further pages, which cost more than the ${saved} requests that it would have saved`;
          break;
        }
        try {
          // Several reads may wait for this page: a cancelled one must not abort it for the others.
          await unlessAborted(list.readPage(), call.signal);
        } catch (error) {
          call.signal.throwIfAborted();
          if (!lacksList(error)) {
            failure ??= error as Error;
            throw failure;
          }
          unlistable = true;
        }
      }
      budget.readSingly();
      return readSingly(uid, why);
    },
    /** Returns true if the list failed with this error, which all its reads then share. */
    failedBy: (error: unknown) => failure !== undefined && error === failure,
  };
}
