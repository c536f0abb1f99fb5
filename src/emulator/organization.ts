/** What an emulator holds: loaded from a seed, reset to it, written as one. */
import { formatTimestamp } from '../api';
import { containerKind } from '../resources';
import { ADMINISTRATOR_UID, builtInRoleRecords, installAdministrator } from './behaviour';
import { loadSeed } from './seed/load-seed';
import { snapshotOf, type SeedTree } from './seed/seed';
import type { Context } from './service/behaviour';

export interface Organization {
  /** Adds objects. Throws an `Error` that names the place in the tree, and then adds nothing. */
  seed(tree: SeedTree): void;
  /** Puts everything back to what was there at first, uids included. */
  reset(): void;
  /** Everything there is, as a seed. */
  snapshot(): SeedTree;
  /** The first root group of the seed. */
  readonly rootGroupUid: string;
  readonly administratorUid: string;
}

/** Takes what the store holds, or loads the seed if it holds nothing yet. Throws like `seed`. */
export function openOrganization(context: Context, seed: SeedTree = defaultSeed): Organization {
  const { store, clock } = context;
  const builtInRoles = builtInRoleRecords();
  const builtIn = new Set(builtInRoles.map(({ uid }) => uid));
  const snapshot = () => snapshotOf(store, ({ uid }) => builtIn.has(uid));

  const add = (tree: SeedTree) =>
    store.transaction(() => {
      loadSeed(context, tree);
      installAdministrator(context, formatTimestamp(clock()));
    });
  const begin = (tree: SeedTree) =>
    store.transaction(() => {
      store.clear();
      for (const record of builtInRoles) store.insert(record);
      add(tree);
    });
  const firstState = () => store.settingAs('firstState', (text) => JSON.parse(text) as SeedTree);

  if (firstState() === undefined)
    store.transaction(() => {
      // Another process may have been quicker.
      if (firstState() !== undefined) return;
      begin(seed);
      store.setSetting('firstState', JSON.stringify(snapshot()));
    });
  return {
    seed: add,
    reset: () => begin(firstState() ?? seed),
    snapshot,
    rootGroupUid: rootGroupOf(firstState() ?? {}),
    administratorUid: ADMINISTRATOR_UID,
  };
}

const defaultSeed: SeedTree = { [containerKind().collection]: [{ name: 'acme', description: 'The organization.' }] };

function rootGroupOf(tree: SeedTree): string {
  const uid = tree[containerKind().collection]?.[0]?.['uid'];
  return typeof uid === 'string' ? uid : '';
}
