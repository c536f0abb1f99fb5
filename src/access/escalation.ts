/**
 * Privilege escalation paths: capabilities that an identity can gain through identities that it can assume, followed to
 * their end.
 */
import { CapabilitySets, NO_CAPABILITIES, type CapabilitySet } from './capability-sets';
import { throughOf, type DiffOptions, type Through } from './diff';
import { joinGraphs } from './joint';
import type { AccessGraph, GroupNode, IdentityNode } from './nodes';
import { compareText, groupBy } from './paths';
import { isWithinGroup, upwards } from './questions';
import { createReaches, type Reaches, type Way } from './reach';

/**
 * - `assume`: who may change an identity, lets their own tokens assume it.
 * - `sign_in`: who may change an identity provider with a default role, signs in through it.
 * - `bind`: who may create role bindings, binds the one who began to what has been reached, which lasts.
 */
export type StepKind = 'assume' | 'sign_in' | 'bind';

/** One step of a chain. */
export interface EscalationStep {
  readonly kind: StepKind;
  /** The path of who acts: the one who began, then whom the step before has led to. */
  readonly actor: string;
  /** The path of whom the actor becomes, or for `bind` of who is bound. */
  readonly target: string;
  /** The path of the group where the actor holds the needed capabilities. */
  readonly group: string;
  /** The capabilities that the step needs. */
  readonly capabilities: readonly string[];
  /** The grants that give them to the actor. */
  readonly through: readonly Through[];
}

/** Capabilities that somebody can come to in a group and beneath it, and does not hold in that group. */
export interface EscalationGain {
  /** The path of the group. */
  readonly group: string;
  /** Dotted names, sorted; `EVERY_OTHER_CAPABILITY` represents all capabilities without a name here. */
  readonly capabilities: readonly string[];
}

/** A chain from somebody to rights that they do not hold. */
export interface EscalationPath {
  /** The path of who can begin it. */
  readonly identity: string;
  /** At least one, each by whom the step before has led to. */
  readonly steps: readonly EscalationStep[];
  readonly gains: readonly EscalationGain[];
}

/**
 * For everybody who can come to rights that they do not hold, the shortest chains to all of these: together, what they
 * give and what the identity holds, is everything that can be had by however many steps.
 */
export function escalationPaths(graph: AccessGraph): EscalationPath[] {
  const sets = new CapabilitySets(graph);
  const reaches = createReaches(graph, sets);
  return graph.identities.flatMap((identity) => pathsOf(sets, reaches, identity, () => NO_CAPABILITIES));
}

/** The chains to rights that the same identity could come to by no way, direct or not, in the graph before. */
export function newEscalationPaths(
  before: AccessGraph,
  after: AccessGraph,
  { matchBy = 'path' }: DiffOptions = {},
): EscalationPath[] {
  const sets = new CapabilitySets(before, after);
  const joint = joinGraphs(before, after, matchBy);
  const [reachesBefore, reachesAfter] = [createReaches(before, sets), createReaches(after, sets)];
  const groupBefore = (group: GroupNode) =>
    upwards(group)
      .map((above) => joint.groupOf(above).before)
      .find((found) => found !== undefined);
  return joint.identities.flatMap(({ before: was, after: is }) => {
    if (is === undefined) return [];
    const inReach = (group: GroupNode) => {
      const there = groupBefore(group);
      return was === undefined || there === undefined ? NO_CAPABILITIES : attainable(sets, reachesBefore, was, there);
    };
    return pathsOf(sets, reachesAfter, is, inReach);
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
function pathsOf(
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
      steps: [...stepsOf(identity, way), ...binding(sets, reaches, identity, holder, groups)],
      gains: ofHolder
        .map(({ group, gained }) => ({ group: group.path, capabilities: sets.list(gained) }))
        .sort((one, other) => compareText(one.group, other.group)),
    };
  });
}

function stepsOf(identity: IdentityNode, way: readonly Way[]): EscalationStep[] {
  return way.map(({ scope: { power, group }, target }, index) => {
    const actor = way[index - 1]?.target ?? identity;
    return {
      kind: power.kind,
      actor: actor.path,
      target: target.path,
      group: group.path,
      capabilities: power.needs,
      through: grantsOf(actor, power.needs, group),
    };
  });
}

/** The last step, if the identity that was reached can also take it last. */
function binding(
  sets: CapabilitySets,
  reaches: Reaches,
  identity: IdentityNode,
  holder: IdentityNode,
  groups: readonly GroupNode[],
): EscalationStep[] {
  const needs = ['role_bindings.create'];
  const group = groups.find((one) => sets.includesAll(reaches.held(holder, one), sets.of(needs)));
  if (group === undefined) return [];
  return [
    {
      kind: 'bind',
      actor: holder.path,
      target: identity.path,
      group: group.path,
      capabilities: needs,
      through: grantsOf(holder, needs, group),
    },
  ];
}

function grantsOf({ grants }: IdentityNode, needs: readonly string[], scope: GroupNode): Through[] {
  return grants
    .filter(({ group, role }) => isWithinGroup(scope, group) && needs.some((name) => role.capabilities.includes(name)))
    .map((grant) => throughOf(grant))
    .sort((one, other) => compareText(one.grant, other.grant));
}
