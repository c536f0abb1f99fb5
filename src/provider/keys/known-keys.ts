/**
 * Determines which natural keys are free without one request for each: from one list at the common ancestor of the created
 * objects, and from the objects that this run has created. It only confirms free keys. For a key that may be taken, a single
 * lookup asks the service.
 */
import { parseTimestamp, rootUid, type Values } from '../../model/api';
import { onceFor } from '../../base/cache/once-for';
import type { Client } from '../../client';
import { declarations, parentKind } from '../../model/kinds';
import { type Declaration, kindInWords, findParentUid } from '../../model/schema';
import { getObjectUid } from '../convert/to-state';
import { logDecision } from '../messages/decision';
import type { ObjectKey } from '../../client/internal';
import { including } from '../refresh/refresh-budget';
import { createKeysOfKind, type KeysOfKind, type KeysOptions, MAX_AGE_MS } from './keys-of-kind';

export interface CreatedKey {
  /** The words for the object in messages. */
  readonly subject: string;
  /** If it can be a parent: true if it contains nothing but objects of this run. */
  readonly isEmpty: boolean;
}

/** The number of creates under one root before a list is read: a few creates never list a large organization. */
const WITHOUT_LIST = 5;

const parentKinds = new Set(declarations.map(parentKind));

interface Root {
  creates: number;
  /** The deepest group above all keys that needed a lookup. */
  scope?: string;
  latestCreation?: Date;
  readonly getKeys: (declaration: Declaration) => KeysOfKind;
}

/** A register of the journal of the run. */
export function createKnownKeys(client: Client, options: KeysOptions) {
  /** The parents that contain nothing but objects of this run, with the time of their creation. */
  const newParents = new Map<string, number>();
  const roots = new Map<string, Root>();

  function getRoot(uid: string): Root {
    const getKeys = onceFor((declaration: Declaration) => createKeysOfKind(client, declaration, options));
    const root = roots.get(rootUid(uid)) ?? { creates: 0, getKeys };
    roots.set(rootUid(uid), root);
    return root;
  }

  function use(declaration: Declaration, key: ObjectKey | undefined, uid?: string): void {
    if (key?.parent !== undefined) getRoot(key.parent).getKeys(declaration).use(key, uid);
  }

  return {
    /**
     * Returns true if no object had the key within the last ten seconds, and this run has given it to none. If false, only the
     * service knows. Throws a `DiagError` if others have created a duplicate of an object of this run.
     */
    async isFree(declaration: Declaration, key: ObjectKey, signal: AbortSignal): Promise<boolean> {
      const decide = (isFree: boolean, reason: string): boolean => {
        const decision = isFree ? 'key is free' : 'look up the key';
        logDecision(options.log, decision, () => ({
          object: [kindInWords(declaration), ...Object.values(key.values), 'in', key.parent].join(' '),
          reason,
        }));
        return isFree;
      };
      const { parent } = key;
      if (parent === undefined) return decide(false, 'The object has no parent');
      const root = getRoot(parent);
      root.creates++;
      const keys = root.getKeys(declaration);
      if (keys.areUsed(key)) return decide(false, 'This run has given the key to an object, or tried to');
      const since = newParents.get(parent);
      if (since !== undefined && options.clock() - since <= MAX_AGE_MS)
        return decide(true, 'This run has just created its parent, and has not used the key there');

      root.scope = including(root.scope, parent) ?? parent;
      if (root.creates <= WITHOUT_LIST) return decide(false, 'A few creates read no list');
      return (await keys.areFree(key, root.scope, signal))
        ? decide(true, 'A list of the last ten seconds contains no object with the key')
        : decide(false, 'No recent list was worth its requests, or the list may contain the key');
    },
    creating: use,
    adopted: (declaration: Declaration, object: Values, key: ObjectKey) =>
      use(declaration, key, getObjectUid(declaration, object)),
    /** `key`: the key that the object gets, if it changes. */
    updating: (declaration: Declaration, uid: string, key: ObjectKey | undefined) => use(declaration, key, uid),
    deleted(declaration: Declaration, uid: string, key: ObjectKey | undefined): void {
      if (key?.parent !== undefined) getRoot(key.parent).getKeys(declaration).deleted(key, uid);
    },
    created(declaration: Declaration, object: Values, { subject, isEmpty }: CreatedKey): void {
      const uid = getObjectUid(declaration, object);
      const root = getRoot(uid);
      const time = parseTimestamp(String(object['createTime']));
      if (time !== undefined && time > (root.latestCreation ?? new Date(0))) root.latestCreation = time;
      const parent = findParentUid(declaration, uid);
      if (parent !== undefined) root.getKeys(declaration).created(object, subject);
      // Contract C4: a root group is not empty.
      if (isEmpty && parentKinds.has(declaration) && parent !== undefined) newParents.set(uid, options.clock());
    },
    /** Returns the time of the latest creation of this run in the same organization. Later objects are not older. */
    latestCreation: (uid: string | undefined) =>
      uid === undefined ? undefined : roots.get(rootUid(uid))?.latestCreation,
  };
}
