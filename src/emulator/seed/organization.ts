/** The contents of an emulator: loaded from a seed, reset to it, written as one. */
import { inflateSync } from 'node:zlib';
import { formatTimestamp } from '../../model/api';
import { containerKind } from '../../model/kinds';
import { ADMINISTRATOR_UID, builtInRoleRecords, installAdministrator } from '../behavior';
import type { BehaviorContext } from '../service/kind-behavior';
import { unpackRecords } from '../store/row';
import { isRoot } from '../store/selection';
import { moveFormerMappings } from './former-mappings';
import { loadSeed, type LoadOptions } from './load-seed';
import { createSnapshot, type SeedTree } from './seed';

export interface SeededOrganization {
  /**
   * Adds objects, and makes the administrator an owner of the root groups among them. Throws an `Error` that names the
   * place in the tree, and then adds none of them.
   */
  seed(tree: SeedTree): void;
  /** Restores the initial organization, uids included. */
  reset(): void;
  /** Returns all objects as a seed. */
  snapshot(): SeedTree;
  /** The first root group of the seed. */
  readonly rootGroupUid: string;
  readonly administratorUid: string;
}

/**
 * Uses the contents of the store, or loads the seed into an empty store. The organization of another service is loaded
 * unchanged: with its built-in roles, and without our administrator. Throws like `seed`.
 */
export function openOrganization(
  context: BehaviorContext,
  seed: SeedTree = defaultSeed,
  { isForeign = false }: LoadOptions = {},
): SeededOrganization {
  const { store, clock } = context;
  const builtInRoles = isForeign ? [] : builtInRoleRecords();
  const builtIn = new Set(builtInRoles.map(({ uid }) => uid));
  const snapshot = () => createSnapshot(store, ({ uid }) => builtIn.has(uid));

  const rootUids = () => store.find(containerKind.kind, [isRoot]).map(({ uid }) => uid);
  const add = (tree: SeedTree) =>
    store.transaction(() => {
      const before = new Set(rootUids());
      loadSeed(context, tree);
      // Their creators own the other objects: they are not part of the seed.
      const added = rootUids().filter((uid) => !before.has(uid));
      installAdministrator(context, added, formatTimestamp(clock()));
    });
  const begin = (load: () => void) =>
    store.transaction(() => {
      store.clear();
      for (const record of builtInRoles) store.insert(record);
      load();
    });
  const firstRecords = () => store.settingAs('firstRecords', (text) => text.split('\n').flatMap(unpackRecords));
  const formerState = () => store.settingAs('firstState', (text) => JSON.parse(unpack(text)) as SeedTree);
  const getRootGroup = () =>
    store.setting('rootGroup') ?? formerState()?.[containerKind.collection]?.map(({ uid }) => String(uid))[0];

  const restore = () => {
    const records = firstRecords();
    if (records === undefined) loadSeed(context, formerState() ?? defaultSeed, { isForeign });
    else for (const record of records) if (!builtIn.has(record.uid)) store.insert(record);
  };

  const former = getRootGroup();
  const rootGroupUid =
    former ??
    store.load(() => {
      // Another process may have been quicker.
      const other = getRootGroup();
      if (other !== undefined) return other;
      begin(() => (isForeign ? loadSeed(context, seed, { isForeign }) : add(seed)));
      const [root = ''] = rootUids();
      store.setSetting('firstRecords', store.packed().join('\n'));
      store.setSetting('rootGroup', root);
      return root;
    });
  if (former !== undefined)
    store.transaction(() => {
      // Another version may have written the data file.
      for (const record of builtInRoles)
        if (store.get(record.kind, record.uid) === undefined) store.insert(record);
        else store.replace(record);
      moveFormerMappings(store);
    });
  return {
    seed: add,
    reset: () => begin(restore),
    snapshot,
    rootGroupUid,
    administratorUid: ADMINISTRATOR_UID,
  };
}

/** Reads the first state as an earlier version stored it: a seed, compressed if it was long. No base64 begins with a brace. */
function unpack(text: string): string {
  return text.startsWith('{') ? text : inflateSync(Buffer.from(text, 'base64')).toString('utf8');
}

const defaultSeed: SeedTree = { [containerKind.collection]: [{ name: 'acme', description: 'The organization.' }] };
