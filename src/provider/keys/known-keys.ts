/**
 * Which natural keys are free, without asking the service for each: out of one list at the common ancestor of what is
 * created, and of what this run has made itself. It vouches for free keys alone: what has a key that may be taken, the
 * service is asked for by itself.
 */
import { commonAncestor, parseTimestamp, rootUid, type Values } from '../../api';
import type { Client } from '../../client';
import { containerKind } from '../../resources';
import { type Declaration, parentUidOf } from '../../schema';
import { uidOf } from '../convert/to-state';
import type { Key } from './natural-key';
import { createKeysOfKind, type KeysOfKind, type KeysOptions, MAX_AGE_MS } from './keys-of-kind';

export interface KnownKeys {
  /**
   * Whether nothing had the key ten seconds ago or later, and this run has given it to nothing. If not, only the service
   * can tell. Throws a `DiagError` where others have made a second one of what this run has created.
   */
  isFree(declaration: Declaration, key: Key, signal: AbortSignal): Promise<boolean>;
  /** A request is about to be sent that gives an object the key, whatever becomes of it: `uid`, or one that it creates. */
  use(declaration: Declaration, key: Key, uid?: string): void;
  /** This run has created the object. */
  created(declaration: Declaration, created: Created): void;
  /** The object that had the key is deleted. */
  deleted(declaration: Declaration, key: Key, uid: string): void;
  /** When the service made the latest object of this run in the same organization: what it makes from now on is not older. */
  latestCreation(uid: string | undefined): Date | undefined;
}

export interface Created {
  readonly object: Values;
  /** As messages call it. */
  readonly subject: string;
  /** If it is a group: nothing lies in it but what this run makes there. */
  readonly isEmpty: boolean;
}

/** How many creates beneath one root read no list: a few never list a large organization. */
const WITHOUT_LIST = 5;

/** What is created beneath one root, of whatever kind. */
interface Root {
  creates: number;
  /** The deepest group above everything that had to be looked for. */
  scope?: string;
  latestCreation?: Date;
  readonly kinds: Map<string, KeysOfKind>;
}

/** For one run of Terraform. */
export function createKnownKeys(client: Client, options: KeysOptions): KnownKeys {
  const groups = containerKind;
  const newGroups = new Map<string, number>();
  const roots = new Map<string, Root>();

  function rootOf(uid: string): Root {
    const root = roots.get(rootUid(uid)) ?? { creates: 0, kinds: new Map<string, KeysOfKind>() };
    roots.set(rootUid(uid), root);
    return root;
  }

  function keysOf(declaration: Declaration, parent: string): KeysOfKind {
    const { kinds } = rootOf(parent);
    const keys = kinds.get(declaration.kind) ?? createKeysOfKind(client, declaration, options);
    kinds.set(declaration.kind, keys);
    return keys;
  }

  function use(declaration: Declaration, key: Key, uid?: string): void {
    if (key.parent !== undefined) keysOf(declaration, key.parent).use(key, uid);
  }

  return {
    async isFree(declaration, key, signal) {
      const { parent } = key;
      if (parent === undefined) return false;
      const root = rootOf(parent);
      root.creates++;
      const keys = keysOf(declaration, parent);
      if (keys.areUsed(key)) return false;
      const since = newGroups.get(parent);
      if (since !== undefined && options.clock() - since <= MAX_AGE_MS) return true;
      root.scope = commonAncestor([root.scope ?? parent, parent]) ?? parent;
      return root.creates > WITHOUT_LIST && keys.areFree(key, root.scope, signal);
    },
    use,
    deleted(declaration, key, uid) {
      if (key.parent !== undefined) keysOf(declaration, key.parent).deleted(key, uid);
    },
    created(declaration, { object, subject, isEmpty }) {
      const uid = uidOf(declaration, object);
      const root = rootOf(uid);
      const time = parseTimestamp(String(object['createTime']));
      if (time !== undefined && time > (root.latestCreation ?? new Date(0))) root.latestCreation = time;
      const parent = parentUidOf(declaration, uid);
      if (parent !== undefined) keysOf(declaration, parent).created(object, subject);
      // Contract C4: a root group is not empty.
      if (isEmpty && declaration === groups && parent !== undefined) newGroups.set(uid, options.clock());
    },
    latestCreation: (uid) => (uid === undefined ? undefined : roots.get(rootUid(uid))?.latestCreation),
  };
}
