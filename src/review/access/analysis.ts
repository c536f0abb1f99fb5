/** The analysis of a change: both organizations and their differences. Findings and the report are derived from it. */
import {
  diffAccess,
  newEscalationPaths,
  type AccessDiff,
  type AccessGraph,
  type DiffOptions,
  type EscalationPath,
} from '../../access/graph';
import { createOwnerLevel } from '../../access/graph/built-in-roles';
import { isExpectedEnd } from './ended';
import { accessLines, type AccessLine } from './access-lines';
import { compareTrustPolicies, type TrustPolicyChange } from './assume/compare-trust-policies';
import { findPartialApply, type PartialApply } from './early-access';
import { createOutsiders, type Outsiders } from './assume/outsiders';
import type { Budget } from '../../access/claims';
import { scopedOwners } from '../../access/trust';
import { getMatches } from './assume/trust-policy';
import { trustedParties } from './assume/undeclared';
import { getChanges, createReader, type Change, type SideReader } from '../organization/changes';
import {
  createOrganizationBudget,
  createTokenReachability,
  type ReviewConfiguration,
  type TokenReachability,
} from '../../access/rules';
import type { LiveOrganization } from '../organization/context/live';
import type { PlanContext } from '../organization/context/plan-context';
import type { Instance, Objects } from '../organization/objects/objects';
import { assemble, type ReviewedOrganization } from '../organization/assemble';
import { createFromNothing } from '../organization/from-nothing';
import { matchObjects, type ObjectMatch } from '../organization/object-matches';
import { pairRoleChanges } from '../organization/role-changes';
import type { Unresolved } from '../organization/objects/references';
import { withAdoptions } from '../organization/context/adoption';
import { onlyMentioned, toGraph, type GraphOptions, type OrganizationGraph } from './to-graph';
import { PlanError } from '../input/plan/document';
import type { TerraformPlan } from '../input/plan/plan';
import type { Synthesized } from '../input/plan/synthesized';

export interface Analysis extends AnalysisOptions {
  readonly plans: readonly TerraformPlan[];
  readonly organization: ReviewedOrganization;
  /** The budget of all queries about patterns. */
  readonly budget: Budget;
  /** The declared owners. A plain name has the platforms where a trust policy uses it before the change. */
  readonly owners: readonly string[] | undefined;
  readonly before: OrganizationGraph;
  readonly after: OrganizationGraph;
  /** Graphs for lost access. They assume that a role without a description had every capability before, and that a new grant of it gives none. */
  readonly losing: { readonly before: AccessGraph; readonly after: AccessGraph };
  /** The paths and references of each side. */
  readonly readers: { readonly before: SideReader; readonly after: SideReader };
  readonly matches: readonly ObjectMatch[];
  /** The matches of role bindings that give an identity another role, and nothing else. */
  readonly roleChanges: ReadonlySet<ObjectMatch>;
  /** The managed instance of each key: after the change, or before it for a deleted object. */
  readonly addresses: ReadonlyMap<string, Instance>;
  readonly changes: readonly Change[];
  readonly changesOfMatches: ReadonlyMap<ObjectMatch, Change>;
  /** The exact difference, compared by paths. */
  readonly access: AccessDiff;
  /** The difference for readers: a renamed object is the same. */
  readonly gained: readonly AccessLine[];
  readonly lost: readonly AccessLine[];
  readonly trustPolicyChanges: readonly TrustPolicyChange[];
  /** Finds the outsiders who can obtain an accepted token. */
  readonly outsiders: Outsiders;
  /** Finds who can obtain a token of a match. */
  readonly reachability: TokenReachability;
  readonly escalations: readonly EscalationPath[];
  /** The access of an apply that stops early, beyond the access before and afterwards; undefined without any. */
  readonly partial: PartialApply | undefined;
  /** Returns true if owners hold the capability and editors do not. */
  readonly isOwnerLevel: (capability: string) => boolean;
  /** Changes outside of the configuration. */
  readonly drift: DriftAnalysis;
  /** References that are unknown after the change, and were known before. */
  readonly unresolved: readonly Unresolved[];
}

