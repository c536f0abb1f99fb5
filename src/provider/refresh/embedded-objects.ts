/**
 * Finds the objects of a look-up inside of the objects that refer to them (contract K4): the list of role bindings contains the
 * account of each bound person. A plan of many people then needs one request for 200 of them.
 */
import { isObject, parentUid, type Values } from '../../model/api';
import { onceFor } from '../../base/cache/once-for';
import { ApiError, type Client } from '../../client';
import { unlessAborted } from '../../client/internal';
import { declarations } from '../../model/kinds';
import type { Declaration } from '../../model/schema';
import type { Log } from '../../plugin';
import { logDecision } from '../messages/decision';
import { isAboutEverything } from '../messages/diagnostics';
import { openPagedList } from './paged-list';
import { createRefreshBudget } from './refresh-budget';

/** A kind whose objects contain those of another kind, and the field. */
interface EmbeddingKind {
  readonly declaration: Declaration;
  readonly field: string;
  /** The fields of the contained objects that identify one. */
  readonly names: readonly string[];
}

/** Returns the kind whose objects contain objects of a kind, with the values of its look-up. */
function findEmbeddingKind({ kind, lookup }: Declaration): EmbeddingKind | undefined {
  const names = (lookup?.by ?? []).map(({ name }) => name);
  for (const declaration of names.length === 0 ? [] : declarations)
    for (const { type, from = '' } of Object.values(declaration.fields)) {
      const [field = ''] = from.split('.');
      const embedded = declaration.fields[field]?.type;
      const isOfKind = type.is === 'string' && type.refersTo === kind && embedded?.is === 'message';
      if (isOfKind && names.every((name) => name in embedded.fields)) return { declaration, field, names };
    }
  return undefined;
}

/** Returns the uid of the object with these values. `askService` looks it up. */
type FindUid = (values: Values, askService: () => Promise<string>, signal: AbortSignal) => Promise<string>;

export interface EmbeddedOptions {
  /** True if lists may be used. */
  readonly bulk: boolean;
  readonly log?: Log;
}

/** Creates the look-ups of one run of Terraform. */
export function createEmbeddedObjects(client: Client, { bulk, log }: EmbeddedOptions) {
  const getFinder = onceFor((declaration: Declaration): FindUid => {
    const embedding = bulk ? findEmbeddingKind(declaration) : undefined;
    return embedding === undefined
      ? (_values, askService) => askService()
      : createFinder(client, declaration, embedding, log);
  });
  return { findUid: (declaration: Declaration, ...args: Parameters<FindUid>) => getFinder(declaration)(...args) };
}

/**
 * Only the complete list answers: it shows whether two objects have the same values. And it answers only if it agrees with each look-up
 * of this run, because the look-ups decide whom a value means.
 */
function createFinder(
  client: Client,
  { kind }: Declaration,
  { declaration, field, names }: EmbeddingKind,
  log?: Log,
): FindUid {
  const budget = createRefreshBudget();
  const toKey = (values: Values): string => JSON.stringify(names.map((name) => values[name] ?? ''));
  /** The uids of the objects with the same values. */
  const uids = new Map<string, Set<string>>();
  /** The look-ups that were not compared with the complete list. */
  const uncompared = new Map<string, Promise<string>>();
  let isUsable = true;
  let asked = 0;
  const list = openPagedList(client, declaration, undefined, budget, (_uid, object) => {
    const embedded = object[field];
    // A look-up finds people alone. An object in a group can have the same values, and is never one of them.
    if (!isObject(embedded) || typeof embedded['uid'] !== 'string' || parentUid(embedded['uid']) !== undefined) return;
    const key = toKey(embedded);
    uids.set(key, (uids.get(key) ?? new Set<string>()).add(embedded['uid']));
  });

  function stopListing(reason: string): void {
    isUsable = false;
    logDecision(log, 'single read', () => ({ kind, reason }));
  }

  async function readList(signal: AbortSignal): Promise<void> {
    // Each look-up so far pays for one more page.
    while (isUsable && !list.isComplete() && list.pagesLeft() <= budget.credit())
      try {
        await unlessAborted(list.readPage(), signal);
      } catch (error) {
        signal.throwIfAborted();
        stopListing(`The list of ${declaration.collection} failed: ${ApiError.from(error).explanation}`);
        // The look-up would fail with the same error.
        if (isAboutEverything(error)) throw error;
      }
  }

  async function compareAnswers(signal: AbortSignal): Promise<void> {
    const results = await unlessAborted(
      Promise.all([...uncompared].map(async ([key, uid]) => [key, await uid.catch(() => undefined)] as const)),
      signal,
    );
    for (const [key] of results) uncompared.delete(key);
    const differs = results.some(
      ([key, uid]) => uid !== undefined && [...(uids.get(key) ?? [])].some((other) => other !== uid),
    );
    if (differs && isUsable) stopListing('The list contains another object than a look-up');
  }

  return async (values, askService, signal) => {
    const key = toKey(values);
    if (++asked > budget.singleReadsFirst()) {
      await readList(signal);
      if (isUsable && list.isComplete()) await compareAnswers(signal);
      const [uid, ...others] = isUsable && list.isComplete() ? (uids.get(key) ?? []) : [];
      if (uid !== undefined && others.length === 0) {
        logDecision(log, 'list', () => ({ kind, uid, reason: 'An object that refers to it contains it' }));
        return uid;
      }
    }
    budget.readSingly();
    const found = askService();
    if (!list.isComplete()) uncompared.set(key, found);
    return found;
  };
}
