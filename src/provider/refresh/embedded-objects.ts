/**
 * Finds the objects of a look-up inside of the objects that refer to them (contract K4): the list of role bindings contains the
 * account of each bound person. A plan of many people then needs one request for 200 of them.
 */
import { isObject, parentUid, type Values } from '../../model/api';
import { onceFor } from '../../base/cache/once-for';
import type { Client } from '../../client';
import { lacksList, unlessAborted } from '../../client/internal';
import { declarations } from '../../model/kinds';
import { type Declaration, offers } from '../../model/schema';
import type { Log } from '../../plugin';
import { logDecision } from '../messages/decision';
import { openPagedList } from './paged-list';
import { createRefreshBudget } from './refresh-budget';

/** A kind whose objects contain those of another kind, and the field. */
interface Container {
  readonly declaration: Declaration;
  readonly field: string;
}

/** Returns the kind whose objects contain objects of a kind, with the values of its look-up. */
function findContainer({ kind, lookup }: Declaration): Container | undefined {
  const names = (lookup?.by ?? []).map(({ name }) => name);
  for (const declaration of declarations.filter((each) => names.length > 0 && offers(each, 'list')))
    for (const { type, from = '' } of Object.values(declaration.fields)) {
      const [field = ''] = from.split('.');
      const embedded = declaration.fields[field]?.type;
      const isOfKind = type.is === 'string' && type.refersTo === kind && embedded?.is === 'message';
      if (isOfKind && names.every((name) => name in embedded.fields)) return { declaration, field };
    }
  return undefined;
}

export interface EmbeddedOptions {
  /** True if lists may be used. */
  readonly bulk: boolean;
  readonly log?: Log;
}

/** Creates the look-ups of one run of Terraform. */
export function createEmbeddedObjects(client: Client, { bulk, log }: EmbeddedOptions) {
  const finderOf = onceFor((declaration: Declaration) => {
    const container = bulk ? findContainer(declaration) : undefined;
    return { find: container === undefined ? undefined : createFinder(client, declaration, container) };
  });
  return {
    /** Returns the uid of the object with these values, or `undefined` if a look-up is cheaper or must decide. */
    async findUid(declaration: Declaration, values: Values, signal: AbortSignal): Promise<string | undefined> {
      const uid = await finderOf(declaration).find?.(values, signal);
      const reason = 'An object that refers to it contains it';
      if (uid !== undefined) logDecision(log, 'list', () => ({ kind: declaration.kind, uid, reason }));
      return uid;
    },
  };
}

/** Only the complete list answers: it shows whether two objects have the same values. */
function createFinder(client: Client, { lookup }: Declaration, { declaration, field }: Container) {
  const budget = createRefreshBudget();
  const keyOf = (values: Values): string => JSON.stringify((lookup?.by ?? []).map(({ name }) => values[name] ?? ''));
  /** The uids of the objects with the same values. */
  const uids = new Map<string, Set<string>>();
  let isReadable = true;
  let asked = 0;
  const list = openPagedList(client, declaration, undefined, budget, (_uid, object) => {
    const embedded = object[field];
    // A look-up finds people alone. An object in a group can have the same values, and is never one of them.
    if (!isObject(embedded) || typeof embedded['uid'] !== 'string' || parentUid(embedded['uid']) !== undefined) return;
    const key = keyOf(embedded);
    uids.set(key, (uids.get(key) ?? new Set<string>()).add(embedded['uid']));
  });

  return async (values: Values, signal: AbortSignal): Promise<string | undefined> => {
    const isFirst = ++asked <= budget.singleReadsFirst();
    while (isReadable && !isFirst && list.pagesLeft() > 0) {
      // Each look-up so far pays for one more page.
      if (list.hasBegun() && list.pagesLeft() > budget.credit()) break;
      try {
        await unlessAborted(list.readPage(), signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!lacksList(error)) throw error;
        isReadable = false;
      }
    }
    const [found, ...others] = list.pagesLeft() === 0 ? (uids.get(keyOf(values)) ?? []) : [];
    if (found !== undefined && others.length === 0) return found;
    budget.readSingly();
    return undefined;
  };
}
