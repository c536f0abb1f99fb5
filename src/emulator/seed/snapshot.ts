/** Everything in the store as a seed, with uids and times: an emulator that loads it holds the same organization. */
import type { Declaration } from '../../schema';
import type { Store, StoredRecord } from '../store';
import { UNDECLARED, type SeedObject, type SeedTree } from './seed-file';

/** Leaves out what `isBuiltIn` says is always there. */
export function snapshotOf(
  store: Store,
  declarations: readonly Declaration[],
  isBuiltIn: (record: StoredRecord) => boolean,
): SeedTree {
  const byParent = new Map<string | undefined, StoredRecord[]>();
  for (const record of store.all()) {
    if (isBuiltIn(record)) continue;
    const siblings = byParent.get(record.parent) ?? [];
    siblings.push(record);
    byParent.set(record.parent, siblings);
  }

  const childrenOf = (parent: string | undefined): SeedTree => {
    const records = byParent.get(parent) ?? [];
    const collections = declarations.map((declaration) => {
      const own = records.filter(({ kind }) => kind === declaration.kind);
      return [declaration.collection, own.map((record) => objectOf(declaration, record))] as const;
    });
    return Object.fromEntries(collections.filter(([, objects]) => objects.length > 0));
  };

  const objectOf = (declaration: Declaration, { uid, values, createTime, updateTime }: StoredRecord): SeedObject => {
    const declared = Object.entries(values).filter(([name]) => name in declaration.fields || UNDECLARED.includes(name));
    // Of an object that goes by its group's uid, what has this uid for a parent lies in the group instead.
    const contents = declaration.uidIs === 'parentUid' ? {} : childrenOf(uid);
    return { uid, ...Object.fromEntries(declared), createTime, updateTime, ...contents };
  };

  return childrenOf(undefined);
}
