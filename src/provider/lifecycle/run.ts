/**
 * What the resources of one run share: which objects belong to whom, one create of a name at a time, and how long new groups
 * may still refuse (contract F1); and what a handler is given.
 */
import { type Code, isWithin } from '../../api';
import { ApiError } from '../../client';
import type { RealRuntime } from '../../client/options';
import type { ApplyConfig, Checkpoint, ObjectContext, Schema } from '../../plugin';
import type { Declaration } from '../../schema';
import type { Attributes } from '../convert';
import type { Session } from '../session';

export interface ManagedObjects {
  claim(declaration: Declaration, uid: string): void;
  isClaimed(declaration: Declaration, uid: string): boolean;
  /** An object that existed was taken over by a resource of this run. */
  adopt(declaration: Declaration, uid: string): void;
  wasAdopted(declaration: Declaration, uid: string): boolean;
}

export function createManagedObjects(): ManagedObjects {
  const claimed = new Set<string>();
  const takenOver = new Set<string>();
  // By kind and uid: an account association goes by its group's uid.
  const key = (declaration: Declaration, uid: string): string => `${declaration.kind} ${uid}`;
  return {
    claim: (declaration, uid) => void claimed.add(key(declaration, uid)),
    isClaimed: (declaration, uid) => claimed.has(key(declaration, uid)),
    adopt: (declaration, uid) => void takenOver.add(key(declaration, uid)),
    wasAdopted: (declaration, uid) => takenOver.has(key(declaration, uid)),
  };
}

/** Work under the same key is done one after another, other work at the same time. */

export interface KeyedMutex {
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>();
  return {
    take<T>(key: string, work: () => Promise<T>): Promise<T> {
      const before = last.get(key) ?? Promise.resolve();
      const mine = before.then(work, work);
      const done = mine.then(
        () => undefined,
        () => undefined,
      );
      last.set(key, done);
      void done.then(() => {
        if (last.get(key) === done) last.delete(key);
      });
      return mine;
    },
  };
}

/** How long a new group may refuse. Milliseconds. */
const WINDOW_MS = 30_000;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 4_000;

export interface Propagation {
  /** An object has just been created here. */
  created(uid: string): void;
  /** Does `work`, again and again while it is refused at `scopeUid` for this reason. */
  retryWhilePropagating<T>(scopeUid: string | undefined, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export function createPropagation(runtime: Pick<RealRuntime, 'clock' | 'sleep'>): Propagation {
  const openedAt = new Map<string, number>();

  /** When calls at the scope are surely answered rightly: the latest end of any window around it. */
  function closesAt(scopeUid: string, code: Code): number {
    let end = -Infinity;
    for (const [uid, at] of openedAt) {
      const isRefusal = code === 'PERMISSION_DENIED' || (code === 'UNAUTHENTICATED' && !uid.includes('/'));
      if (isRefusal && isWithin(scopeUid, uid)) end = Math.max(end, at + WINDOW_MS);
    }
    return end;
  }

  return {
    created: (uid) => void openedAt.set(uid, runtime.clock()),
    async retryWhilePropagating(scopeUid, signal, work) {
      for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
        try {
          return await work();
        } catch (error) {
          const left = scopeUid === undefined ? 0 : closesAt(scopeUid, ApiError.from(error).code) - runtime.clock();
          if (left <= 0) throw error;
          await runtime.sleep(Math.min(wait, left), signal);
        }
      }
    },
  };
}

type Values = Readonly<Record<string, unknown>>;

export type CreateContext = ObjectContext<Session> &
  Checkpoint<Schema> & { readonly plan: Values; readonly config: ApplyConfig<Schema> };
export type UpdateContext = CreateContext & { readonly prior: Values };
export type ReadContext = ObjectContext<Session> & { readonly state: Values; readonly imported: boolean };
export type DeleteContext = ObjectContext<Session> & { readonly prior: Values };
export type ImportContext = ObjectContext<Session> & { readonly id: string };

export interface Lifecycle {
  create(context: CreateContext): Promise<Attributes>;
  read(context: ReadContext): Promise<Attributes | null>;
  update(context: UpdateContext): Promise<Attributes>;
  delete(context: DeleteContext): Promise<void>;
  importState(context: ImportContext): Promise<Attributes>;
}
