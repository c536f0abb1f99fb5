/** What a caller may be shown: objects that they may list, and of any other only what they sent (contract A9). */
import type { Values } from '../../api';
import type { Declaration } from '../../schema';
import type { Caller } from '../auth';
import type { StoredRecord } from '../store/row';
import type { Context, LookUp } from './behaviour';

export function mayList({ access }: Context, caller: Caller, declaration: Declaration, uid: string): boolean {
  return access.holds(caller, `${declaration.capability}.list`, uid);
}

/** A record as a response shows it to whoever changed it and may not list it. */
export function onlySent({ kind, uid, parent }: StoredRecord, sent: Values): StoredRecord {
  return { kind, uid, parent, name: '', values: sent, createTime: '', updateTime: '' };
}

/** Finds records with nothing but their uids. */
export function onlyUids(lookUp: LookUp): LookUp {
  return (kind, uid) => {
    const found = lookUp(kind, uid);
    return found && onlySent(found, {});
  };
}