export interface DriftAnalysis {
  readonly changes: readonly Change[];
  readonly changesOfMatches: ReadonlyMap<ObjectMatch, Change>;
  readonly trustPolicyChanges: readonly TrustPolicyChange[];
  readonly gained: readonly AccessLine[];
  readonly lost: readonly AccessLine[];
}

export interface AnalysisOptions {
  readonly configuration: ReviewConfiguration;
  /** The configuration before the change, if it is known. */
  readonly configurationBefore?: ReviewConfiguration | undefined;
  readonly now: Date;
  /** The uid of the identity that runs the review. */
  readonly runBy: string | undefined;
  /** The current organization, combined with the plans. */
  readonly live?: LiveOrganization | undefined;
  /** Names, roles, natural keys and contents of groups that the plans do not show. */
  readonly context?: PlanContext | undefined;
  /** True to analyze the current organization as a change that creates all of it. @default false */
  readonly fromNothing?: boolean | undefined;
  /** The synthesized stacks of the plans. @default none */
  readonly stacks?: readonly Synthesized[] | undefined;
}

/** Throws a {@link PlanError} if the plans contradict themselves. */
export function analyze(original: readonly TerraformPlan[], options: AnalysisOptions): Analysis {
  const plans = withAdoptions(original, options.context);
  const current = assemble(plans, options.live, options.context);
  const organization = options.fromNothing === true ? createFromNothing(current) : current;
  const graphOptions = {
    names: new Map(Object.entries(options.configuration.names ?? {})),
    now: options.now,
    isLive: options.live !== undefined,
  };
  const [before, after] = withPlanErrors(() => bothGraphs(organization, graphOptions, graphOptions));
  const losing = losingGraphs(organization, graphOptions, before, after);
  const reader = createReader(organization.before, before.graph);
  const readers = {
    before: reader,
    after: after === before ? reader : createReader(organization.after, after.graph),
  };
  const { matches, roleChanges } = pairRoleChanges(
    matchObjects(
      { objects: organization.before, toPath: readers.before.toPath },
      { objects: organization.after, toPath: readers.after.toPath },
      organization.transitions,
    ),
    organization,
  );
  const lines = linesBetween(before.graph, after.graph, matches, losing);
  const budget = createOrganizationBudget();
  const owners = findOwners(options.configuration, current.before, budget);
  const reach = { ...options.configuration, ...(owners && { owners }), budget };
  const reachability = createTokenReachability(reach);
  const outsiders = createOutsiders(reachability, trustedParties(options, current.before, budget));
  const changesOfMatches = getChanges(matches, readers.before, readers.after);
  const trustPolicyChanges = compareTrustPolicies(matches, outsiders, reachability, reach);
  return {
    ...options,
    budget,
    owners,
    plans,
    organization,
    before,
    after,
    losing,
    readers,
    matches,
    roleChanges,
    addresses: getAddresses(organization),
    changes: [...changesOfMatches.values()],
    changesOfMatches,
    access: gainedAndLost(before.graph, after.graph, losing),
    ...lines,
    trustPolicyChanges,
    outsiders,
    reachability,
    escalations: newEscalationPaths(before.graph, after.graph, { matchBy: 'key' }),
    partial: findPartialApply({
      ...{ organization, matches, trustPolicyChanges },
      graphs: (isWorst) =>
        isWorst && before.unknownRoles.size + after.unknownRoles.size > 0
          ? worstGraphs(organization, graphOptions)
          : [before.graph, after.graph],
    }),
    isOwnerLevel: createOwnerLevel(after.graph, before.graph),
    drift: getDrift(organization, before, graphOptions, (changed) =>
      compareTrustPolicies(changed, outsiders, reachability, reach),
    ),
    unresolved: after.unresolved,
  };
}

function findOwners(
  { owners, anchored = false }: ReviewConfiguration,
  before: Objects,
  budget: Budget,
): readonly string[] | undefined {
  return owners && scopedOwners(owners, getMatches(before), { anchored, whole: budget });
}

