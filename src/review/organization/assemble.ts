/**
 * Builds the organization before and after the change. Before is the state. After is the state with each change applied at its
 * address, because the planned values of a partial plan are incomplete.
 */
import { isNoOp, type TerraformPlan } from '../input/plan/plan';
import { isForeignNamesake, findKind } from '../input/plan/platform-kind';
import type { LiveOrganization } from './context/live';
import { createOverlay, type Outdated, type Overlay } from './context/compare-with-current';
import { contextPlan, type PlanContext } from './context/plan-context';
import { describedIn, mergeInstances, objectId, readObjects, type Instance, type Objects } from './objects/objects';
import {
  applyChanges,
  changesByPlace,
  currentInstances,
  priorInstances,
  recordedInstances,
  type Transition,
} from './plan-instances';
import { contradictingServices } from './services';
import { findStayingObjects } from './staying-objects';
import { findUnknownGroups } from './unknown-groups';

/** A resource of another provider, a provisioner or an action. It is counted and not evaluated. */
export interface OtherResource {
  readonly plan: string;
  readonly address: string;
  readonly type: string;
}

export interface ReviewedOrganization {
  readonly before: Objects;
  /** The same as `before` if no object changes. */
  readonly after: Objects;
  /** Deleted objects that stay, because the API refuses their deletion. They are not in `after`. */
  readonly staying: Objects;
  /** The recorded state, before changes outside of Terraform. */
  readonly recorded: Objects;
  /** The number of objects that were changed outside of Terraform. */
  readonly driftCount: number;
  /** Objects that were changed after the plans were created, as the live organization shows. */
  readonly outdated: readonly Outdated[];
  /** One entry for each change of an object of our provider. */
  readonly transitions: readonly Transition[];
  readonly others: readonly OtherResource[];
  /** Reasons why the plans are inconclusive. */
  readonly problems: readonly string[];
}

/**
 * Returns the organization before the plans, and after all of them are applied.
 *
 * @param live further objects, managed or not
 * @param context objects that the plans mention and do not describe
 */
export function assemble(
  plans: readonly TerraformPlan[],
  live?: LiveOrganization,
  context?: PlanContext,
): ReviewedOrganization {
  const overlay = createOverlay(live);
  const parts = plans.map((plan) => readPlanPart(plan, plans.length > 1, overlay));
  const before = parts.flatMap((part) => part.before);
  // Live lists are newer than the data sources of a plan.
  const shown = [
    ...(live === undefined ? [] : readBy(live.plan)),
    ...parts.flatMap((part) => part.read),
    ...(context === undefined ? [] : readBy(contextPlan([...context.names, ...context.roles]))),
  ];
  const read = [...shown, ...shown.flatMap(describedIn)];
  const after = parts.flatMap((part) => part.after);
  const removed = parts.flatMap(({ transitions }) =>
    transitions.flatMap(({ before: old, change }) => (change.fate?.old === 'gone' && old ? [old] : [])),
  );
  const outdated = parts.flatMap((part) => part.outdated);
  const made = new Set(after.filter(({ isManaged }) => isManaged).map(({ key }) => key));
  const gone = removed.filter(({ key }) => !made.has(key));
  const ids = new Set(gone.map(({ declaration, key }) => objectId(declaration, key)));
  const contradictions = removed
    .filter(({ change, key }) => change?.isUndeclared === true && made.has(key))
    .map(({ plan, address, key }) => `${plan.name}: ${address} removes ${key}, which another resource keeps.`);
  const objectsBefore = mergeInstances([...before, ...read]);
  const objectsAfter = mergeInstances(
    [...after, ...read].filter(({ isManaged, declaration, key }) => isManaged || !ids.has(objectId(declaration, key))),
  );
  return {
    before: objectsBefore,
    after: isUnchanged(objectsBefore, objectsAfter) ? objectsBefore : objectsAfter,
    staying: findStayingObjects(objectsBefore, gone, context?.contents),
    driftCount: plans.reduce((sum, { drift }) => sum + drift.length, 0) + outdated.length,
    outdated,
    recorded: mergeInstances([...parts.flatMap((part) => part.recorded), ...read]),
    transitions: parts.flatMap(({ transitions }) => transitions),
    others: parts.flatMap(({ others }) => others),
    problems: [
      ...contradictions,
      ...parts.flatMap(({ problems }) => problems),
      ...findUnknownGroups(
        parts.flatMap(({ transitions }) => transitions),
        [...before, ...after, ...read],
      ),
      ...contradictingServices(
        [...before, ...after].filter(({ isManaged }) => isManaged),
        parts.flatMap(({ read: byPlan }) => byPlan),
      ),
    ],
  };
}

function isUnchanged(before: Objects, after: Objects): boolean {
  if (before.size !== after.size) return false;
  for (const [id, { instances }] of after) {
    const old = before.get(id)?.instances;
    if (old?.length !== instances.length || instances.some((instance, index) => instance !== old[index])) return false;
  }
  return true;
}

interface PlanPart extends Pick<ReviewedOrganization, 'transitions' | 'others' | 'problems' | 'outdated'> {
  readonly before: readonly Instance[];
  readonly after: readonly Instance[];
  readonly recorded: readonly Instance[];
  /** Instances from data sources. */
  readonly read: readonly Instance[];
}

function readPlanPart(plan: TerraformPlan, isOneOfSeveral: boolean, overlay: Overlay): PlanPart {
  const source = { plan, prefix: isOneOfSeveral ? `${plan.name}:` : '' };
  const { changes, problems } = changesByPlace(plan);
  const prior = priorInstances(source, changes);
  const { before, outdated } = currentInstances(prior, overlay);
  const applied = applyChanges(source, before, changes);
  return {
    before: [...before.values()],
    after: applied.after,
    recorded: recordedInstances(source, prior),
    outdated,
    read: readBy(plan),
    transitions: applied.transitions,
    others: otherResources(plan),
    problems: [...problems, ...applied.problems, ...foreignNamesakes(plan)],
  };
}

function readBy(plan: TerraformPlan): Instance[] {
  return plan.prior.filter(({ mode }) => mode === 'data').flatMap((instance) => readObjects(plan, instance));
}

function otherResources({ name, changes = [], executes = [] }: TerraformPlan): OtherResource[] {
  const changed = changes.filter(
    (change) => change.mode === 'managed' && findKind(change) === undefined && !isNoOp(change),
  );
  const programs = executes.filter(({ kind }) => kind === 'provisioner' || kind === 'action');
  return [
    ...changed.map(({ address, type }) => ({ plan: name, address, type })),
    ...programs.map(({ address, kind }) => ({ plan: name, address, type: kind })),
  ];
}

function foreignNamesakes(plan: TerraformPlan): string[] {
  return (plan.changes ?? [])
    .filter((change) => change.mode === 'managed' && isForeignNamesake(change))
    .map(
      ({ address, provider, type }) =>
        `${plan.name}: ${address} is a ${type} of another provider (${provider || 'unnamed'}). Its effect is unknown.`,
    );
}
