/** Finds privilege escalation paths: capabilities that an identity can gain through identities that it can assume. */
import { CapabilitySets, NO_CAPABILITIES, type CapabilitySet } from './capability-sets';
import { toThrough, type DiffOptions, type Through } from './diff';
import { joinGraphs } from './joint';
import type { AccessGraph, GroupNode, IdentityNode } from './nodes';
import { compareNames } from '../../base/text/compare-names';
import { groupBy } from './paths';
import { isWithinGroup, upwards } from './questions';
import { createReaches, type Reaches, type Way } from './reach';

/**
 * The kinds of steps. `assume`: the actor can change an identity, and can therefore make it accept tokens of the actor.
 * `sign_in`: the actor can change an identity provider with a default role, and can sign in through it. `bind`: the
 * actor can create role bindings, and makes the gained access permanent for the first identity of the path.
 */
export type StepKind = 'assume' | 'sign_in' | 'bind';

/** A step of a path. */
export interface EscalationStep {
  readonly kind: StepKind;
  /** The path of the actor: the first identity, or the target of the previous step. */
  readonly actor: string;
  /** The path of the identity that the actor becomes. For `bind`, the identity that receives the role. */
  readonly target: string;
  /** The path of the group where the actor holds the required capabilities. */
  readonly group: string;
  /** The capabilities that the step requires. */
  readonly capabilities: readonly string[];
  /** The grants that give the actor these capabilities. */
  readonly through: readonly Through[];
}

/** Capabilities that an identity can gain in a group and beneath it, and does not hold in that group. */
export interface EscalationGain {
  /** The path of the group. */
  readonly group: string;
  /** Dotted names, sorted. `EVERY_OTHER_CAPABILITY` represents all capabilities that this package does not know. */
  readonly capabilities: readonly string[];
}

/** A path from an identity to capabilities that it does not hold. */
export interface EscalationPath {
  /** The path of the first identity. */
  readonly identity: string;
  /** At least one step. The actor of a step is the target of the previous one. */
  readonly steps: readonly EscalationStep[];
  readonly gains: readonly EscalationGain[];
}

/**
 * Returns the shortest paths of each identity to all capabilities that it does not hold. The paths of an identity,
 * together with its own capabilities, cover everything that it can gain in any number of steps.
 */
export function escalationPaths(graph: AccessGraph): EscalationPath[] {
  const sets = new CapabilitySets(graph);
  const reaches = createReaches(graph, sets);
  return graph.identities.flatMap((identity) => getPaths(sets, reaches, identity, () => NO_CAPABILITIES));
}

/** Returns the paths to capabilities that the identity could not gain in the graph before, directly or indirectly. */
export function newEscalationPaths(
  before: AccessGraph,
  after: AccessGraph,
  { matchBy = 'path' }: DiffOptions = {},
): EscalationPath[] {
  if (before === after) return [];
  const sets = new CapabilitySets(before, after);
  const joint = joinGraphs(before, after, matchBy);
  const [reachesBefore, reachesAfter] = [createReaches(before, sets), createReaches(after, sets)];
  const groupBefore = (group: GroupNode) =>
    upwards(group)
      .map((above) => joint.findGroup(above).before)
      .find((found) => found !== undefined);
  return joint.identities.flatMap(({ before: was, after: is }) => {
    // People who left an external group: those who sign in have a match of their own.
    if (is === undefined || (was?.includedIn !== undefined && is.includedIn === undefined)) return [];
    const inReach = (group: GroupNode) => {
      const there = groupBefore(group);
      return was === undefined || there === undefined ? NO_CAPABILITIES : attainable(sets, reachesBefore, was, there);
    };
    return getPaths(sets, reachesAfter, is, inReach);
  });
}

/**
 * Returns the capabilities that an identity can have in a group: those that it holds, and those that it can escalate
 * to.
 */
function attainable(sets: CapabilitySets, reaches: Reaches, identity: IdentityNode, group: GroupNode): CapabilitySet {
  return sets.union(reaches.held(identity, group), reaches.of(identity)?.at(group) ?? NO_CAPABILITIES);
}

/** Returns the paths of one identity. Each path gains at least one capability that is not `known` in its group. */
function getPaths(
  sets: CapabilitySets,
  reaches: Reaches,
  identity: IdentityNode,
  known: (group: GroupNode) => CapabilitySet,
): EscalationPath[] {
  const reach = reaches.of(identity);
  if (reach === undefined) return [];
  const gains = reach.rights.flatMap(({ holder, group, capabilities }) => {
    const missing = sets.without(capabilities, reaches.held(identity, group));
    const gained = sets.without(missing, known(group));
    return gained === NO_CAPABILITIES ? [] : [{ holder, group, gained }];
  });
  return [...groupBy(gains, ({ holder }) => holder)].map(([holder, ofHolder]) => {
    const way = reach.wayTo(holder);
    const groups = ofHolder.map(({ group }) => group);
    return {
      identity: identity.path,
      steps: [...toSteps(identity, way), ...binding(sets, reaches, identity, holder, groups)],
      gains: ofHolder
        .map(({ group, gained }) => ({ group: group.path, capabilities: sets.list(gained) }))
        .sort((a, b) => compareNames(a.group, b.group)),
    };
  });
}

function toSteps(identity: IdentityNode, way: readonly Way[]): EscalationStep[] {
  return way.map(({ scope: { power, group }, target }, index) => {
    const actor = way[index - 1]?.target ?? identity;
    return {
      kind: power.kind,
      actor: actor.path,
      target: target.path,
      group: group.path,
      capabilities: power.needs,
      through: getGrants(actor, power.needs, group),
    };
  });
}

/** Returns the last step, if the identity that was reached can also make the access permanent. */
function binding(
  sets: CapabilitySets,
  reaches: Reaches,
  identity: IdentityNode,
  holder: IdentityNode,
  groups: readonly GroupNode[],
): EscalationStep[] {
  const needs = ['role_bindings.create'];
  const group = groups.find((node) => sets.includesAll(reaches.held(holder, node), sets.of(needs)));
  if (group === undefined) return [];
  return [
    {
      kind: 'bind',
      actor: holder.path,
      target: identity.path,
      group: group.path,
      capabilities: needs,
      through: getGrants(holder, needs, group),
    },
  ];
}

function getGrants({ grants }: IdentityNode, needs: readonly string[], scope: GroupNode): Through[] {
  return grants
    .filter(({ group, role }) => isWithinGroup(scope, group) && needs.some((name) => role.capabilities.includes(name)))
    .map((grant) => toThrough(grant))
    .sort((a, b) => compareNames(a.grant, b.grant));
}
