/**
 * Every pair of edits of a small organization, as one change that an apply can leave at any point. The access of every part is
 * enumerated: over all subsets of the writes that decide a binding, or over all subsets of all writes that a known order allows.
 */
import type { AccessGraph } from '../../../src/access/graph';
import { findEarlyAccess, type EarlyRow } from '../../../src/access/graph/early';
import { graphOf } from './check';
import { editsOf, groupIds, type Version } from './edits';
import { CAPABILITIES, toKey, type State } from './organizations';
import { objectsOf, type PlanObject, type PlanObjects } from './plan-text';

/** Returns the version after both edits. The second one names the groups of the first by their index. */
function composed(first: Version, second: Version): Version {
  const ids = groupIds(first);
  const getId = (id: string) => (/^g\d$/.test(id) ? (ids[Number(id.slice(1))] ?? 'g9') : id);
  const groups = groupIds(second).map(getId);
  const names = Object.entries(second.names ?? {}).map(([id, name]) => [getId(id), name] as const);
  return {
    state: second.state,
    groups,
    names: { ...first.names, ...Object.fromEntries(names) },
    subjects: { ...first.subjects, ...second.subjects },
    recreated: [...(first.recreated ?? []), ...(second.recreated ?? []).map(getId)],
  };
}

/** Returns every pair of edits with its name. */
export function* pairsOf(state: State): Generator<readonly [name: string, after: Version]> {
  for (const [first, between] of editsOf(state))
    for (const [second, after] of editsOf(between.state)) yield [`${first}; ${second}`, composed(between, after)];
}

interface Side {
  readonly version: Version;
  readonly objects: PlanObjects;
  readonly graph: AccessGraph;
}

export interface ComparedPairs {
  pairs: number;
  /** Pairs with access that exists only between them. */
  early: number;
  /** Pairs with such access although some of their writes are in a known order. */
  ordered: number;
}

export const noPairs = (): ComparedPairs => ({ pairs: 0, early: 0, ordered: 0 });

/** With more writes, no order is known: the subsets of all writes are too many. */
const MOST_WRITES = 6;

export function sideOf(state: State): Side {
  const version = { state };
  const objects = objectsOf(version);
  return { version, objects, graph: graphOf(objects, []) };
}

/** Compares a pair. Throws an `Error` that names it. `isOrdered` decides which write of two is first, by their indexes. */
export function checkPair(
  before: Side,
  [name, version]: readonly [string, Version],
  isOrdered: (first: number, then: number) => boolean,
  compared: ComparedPairs,
): void {
  const objects = objectsOf(version, before.objects, 'one');
  const after = graphOf(objects, []);
  const model = createModel(before.objects, objects);
  const { writes } = model;
  compared.pairs++;
  const order = writes.length > MOST_WRITES ? [] : orderOf(writes.length, isOrdered);
  for (const orders of order.length === 0 ? [[]] : [[], order]) {
    const index = new Map(writes.flatMap(({ keys }, at) => keys.map((key) => [key, at] as const)));
    const isFirst = (first: string, then: string) =>
      orders.some(([one, other]) => one === index.get(first) && other === index.get(then));
    const found = findEarlyAccess(before.graph, after, { trust: new Map(), isFirst });
    const rows = expandRows(found?.rows ?? [], model.groups);
    const expected = model.early(orders);
    if (rows.join() !== expected.join())
      throw new Error(
        `${toKey(before.version.state)}, ${name}, ordered ${JSON.stringify(orders.map((pair) => pair.map((at) => writes[at]?.keys)))}: ${rows.join()}, and should be ${expected.join()}`,
      );
    if (expected.length === 0) continue;
    if (orders.length === 0) compared.early++;
    else compared.ordered++;
  }
}

type Order = readonly (readonly [first: number, then: number])[];

/** Returns the order with everything that follows from it. */
function orderOf(count: number, isOrdered: (first: number, then: number) => boolean): Order {
  const reaches = Array.from({ length: count }, () => new Set<number>());
  for (let then = 0; then < count; then++)
    for (let first = 0; first < then; first++)
      if (isOrdered(first, then)) for (const one of [first, ...(reaches[first] ?? [])]) reaches[then]?.add(one);
  return reaches.flatMap((firsts, then) => [...firsts].map((first) => [first, then] as const));
}

interface Write {
  /** The uids that it creates, updates or deletes. */
  readonly keys: readonly string[];
}

interface Versions {
  readonly before: PlanObject | undefined;
  readonly after: PlanObject | undefined;
}

function readVersions(before: PlanObjects, after: PlanObjects): ReadonlyMap<string, Versions> {
  const byUid = new Map<string, Versions>();
  for (const [objects, side] of [
    [before, 'before'],
    [after, 'after'],
  ] as const)
    for (const object of objects.values()) {
      const { uid } = object.values;
      byUid.set(uid, { ...(byUid.get(uid) ?? { before: undefined, after: undefined }), [side]: object });
    }
  return byUid;
}

/** Returns the path of each object by its uid: afterwards, or before for a deleted one. */
export function createPaths(before: PlanObjects, after: PlanObjects): (uid: string) => string {
  return pathsByUid(readVersions(before, after));
}

