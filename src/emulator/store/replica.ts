/** A copy of a store that shows it as it was some time ago: the replica of a service that is eventually consistent. */
import type { Declaration } from '../../model/schema';
import type { StoredRecord } from './row';
import { openStore, type RecordChange, type Store } from './store';

export interface LaggingStore {
  /** Read only. */
  readonly store: Store;
  /** Makes the replica return the data of `lagMs` ago, at most {@link ReplicaOptions.maxLagMs}. */
  readonly showAsOf: (lagMs: number) => void;
  /** Copies the source again, so that earlier writes do not lag. */
  readonly refresh: () => void;
  readonly close: () => void;
}

interface ReplicaOptions {
  readonly declarations: readonly Declaration[];
  readonly clock: () => Date;
  /** With `Infinity`, the replica never follows the source and keeps its initial data. */
  readonly maxLagMs: number;
}

export function createReplica(source: Store, { declarations, clock, maxLagMs }: ReplicaOptions): LaggingStore {
  const store = openStore(declarations);
  /** Changes of the source, the oldest first; the replica shows the first `position` of them. */
  let journal: { readonly time: number; readonly change: RecordChange }[] = [];
  let position = 0;

  const copy = () =>
    store.load(() => {
      journal = [];
      position = 0;
      store.clear();
      for (const record of source.all()) store.insert(record);
    });
  const put = (kind: string, uid: string, record: StoredRecord | undefined) => {
    if (record === undefined) store.remove(kind, uid);
    else if (store.get(kind, uid) === undefined) store.insert(record);
    else store.replace(record);
  };
  const forward = ({ kind, uid, after }: RecordChange) => put(kind, uid, after);
  const back = ({ kind, uid, before }: RecordChange) => put(kind, uid, before);
  const dropOlderThan = (time: number) => {
    const kept = journal.findIndex((entry) => entry.time > time);
    const dropped = Math.min(kept === -1 ? journal.length : kept, position);
    journal = journal.slice(dropped);
    position -= dropped;
  };

  copy();
  const unsubscribe = Number.isFinite(maxLagMs)
    ? source.subscribe((changes) => {
        const time = clock().getTime();
        for (const change of changes) journal.push({ time, change });
      })
    : () => undefined;

  return {
    store,
    showAsOf: (lagMs) => {
      const now = clock().getTime();
      const newer = journal.findIndex(({ time }) => time > now - lagMs);
      const target = newer === -1 ? journal.length : newer;
      if (target === position) return;
      store.transaction(() => {
        for (const { change } of journal.slice(position, target)) forward(change);
        for (const { change } of journal.slice(target, position).reverse()) back(change);
        position = target;
      });
      dropOlderThan(now - maxLagMs);
    },
    refresh: copy,
    close: () => {
      unsubscribe();
      store.close();
    },
  };
}
