/**
 * Finds objects that disappear at one address and appear at another. Such an object has the same natural key at both. The key
 * contains the keys of the objects that it refers to, because a new object has no uid yet.
 */
import { groupBy } from '../../access/graph/paths';
import { isUid } from '../../model/api';
import { containerKind } from '../../model/kinds';
import { canonicalText, getAttribute, ownKeyFields, parentAttribute } from '../../model/schema';
import { isSensitive, textAttribute } from '../input/plan/values';
import type { Objects, PlatformObject } from './objects/objects';
import { createReferences } from './objects/references';

/** Returns a text that is equal for the same object on both sides; `undefined` if it is unknown. */
export type GetKey = (object: PlatformObject) => string | undefined;

interface KeyOptions {
  /** Returns a text for an object that is known to be on both sides. It replaces the natural key. */
  readonly known: GetKey;
  /** Returns the text for a uid that no object of this side has. @default the uid itself */
  readonly uidKey?: (kind: string, uid: string) => string | undefined;
}

export function createKeys(objects: Objects, { known, uidKey }: KeyOptions): GetKey {
  const refer = createReferences(objects);
  const keys = new Map<PlatformObject, string | undefined>();
  const keyOfReference = (kind: string, key: string): string | undefined => {
    const object = objects.get(`${kind} ${key}`);
    if (object !== undefined) return find(object);
    return isUid(key) ? (uidKey?.(kind, key) ?? `uid ${key}`) : undefined;
  };
  const find: GetKey = (object) => {
    if (keys.has(object)) return keys.get(object);
    // Groups that contain each other have no key.
    keys.set(object, undefined);
    const key = known(object) ?? naturalKey(object);
    keys.set(object, key);
    return key;
  };
  const referenceKey = (object: PlatformObject, name: string, kind: string): string | undefined => {
    const found = refer(object.instances[0], name);
    if ('unresolved' in found) return undefined;
    return found.key === undefined ? 'none' : keyOfReference(kind, found.key);
  };
  const naturalKey: GetKey = (object) => {
    const { declaration } = object;
    const [{ values, sensitive }] = object.instances;
    const parent = parentAttribute(declaration);
    const parts = [
      parent === undefined ? 'none' : referenceKey(object, parent, declaration.parent?.kind ?? containerKind.kind),
      ...ownKeyFields(declaration).map((name) => {
        const type = declaration.fields[name]?.type;
        const attribute = getAttribute(declaration, name);
        if (type?.is !== 'string' || isSensitive(sensitive, attribute)) return undefined;
        if (type.refersTo !== undefined) return referenceKey(object, attribute, type.refersTo);
        const text = textAttribute(values, attribute);
        return text === undefined || text === '' ? undefined : canonicalText(type, text);
      }),
    ];
    return parts.includes(undefined) ? undefined : JSON.stringify([declaration.kind, ...parts]);
  };
  return find;
}

/** An object that disappears, and the equal object that appears. */
export interface SameObject {
  readonly before: PlatformObject;
  readonly after: PlatformObject;
}

export interface SameObjects {
  readonly same: readonly SameObject[];
  /** Objects that disappear without an equal one, or with several. */
  readonly gone: readonly PlatformObject[];
  /** Objects that appear without an equal one, or with several. */
  readonly made: readonly PlatformObject[];
}

/** Pairs objects with equal keys. Several objects with one key are not paired. */
export function pairObjects(
  gone: readonly PlatformObject[],
  made: readonly PlatformObject[],
  toKey: { readonly before: GetKey; readonly after: GetKey },
): SameObjects {
  const [before, after] = [groupBy(gone, toKey.before), groupBy(made, toKey.after)];
  const same = [...before].flatMap(([key, [was, ...others]]) => {
    const [is, ...more] = after.get(key) ?? [];
    return key === undefined || is === undefined || others.length + more.length > 0 ? [] : [{ before: was, after: is }];
  });
  const paired = new Set(same.flatMap((one) => [one.before, one.after]));
  return {
    same,
    gone: gone.filter((object) => !paired.has(object)),
    made: made.filter((object) => !paired.has(object)),
  };
}