/** The organization in every part of an apply, as bits: one for each identity and group, for each capability. */
function createModel(before: PlanObjects, after: PlanObjects) {
  const byUid = readVersions(before, after);
  const writes: Write[] = [];
  const writeOf = new Map<string, number>();
  for (const [uid, { before: was, after: is }] of byUid)
    if (was?.text !== is?.text) writeOf.set(uid, writes.push({ keys: [uid] }) - 1);
  const paths = pathsByUid(byUid);
  const pathsOfType = (type: string) => [
    ...new Set([...byUid].flatMap(([uid, one]) => ((one.after ?? one.before)?.type === type ? [paths(uid)] : []))),
  ];
  const [groups, identities] = [pathsOfType('platform_group'), pathsOfType('platform_identity')];
  const bindings = [...byUid].flatMap(([uid, { before: was, after: is }]) => {
    const { type, values } = (is ?? was) as PlanObject;
    if (type !== 'platform_role_binding') return [];
    const [scope, who] = [
      paths(String(values['group_uid'])),
      identities.indexOf(paths(String(values['identity_uid']))),
    ];
    let mask = 0;
    groups.forEach((path, at) => {
      if (`${path}/`.startsWith(`${scope}/`)) mask |= 1 << (who * groups.length + at);
    });
    const needs = [String(values['group_uid']), String(values['identity_uid'])];
    return [{ uid, mask, needs }];
  });
  const inState = (uid: string, done: number): PlanObject | undefined => {
    const [one, at] = [byUid.get(uid), writeOf.get(uid)];
    return at === undefined || (done & (1 << at)) !== 0 ? one?.after : one?.before;
  };
  const accessIn = (done: number, counted = bindings): number[] => {
    const masks = CAPABILITIES.map(() => 0);
    for (const { uid, mask, needs } of counted) {
      const binding = inState(uid, done);
      if (binding === undefined || needs.some((need) => inState(need, done) === undefined)) continue;
      const role = inState(String(binding.values['role_uid']), done);
      for (const name of (role?.values['capabilities'] as string[] | undefined) ?? []) {
        const at = (CAPABILITIES as readonly string[]).indexOf(name);
        masks[at] = (masks[at] ?? 0) | mask;
      }
    }
    return masks;
  };
  const whole = 2 ** writes.length - 1;
  /** Returns the writes that decide a binding: its own, and those of its group, its identity and its roles. */
  const decisive = ({ uid, needs }: (typeof bindings)[number]): number[] => {
    const { before: was, after: is } = byUid.get(uid) ?? {};
    const roles = [was, is].map((object) => String(object?.values['role_uid']));
    return [...new Set([uid, ...needs, ...roles].flatMap((need) => writeOf.get(need) ?? []))];
  };
  const early = (orders: Order): string[] => {
    const union = CAPABILITIES.map(() => 0);
    const add = (masks: readonly number[]) => masks.forEach((mask, at) => (union[at] = (union[at] ?? 0) | mask));
    if (orders.length === 0)
      for (const binding of bindings) for (const done of subsetsOf(decisive(binding))) add(accessIn(done, [binding]));
    else
      for (let done = 0; done <= whole; done++) {
        if (orders.some(([first, then]) => (done & (1 << then)) !== 0 && (done & (1 << first)) === 0)) continue;
        add(accessIn(done));
      }
    const [first, last] = [accessIn(0), accessIn(whole)];
    return CAPABILITIES.flatMap((name, what) => {
      const only = (union[what] ?? 0) & ~(first[what] ?? 0) & ~(last[what] ?? 0);
      return identities.flatMap((who, row) =>
        groups.flatMap((where, at) =>
          (only & (1 << (row * groups.length + at))) === 0 ? [] : [`${who} ${name} ${where}`],
        ),
      );
    }).sort();
  };
  return { writes, groups, early };
}

function subsetsOf(writes: readonly number[]): number[] {
  return writes.reduce<number[]>((subsets, at) => [...subsets, ...subsets.map((done) => done | (1 << at))], [0]);
}

/** Returns the path of an object: afterwards, or before for a deleted one. */
function pathsByUid(byUid: ReadonlyMap<string, Versions>): (uid: string) => string {
  const known = new Map<string, string>();
  const find = (uid: string): string => {
    const found = known.get(uid);
    if (found !== undefined) return found;
    const { before, after } = byUid.get(uid) ?? {};
    const values: Readonly<Record<string, unknown>> = (after ?? before)?.values ?? {};
    const parent = values['group_uid'] ?? values['parent_uid'];
    const path = `${typeof parent === 'string' ? `${find(parent)}/` : ''}${String(values['name'])}`;
    known.set(uid, path);
    return path;
  };
  return find;
}

export function expandRows(
  rows: readonly Pick<EarlyRow, 'identity' | 'group' | 'except' | 'capabilities'>[],
  groups: readonly string[],
): string[] {
  const isIn = (path: string, scope: string) => `${path}/`.startsWith(`${scope}/`);
  return rows
    .flatMap(({ identity, group, except, capabilities }) =>
      groups
        .filter((path) => isIn(path, group) && !except.some((end) => isIn(path, end)))
        .flatMap((path) => capabilities.map((name) => `${identity} ${name} ${path}`)),
    )
    .sort();
}
