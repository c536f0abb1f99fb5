/** What authentication needs of identities, and what it tells them. Source: specification §2 Identity (`lastSeenTime`), §5. */
import { formatTimestamp } from '../../api';
import { identity } from '../../resources';
import type { Account, Assumable } from '../auth';
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

/** Keeps a person who was looked up and has not signed in: nothing is known of them but their account. */
export function recordLookedUp(store: Store, uid: string, account: Account, time: Date): void {
  if (store.get(identity.kind, uid) !== undefined) return;
  const now = formatTimestamp(time);
  store.insert({ kind: identity.kind, uid, name: '', values: { account }, createTime: now, updateTime: now });
}
