/**
 * Finds the identities that an identity can become. An actor that can change how an identity is assumed can assume it
 * (a service may not check more, contract A6). An actor that can change an identity provider can sign in through it.
 * The search uses the groups where the actor can do this, not the identities in them: a step leads from one scope to
 * the scopes of the identities in it.
 */
import { NO_CAPABILITIES, type CapabilitySet, type CapabilitySets } from './capability-sets';
import type { AccessGraph, GroupNode, IdentityNode } from './nodes';
import { compareNames } from '../../base/text/compare-names';
import { groupBy } from './paths';
import { isWithinGroup, topmost, upwards } from './questions';

/** A method to become another identity. */
interface Power {
  readonly kind: 'assume' | 'sign_in';
  /** The capabilities that it requires in the group of the other identity. */
  readonly needs: readonly string[];
  /** The identities that can be reached with it. */
  readonly reaches: (identity: IdentityNode) => boolean;
}

const POWERS: readonly Power[] = [
  {
    kind: 'assume',
    needs: ['identity.update'],
    reaches: ({ grantedBy, group }) => grantedBy === undefined && group !== undefined,
  },
  {
    kind: 'sign_in',
    // The second capability is required because the provider gives a role (contract A5).
    needs: ['identity_providers.update', 'role_bindings.create'],
    reaches: ({ grantedBy }) => grantedBy === 'identity_provider' || grantedBy === 'external_group_role_mapping',
  },
];

/** Control over all identities in a group and beneath it. */
export interface ControlScope {
  readonly power: Power;
  readonly group: GroupNode;
}

/** The capabilities that an identity adds to those of the identities before it in a scope. */
interface Right {
  readonly holder: IdentityNode;
  readonly group: GroupNode;
  readonly capabilities: CapabilitySet;
}

/** Everything that can be gained from a set of scopes. */
export interface ReachableAccess {
  /** A small selection of identities that together give all of it. */
  readonly rights: readonly Right[];
  /** The capabilities that they give in a group. */
  at(group: GroupNode): CapabilitySet;
  /** The shortest path to an identity. Its first step begins in the scopes. */
  wayTo(identity: IdentityNode): readonly Way[];
}

/** A step: become `target` within `scope`. */
export interface Way {
  readonly scope: ControlScope;
  readonly target: IdentityNode;
}

export interface Reaches {
  /** Returns the capabilities that the grants of an identity give it in a group. */
  held(identity: IdentityNode, group: GroupNode): CapabilitySet;
  /** Returns everything that the identity can gain, or `undefined` if it can become no other identity. */
  of(identity: IdentityNode): ReachableAccess | undefined;
}

export function createReaches(graph: AccessGraph, sets: CapabilitySets): Reaches {
  const direct = new Map(graph.identities.map((identity) => [identity, directAccess(sets, identity)]));
  const held = (identity: IdentityNode, group: GroupNode) => inherited(sets, direct.get(identity), group);
  const scopes = createScopes();
  const reachedScopes = new Map(
    graph.identities.map((identity) => [identity, ownScopes(sets, identity, held, scopes)] as const),
  );
  const targets = POWERS.map((power) =>
    graph.identities
      .filter((identity) => power.reaches(identity))
      .sort((a, b) => (a.group?.order ?? 0) - (b.group?.order ?? 0)),
  );
  const inScope = ({ power, group }: ControlScope) => slice(targets[POWERS.indexOf(power)] ?? [], group);
  const ranking = rankRights(sets, direct);
  const known = new Map<string, ReachableAccess>();
  return {
    held,
    of: (identity) => {
      const start = reachedScopes.get(identity) ?? [];
      if (start.length === 0) return undefined;
      const key = getKey(start);
      const reach = known.get(key) ?? explore(start);
      known.set(key, reach);
      return reach;
    },
  };

  function getKey(all: readonly ControlScope[]): string {
    return all
      .map((scope) => scopes.toNumber(scope))
      .sort((a, b) => a - b)
      .join();
  }

  function explore(start: readonly ControlScope[]): ReachableAccess {
    const cameFrom = new Map<ControlScope, Way | undefined>(start.map((scope) => [scope, undefined]));
    const reachedIn = new Map<IdentityNode, ControlScope>();
    const distances = new Map(start.map((scope) => [scope, 1]));
    for (const [scope] of cameFrom)
      for (const target of inScope(scope)) {
        if (reachedIn.has(target)) continue;
        reachedIn.set(target, scope);
        for (const next of reachedScopes.get(target) ?? []) {
          if (cameFrom.has(next) || isCovered(next, cameFrom.keys())) continue;
          cameFrom.set(next, { scope, target });
          distances.set(next, (distances.get(scope) ?? 0) + 1);
        }
      }
    const wayTo = (identity: IdentityNode): Way[] => {
      const way: Way[] = [];
      let target: IdentityNode | undefined = identity;
      for (let scope = reachedIn.get(identity); scope !== undefined && target !== undefined;) {
        way.unshift({ scope, target });
        const from: Way | undefined = cameFrom.get(scope);
        [scope, target] = [from?.scope, from?.target];
      }
      return way;
    };
    const layers = groupBy(reachedIn.keys(), (target) => distances.get(reachedIn.get(target) as ControlScope));
    const { rights, given } = chooseRights(sets, ranking, layers.values());
    return { rights, at: (group) => inherited(sets, given, group), wayTo };
  }
}

