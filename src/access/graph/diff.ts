/**
 * Compares the effective access of two graphs, as exact rows. An identity's access changes only in groups where it has
 * a grant, and in groups that exist in one graph only. Only these are visited, never groups × identities.
 */
import { CapabilitySets, NO_CAPABILITIES, type CapabilitySet } from './capability-sets';
import { joinGraphs, type JointGraph, type JointGroup, type MatchBy } from './joint';
import type { AccessGraph, GrantNode, GrantSource, IdentityNode } from './nodes';
import { compareNames } from '../../base/text/compare-names';

/** A grant that gives, or gave, the capabilities of a row. */
export interface Through {
  /** The key of the grant. */
  readonly grant: string;
  readonly source: GrantSource;
  /** The path of its role. */
  readonly role: string;
  /** The path of its group: the group of the row, or one above it. */
  readonly group: string;
}

/**
 * Capabilities that an identity gained or lost in `group` and in every group beneath it, except in the groups of
 * `except` and beneath them. For gains, *beneath* refers to the groups afterwards, and for losses to the groups before.
 * No capability of an identity is in two rows for one group.
 */
export interface AccessRow {
  /** The path of the identity. */
  readonly identity: string;
  /** The path of the group. */
  readonly group: string;
  /** Paths of groups beneath `group`. None of them is beneath another. */
  readonly except: readonly string[];
  /** Dotted names, sorted. `EVERY_OTHER_CAPABILITY` represents all capabilities that this package does not know. */
  readonly capabilities: readonly string[];
  readonly through: readonly Through[];
}

/** Returns the access that identities gain and lose. The rows are sorted by identity, then in the order of the tree. */
export interface AccessDiff {
  readonly gained: readonly AccessRow[];
  readonly lost: readonly AccessRow[];
}

/** Options of the comparison. */
export interface DiffOptions {
  /**
   * The property that matches groups and identities. With `path`, a recreated object of the same name matches, and a
   * renamed object does not. With `key`, a renamed object matches as well.
   *
   * @default 'path'
   */
  readonly matchBy?: MatchBy | undefined;
}

/** Returns every change of effective access from one graph to the other, and nothing else. */
export function diffAccess(
  before: AccessGraph,
  after: AccessGraph,
  { matchBy = 'path' }: DiffOptions = {},
): AccessDiff {
  if (before === after) return { gained: [], lost: [] };
  const joint = joinGraphs(before, after, matchBy);
  const sets = new CapabilitySets(before, after);
  const onOneSide = joint.groups.filter(({ before: was, after: is, parent }) =>
    was === undefined ? parent?.before !== undefined : is === undefined && parent?.after !== undefined,
  );
  const gained: AccessRow[] = [];
  const lost: AccessRow[] = [];
  for (const { path, before: was, after: is } of joint.identities) {
    const stops = getStops(sets, directAccess(joint, sets, was), directAccess(joint, sets, is), onOneSide);
    if (stops.length === 0) continue;
    rows(sets, stops, 'after').forEach((row) => gained.push(getRow(joint, sets, path, is, row)));
    rows(sets, stops, 'before').forEach((row) => lost.push(getRow(joint, sets, path, was, row)));
  }
  return { gained, lost };
}

type Side = 'before' | 'after';

/** A group where the access of an identity, or its change, can differ from the group above. */
interface Stop {
  readonly group: JointGroup;
  /** The capabilities of the identity in the group, including inherited ones. Empty if the group does not exist. */
  readonly held: Readonly<Record<Side, CapabilitySet>>;
  /** The index of the stop above it, or -1. */
  readonly above: number;
}

/** Returns the capabilities that the grants of an identity give, by the group of the grant. */
function directAccess(
  joint: JointGraph,
  sets: CapabilitySets,
  identity: IdentityNode | undefined,
): ReadonlyMap<JointGroup, CapabilitySet> {
  const direct = new Map<JointGroup, CapabilitySet>();
  for (const { group, role } of identity?.grants ?? []) {
    const there = joint.findGroup(group);
    direct.set(there, sets.union(direct.get(there) ?? NO_CAPABILITIES, sets.ofRole(role)));
  }
  return direct;
}

/** Returns the stops in the order of the tree. Empty if nothing can have changed. */
function getStops(
  sets: CapabilitySets,
  before: ReadonlyMap<JointGroup, CapabilitySet>,
  after: ReadonlyMap<JointGroup, CapabilitySet>,
  onOneSide: readonly JointGroup[],
): Stop[] {
  const groups = new Set([...before.keys(), ...after.keys()]);
  const isAsBefore = [...groups].every((group) => before.get(group) === after.get(group));
  for (const group of oneSidedBeneath(groups, onOneSide)) groups.add(group);
  if (isAsBefore && groups.size === before.size) return [];
  const stops: Stop[] = [];
  let above = -1;
  for (const group of [...groups].sort((a, b) => a.order - b.order)) {
    while (above >= 0 && !contains(stops[above]?.group, group)) above = stops[above]?.above ?? -1;
    const inherited = stops[above]?.held;
    const held = (side: Side, direct: ReadonlyMap<JointGroup, CapabilitySet>) =>
      group[side] === undefined
        ? NO_CAPABILITIES
        : sets.union(inherited?.[side] ?? NO_CAPABILITIES, direct.get(group) ?? NO_CAPABILITIES);
    stops.push({ group, held: { before: held('before', before), after: held('after', after) }, above });
    above = stops.length - 1;
  }
  return stops;
}