/** Creates both graphs: one for both sides if nothing changes. A group that only one side mentions exists on the other, too. */
function bothGraphs(
  organization: ReviewedOrganization,
  ofBefore: GraphOptions,
  ofAfter: GraphOptions,
): readonly [OrganizationGraph, OrganizationGraph] {
  const before = toGraph(organization.before, ofBefore);
  if (organization.after === organization.before && ofAfter === ofBefore) return [before, before];
  // The access of and through an object that the API does not delete stays.
  const objectsAfter = new Map([...organization.after, ...organization.staying]);
  const after = toGraph(objectsAfter, ofAfter);
  const add = (
    [here, objects, options]: readonly [OrganizationGraph, Objects, GraphOptions],
    there: OrganizationGraph,
    others: Objects,
  ) => {
    const mentioned = onlyMentioned(there.graph, here.graph, others, objects);
    return mentioned.length === 0 ? here : toGraph(objects, { ...options, mentioned });
  };
  return [
    add([before, organization.before, ofBefore], after, objectsAfter),
    add([after, objectsAfter, ofAfter], before, organization.before),
  ];
}

function losingGraphs(
  organization: ReviewedOrganization,
  options: GraphOptions,
  before: OrganizationGraph,
  after: OrganizationGraph,
): Analysis['losing'] {
  if (before.unknownRoles.size + after.unknownRoles.size === 0) return { before: before.graph, after: after.graph };
  const getId = (key: string, role: string) => `${key} ${role}`;
  const kept = new Set(before.graph.grants.map(({ key, role }) => getId(key, role.key)));
  const [was, is] = bothGraphs(
    organization,
    { ...options, undescribed: 'everything' },
    { ...options, undescribed: 'everything', counts: ({ key, role }) => kept.has(getId(key, role)) },
  );
  return { before: was.graph, after: is.graph };
}

/** Returns both graphs with every capability for a role without a description. */
function worstGraphs(organization: ReviewedOrganization, options: GraphOptions): readonly [AccessGraph, AccessGraph] {
  const worst = { ...options, undescribed: 'everything' } as const;
  const [before, after] = bothGraphs(organization, worst, worst);
  return [before.graph, after.graph];
}

function getAddresses({ before, after }: ReviewedOrganization): Map<string, Instance> {
  const managed = [...before.values(), ...after.values()].filter(({ isManaged }) => isManaged);
  return new Map(managed.map(({ key, instances: [instance] }) => [key, instance]));
}

function linesBetween(
  before: AccessGraph,
  after: AccessGraph,
  matches: readonly ObjectMatch[],
  losing: Analysis['losing'] = { before, after },
) {
  const { gained, lost } = gainedAndLost(before, after, losing, { matchBy: 'key' });
  return {
    gained: accessLines(gained, { here: after, there: before, side: 'after', matches }),
    lost: accessLines(lost, { here: losing.before, there: losing.after, side: 'before', matches }),
  };
}

/** Returns gained and lost access. Lost access needs separate graphs only if a role is unknown. */
function gainedAndLost(
  before: AccessGraph,
  after: AccessGraph,
  losing: Analysis['losing'],
  options?: DiffOptions,
): AccessDiff {
  const diff = diffAccess(before, after, options);
  const isSame = losing.before === before && losing.after === after;
  return { gained: diff.gained, lost: (isSame ? diff : diffAccess(losing.before, losing.after, options)).lost };
}

function getDrift(
  organization: ReviewedOrganization,
  now: OrganizationGraph,
  options: GraphOptions,
  assumed: (matches: readonly ObjectMatch[]) => TrustPolicyChange[],
): DriftAnalysis {
  const objects = organization.recorded;
  if (organization.driftCount === 0)
    return { changes: [], changesOfMatches: new Map(), trustPolicyChanges: [], gained: [], lost: [] };
  const { graph } = withPlanErrors(() => toGraph(objects, options));
  const [recorded, found] = [createReader(objects, graph), createReader(organization.before, now.graph)];
  const matches = matchObjects(
    { objects, toPath: recorded.toPath },
    { objects: organization.before, toPath: found.toPath },
    [],
  );
  const drifted = matches.filter((match) => !isExpectedEnd(match, options.now));
  const changesOfMatches = getChanges(drifted, recorded, found, 'drift');
  return {
    changes: [...changesOfMatches.values()],
    changesOfMatches,
    trustPolicyChanges: assumed(matches),
    ...linesBetween(graph, now.graph, matches),
  };
}

function withPlanErrors<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof TypeError)
      throw new PlanError(`The plans contradict themselves: ${error.message}.`, { cause: error });
    throw error;
  }
}
