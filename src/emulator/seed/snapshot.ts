/** Everything in the store as a seed, with uids and times: planted again, it is the same organization. */
import type { Declaration } from '../../schema';
import type { Store, StoredRecord } from '../store';
import { UNDECLARED, type SeedObject, type SeedTree } from './tree';

/** `isBuiltIn`: what is always there and therefore left out. */
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

  const lyingIn = (parent: string | undefined): SeedTree => {
    const records = byParent.get(parent) ?? [];
    const collections = declarations.map((declaration) => {
      const own = records.filter(({ kind }) => kind === declaration.kind);
      return [declaration.collection, own.map((record) => objectOf(declaration, record))] as const;
    });
    return Object.fromEntries(collections.filter(([, objects]) => objects.length > 0));
  };

  const objectOf = (declaration: Declaration, { uid, values, createTime, updateTime }: StoredRecord): SeedObject => {
    const declared = Object.entries(values).filter(([name]) => name in declaration.fields || UNDECLARED.includes(name));
    // An object that goes by its group's uid holds nothing: what has that uid for a parent lies in the group.
    const contents = declaration.uidIs === 'parentUid' ? {} : lyingIn(uid);
    return { uid, ...Object.fromEntries(declared), createTime, updateTime, ...contents };
  };

  return lyingIn(undefined);
}
