/** The contents of an emulator: loaded from a seed, reset to it, written as one. */
import { deflateSync, inflateSync } from 'node:zlib';
import { formatTimestamp } from '../../model/api';
import { containerKind } from '../../model/kinds';
import { ADMINISTRATOR_UID, builtInRoleRecords, installAdministrator } from '../behavior';
import type { BehaviorContext } from '../service/kind-behavior';
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
  const firstState = () => store.settingAs('firstState', (text) => JSON.parse(unpack(text)) as SeedTree);

  const former = firstState();
  const first =
    former ??
    store.transaction(() => {
      // Another process may have been quicker.
      const other = firstState();
      if (other !== undefined) return other;
      begin(() => (isForeign ? loadSeed(context, seed, { isForeign }) : add(seed)));
      const state = snapshot();
      store.setSetting('firstState', pack(JSON.stringify(state)));
      return state;
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
    reset: () => begin(() => loadSeed(context, firstState() ?? defaultSeed, { isForeign })),
    snapshot,
    rootGroupUid: getRootGroup(first),
    administratorUid: ADMINISTRATOR_UID,
  };
}

/** The length of a text that is stored compressed: SQLite keeps several copies of a value that it writes. */
const LONG = 1_000_000;

function pack(json: string): string {
  return json.length < LONG ? json : deflateSync(json, { level: 1 }).toString('base64');
}

/** No base64 begins with a brace. */
function unpack(text: string): string {
  return text.startsWith('{') ? text : inflateSync(Buffer.from(text, 'base64')).toString('utf8');
}

const defaultSeed: SeedTree = { [containerKind.collection]: [{ name: 'acme', description: 'The organization.' }] };

function getRootGroup(tree: SeedTree): string {
  const uid = tree[containerKind.collection]?.[0]?.['uid'];
  return typeof uid === 'string' ? uid : '';
}
