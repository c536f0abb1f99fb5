/** What the token exchange needs of an identity. Source: specification §2 Identity (`lastSeenTime`), §5. */
import { formatTimestamp } from '../../api';
import { identity } from '../../resources';
import type { Assumable } from '../auth';
import type { Store } from '../store';

export function assumableIn(store: Store, uid: string): Assumable | undefined {
  return store.get(identity.kind, uid)?.values;
}

/** Keeps when an identity was last assumed; that is no change of the identity. */
export function recordAssumed(store: Store, uid: string, time: Date): void {
  const record = store.get(identity.kind, uid);
  if (record !== undefined)
    store.replace({ ...record, values: { ...record.values, lastSeenTime: formatTimestamp(time) } });
}