type Direct = ReadonlyMap<GroupNode, CapabilitySet>;

function directAccess(sets: CapabilitySets, { grants }: IdentityNode): Direct {
  const direct = new Map<GroupNode, CapabilitySet>();
  for (const { group, role } of grants)
    direct.set(group, sets.union(direct.get(group) ?? NO_CAPABILITIES, sets.ofRole(role)));
  return direct;
}

function inherited(sets: CapabilitySets, direct: Direct | undefined, group: GroupNode): CapabilitySet {
  if (direct === undefined || direct.size === 0) return NO_CAPABILITIES;
  let held = NO_CAPABILITIES;
  for (let above: GroupNode | undefined = group; above !== undefined; above = above.parent)
    held = sets.union(held, direct.get(above) ?? NO_CAPABILITIES);
  return held;
}

/** Contains each scope once, so that sets of scopes can be compared. */
function createScopes() {
  const known = new Map<Power, Map<GroupNode, ControlScope>>(POWERS.map((power) => [power, new Map()]));
  const numbers = new Map<ControlScope, number>();
  return {
    toNumber: (scope: ControlScope) => numbers.get(scope) ?? -1,
    get: (power: Power, group: GroupNode): ControlScope => {
      const scope = known.get(power)?.get(group) ?? { power, group };
      known.get(power)?.set(group, scope);
      if (!numbers.has(scope)) numbers.set(scope, numbers.size);
      return scope;
    },
  };
}

function ownScopes(
  sets: CapabilitySets,
  identity: IdentityNode,
  held: Reaches['held'],
  scopes: ReturnType<typeof createScopes>,
): ControlScope[] {
  const groups = [...new Set(identity.grants.map(({ group }) => group))];
  return POWERS.flatMap((power) => {
    const needed = sets.of(power.needs);
    const where = groups.filter((group) => sets.includesAll(held(identity, group), needed));
    return topmost(where).map((group) => scopes.get(power, group));
  });
}

/** Returns those of `targets`, in the order of the tree, that are the group or under it. */
function slice(targets: readonly IdentityNode[], { order, end }: GroupNode): readonly IdentityNode[] {
  return targets.slice(firstFrom(targets, order), firstFrom(targets, end + 1));
}

function firstFrom(targets: readonly IdentityNode[], order: number): number {
  let [low, high] = [0, targets.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((targets[middle]?.group?.order ?? 0) < order) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isCovered({ power, group }: ControlScope, by: Iterable<ControlScope>): boolean {
  for (const other of by)
    if (other.power === power && other.group !== group && isWithinGroup(group, other.group)) return true;
  return false;
}

interface Ranking {
  /** The capabilities that all grants give, the broadest first. */
  readonly rights: readonly Right[];
  /** The position of the capabilities of an identity in that list. */
  readonly ranksByIdentity: ReadonlyMap<IdentityNode, readonly number[]>;
}

function rankRights(sets: CapabilitySets, direct: ReadonlyMap<IdentityNode, Direct>): Ranking {
  const ranked = [...direct].flatMap(([holder, rights]) =>
    [...rights].map(([group, capabilities]) => {
      const right: Right = { holder, group, capabilities };
      return { right, depth: upwards(group).length, size: sets.size(capabilities) };
    }),
  );
  ranked.sort(
    (a, b) =>
      a.depth - b.depth ||
      b.size - a.size ||
      compareNames(a.right.holder.path, b.right.holder.path) ||
      a.right.group.order - b.right.group.order,
  );
  const rights = ranked.map(({ right }) => right);
  const ranksByIdentity = groupBy(rights.keys(), (rank) => rights[rank]?.holder);
  return { rights, ranksByIdentity: ranksByIdentity as ReadonlyMap<IdentityNode, readonly number[]> };
}

interface Choice {
  readonly rights: readonly Right[];
  /** The capabilities that they give, by the group where they begin. */
  readonly given: Direct;
}

/**
 * Returns the capabilities of each holder that the previous holders do not give. Those with the same number of steps are one layer, the
 * nearest first: access never needs more steps than the shortest path to it.
 */
function chooseRights(sets: CapabilitySets, ranking: Ranking, layers: Iterable<readonly IdentityNode[]>): Choice {
  const given = new Map<GroupNode, CapabilitySet>();
  const rights: Right[] = [];
  for (const holders of layers)
    for (const rank of Uint32Array.from(
      holders.flatMap((holder) => ranking.ranksByIdentity.get(holder) ?? []),
    ).sort()) {
      const right = ranking.rights[rank];
      if (right === undefined || sets.includesAll(inherited(sets, given, right.group), right.capabilities)) continue;
      given.set(right.group, sets.union(given.get(right.group) ?? NO_CAPABILITIES, right.capabilities));
      rights.push(right);
    }
  return { rights, given };
}
