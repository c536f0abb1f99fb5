/**
 * The objects that references of a seed can name: those of the store, and those of the seed, which are not stored yet. To read each
 * name from the store would take longer than to store its object.
 */
import { containerKind, declarations } from '../../model/kinds';
import { equal } from '../store/selection';
import type { Store } from '../store/store';

/** An object that a reference can name. */
export interface NamedObject {
  readonly kind: string;
  readonly uid: string;
  readonly parent?: string | undefined;
  readonly name: string;
}

export interface SeedNames {
  /** Returns the objects of a kind that have a name, by uid. */
  named(kind: string, name: string): readonly NamedObject[];
  /** Returns those of a parent, or the roots if it is `undefined`. */
  namedIn(kind: string, name: string, parent: string | undefined): readonly NamedObject[];
  getGroup(uid: string): NamedObject | undefined;
  /** Returns the names of all objects of a kind, by uid. */
  all(kind: string): string[];
}

/** The objects of one kind. */
interface KindNames {
  readonly byName: Map<string, NamedObject[]>;
  readonly byPlace: Map<string, NamedObject[]>;
  /** The names that were read from the store; `undefined` if the store has no object of the kind. */
  readonly read: Set<string> | undefined;
}

/** @param seeded returns the objects of the seed with a kind */
export function createNames(store: Store, seeded: (kind: string) => readonly NamedObject[]): SeedNames {
  const storedKinds = new Set(declarations.map(({ kind }) => kind).filter((kind) => store.count(kind, []) > 0));
  const kinds = new Map<string, KindNames>();
  const groups = new Map<string, NamedObject>();
  for (const object of seeded(containerKind.kind)) groups.set(object.uid, object);
  const getKind = (kind: string): KindNames => {
    const known = kinds.get(kind);
    if (known !== undefined) return known;
    const read = storedKinds.has(kind) ? new Set<string>() : undefined;
    const names: KindNames = { byName: new Map(), byPlace: new Map(), read };
    for (const object of seeded(kind)) add(names, object);
    kinds.set(kind, names);
    return names;
  };
  const getNames = (kind: string, name: string): KindNames => {
    const names = getKind(kind);
    if (names.read === undefined || names.read.has(name)) return names;
    names.read.add(name);
    const known = new Set(names.byName.get(name)?.map(({ uid }) => uid));
    for (const { uid, parent } of store.find(kind, [equal('name', name)]))
      if (!known.has(uid)) add(names, { kind, uid, parent, name });
    return names;
  };
  return {
    named: (kind, name) => [...(getNames(kind, name).byName.get(name) ?? [])].sort(byUid),
    namedIn: (kind, name, parent) => [...(getNames(kind, name).byPlace.get(placeKey(parent, name)) ?? [])].sort(byUid),
    getGroup: (uid) => groups.get(uid) ?? store.get(containerKind.kind, uid),
    all: (kind) => {
      const objects = new Map([...store.find(kind, []), ...seeded(kind)].map((object) => [object.uid, object]));
      return [...objects.values()].sort(byUid).map(({ name }) => name);
    },
  };
}

function add({ byName, byPlace }: KindNames, object: NamedObject): void {
  const { parent, name } = object;
  push(byName, name, object);
  push(byPlace, placeKey(parent, name), object);
}

function push(lists: Map<string, NamedObject[]>, key: string, object: NamedObject): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [object]);
  else known.push(object);
}

/** No uid contains a space. */
function placeKey(parent: string | undefined, name: string): string {
  return `${parent ?? ''} ${name}`;
}

function byUid(object: NamedObject, other: NamedObject): number {
  return object.uid < other.uid ? -1 : 1;
}