/** Returns the groups of `onOneSide`, in the order of the tree, that are beneath one of `groups`. */
function oneSidedBeneath(groups: ReadonlySet<JointGroup>, onOneSide: readonly JointGroup[]): JointGroup[] {
  const found: JointGroup[] = [];
  let end = -1;
  for (const group of onOneSide.length === 0 ? [] : [...groups].sort((a, b) => a.order - b.order)) {
    if (group.order <= end) continue;
    end = group.end;
    let [low, high] = [0, onOneSide.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((onOneSide[middle]?.order ?? 0) <= group.order) low = middle + 1;
      else high = middle;
    }
    for (let next = onOneSide[low]; next !== undefined && next.order <= end; next = onOneSide[++low]) found.push(next);
  }
  return found;
}

function contains(group: JointGroup | undefined, other: JointGroup): boolean {
  return group !== undefined && group.order <= other.order && other.order <= group.end;
}

interface OpenRow {
  readonly group: JointGroup;
  readonly capabilities: CapabilitySet;
  readonly except: readonly JointGroup[];
  readonly side: Side;
}

/**
 * Returns the rows of capabilities that are held on one side only. A row begins where the group above has no such
 * change.
 */
function rows(sets: CapabilitySets, stops: readonly Stop[], side: Side): OpenRow[] {
  const other = side === 'after' ? 'before' : 'after';
  const changes = stops.map(({ held }) => sets.without(held[side], held[other]));
  return stops.flatMap(({ group, above }, index) => {
    const begins = sets.without(changes[index] ?? NO_CAPABILITIES, changes[above] ?? NO_CAPABILITIES);
    if (begins === NO_CAPABILITIES) return [];
    let parts: Omit<OpenRow, 'group' | 'side'>[] = [{ capabilities: begins, except: [] }];
    for (const [end, ended] of ends(sets, stops, changes, index, begins, side))
      parts = parts.flatMap(({ capabilities, except }) =>
        [
          { capabilities: sets.common(capabilities, ended), except: [...except, end] },
          { capabilities: sets.without(capabilities, ended), except },
        ].filter((part) => part.capabilities !== NO_CAPABILITIES),
      );
    return parts.map((part) => ({ group, side, ...part }));
  });
}

/** Returns the topmost groups beneath a stop where some of the capabilities end. */
function* ends(
  sets: CapabilitySets,
  stops: readonly Stop[],
  changes: readonly CapabilitySet[],
  from: number,
  capabilities: CapabilitySet,
  side: Side,
): Iterable<[JointGroup, CapabilitySet]> {
  const lasting = new Map<number, CapabilitySet>([[from, capabilities]]);
  for (let index = from + 1; index < stops.length; index++) {
    const stop = stops[index];
    if (stop === undefined || !contains(stops[from]?.group, stop.group)) return;
    const above = lasting.get(stop.above) ?? NO_CAPABILITIES;
    const here = sets.common(above, changes[index] ?? NO_CAPABILITIES);
    lasting.set(index, here);
    const ended = sets.without(above, here);
    if (ended !== NO_CAPABILITIES && stop.group[side] !== undefined) yield [stop.group, ended];
  }
}

function getRow(
  joint: JointGraph,
  sets: CapabilitySets,
  identity: string,
  node: IdentityNode | undefined,
  { group, capabilities, except }: OpenRow,
): AccessRow {
  const grants = (node?.grants ?? []).filter(
    (grant) =>
      contains(joint.findGroup(grant.group), group) &&
      sets.common(sets.ofRole(grant.role), capabilities) !== NO_CAPABILITIES,
  );
  return {
    identity,
    group: group.path,
    except: except.map(({ path }) => path),
    capabilities: sets.list(capabilities),
    through: grants.map((grant) => toThrough(grant, joint.findGroup(grant.group).path)).sort(compareThrough),
  };
}

/** Returns the fields of a grant in a row. */
export function toThrough({ key, source, role, group }: GrantNode, path: string = group.path): Through {
  return { grant: key, source, role: role.path, group: path };
}

function compareThrough(a: Through, b: Through): number {
  return compareNames(a.group, b.group) || compareNames(a.role, b.role) || compareNames(a.grant, b.grant);
}
