/**
 * Builds the organization before and after the change. Before is the state. After is the state with each change applied at its
 * address, because the planned values of a partial plan are incomplete.
 */
import { isDeepStrictEqual } from 'node:util';
import { isNoOp, type Plan, type ResourceChange, type StateInstance } from '../input/plan/plan';
import type { LiveOrganization } from './context/live';
import { isForeignNamesake, kindOf } from '../input/plan/platform-kind';
import { describedIn, mergeInstances, readObjects, uidOf, type Instance, type Objects } from './objects/objects';
import { contradictingServices } from './services';
import { createOverlay, type Outdated, type Overlay } from './context/overlay';
import { contextPlan, type PlanContext } from './context/plan-context';

/** A resource of another provider, a provisioner or an action. It is counted and not evaluated. */
export interface OtherResource {
  readonly plan: string;
  readonly address: string;
  readonly type: string;
}

/** The instances of an address before and after the change. */
export interface Transition {
  readonly before: Instance | undefined;
  readonly after: Instance | undefined;
  readonly change: ResourceChange;
}

export interface Organization {
  readonly before: Objects;
  /** The same as `before` if no object changes. */
  readonly after: Objects;
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
export function assemble(plans: readonly Plan[], live?: LiveOrganization, context?: PlanContext): Organization {
  const overlay = createOverlay(live);
  const parts = plans.map((plan) => ofPlan(plan, plans.length > 1, overlay));
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
    transitions.flatMap((one) => (one.change.fate?.old === 'gone' && one.before ? [one.before] : [])),
  );
  const outdated = parts.flatMap((part) => part.outdated);
  const made = new Set(after.filter(({ isManaged }) => isManaged).map(({ key }) => key));
  const isGone = goneWith(removed, made);
  const contradictions = removed
    .filter(({ change, key }) => change?.isUndeclared === true && made.has(key))
    .map(({ plan, address, key }) => `${plan.name}: ${address} removes ${key}, which another resource keeps.`);
  const was = mergeInstances([...before, ...read]);
  // A deletion also deletes unmanaged objects beneath it.
  const is = mergeInstances([...after, ...read].filter((one) => one.isManaged || !isGone(one)));
  return {
    before: was,
    after: isUnchanged(was, is) ? was : is,
    driftCount: plans.reduce((sum, { drift }) => sum + drift.length, 0) + outdated.length,
    outdated,
    recorded: mergeInstances([...parts.flatMap((part) => part.recorded), ...read]),
    transitions: parts.flatMap(({ transitions }) => transitions),
    others: parts.flatMap(({ others }) => others),
    problems: [
      ...contradictions,
      ...parts.flatMap(({ problems }) => problems),
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
    const was = before.get(id)?.instances;
    if (was?.length !== instances.length || instances.some((one, index) => one !== was[index])) return false;
  }
  return true;
}

/** Returns a function that tests if an instance is deleted, alone or with a group. */
function goneWith(removed: readonly Instance[], kept: ReadonlySet<string>): (instance: Instance) => boolean {
  const uids = new Set(removed.map(({ key }) => key).filter((key) => !kept.has(key)));
  return ({ key }) => {
    if (uids.size === 0) return false;
    for (let end = key.length; end > 0; end = key.lastIndexOf('/', end - 1))
      if (uids.has(key.slice(0, end))) return true;
    return false;
  };
}

interface Part extends Pick<Organization, 'transitions' | 'others' | 'problems' | 'outdated'> {
  readonly before: readonly Instance[];
  readonly after: readonly Instance[];
  readonly recorded: readonly Instance[];
  /** Instances from data sources. */
  readonly read: readonly Instance[];
}

function ofPlan(plan: Plan, isOneOfSeveral: boolean, overlay: Overlay): Part {
  const prefix = isOneOfSeveral ? `${plan.name}:` : '';
  const rows = new Map<string, ResourceChange>();
  const problems: string[] = [];
  for (const change of plan.changes ?? []) {
    const id = placeOf(change.address, change.deposed);
    if (rows.has(id)) problems.push(`${plan.name}: two changes are planned for ${change.address}.`);
    rows.set(id, change);
  }
  const moved = new Map(
    [...rows.values()].flatMap((row) =>
      row.previousAddress === undefined ? [] : [[placeOf(row.previousAddress, row.deposed), row] as const],
    ),
  );
  const taken = new Map<string, Instance>();
  for (const one of plan.prior) {
    if (one.mode === 'data' || kindOf(one) === undefined) continue;
    const place = placeOf(one.address, one.deposed);
    // After a move, another object can have the previous address.
    const change = moved.get(place) ?? rows.get(place);
    const instance = instanceOf(plan, prefix, one, change, change?.before ?? one.values);
    if (instance !== undefined) taken.set(placeOf(change?.address ?? one.address, one.deposed), instance);
  }
  for (const [id, change] of rows)
    if (change.mode === 'managed' && change.before !== undefined && !taken.has(id)) {
      const instance = instanceOf(plan, prefix, change, change, change.before);
      if (instance !== undefined) taken.set(id, instance);
    }
  const before = new Map<string, Instance>();
  const outdated: Outdated[] = [];
  for (const [id, instance] of taken) {
    const { now, outdated: found } = overlay(instance);
    if (now !== undefined) before.set(id, now);
    if (found !== undefined) outdated.push(found);
  }
  const after: Instance[] = [];
  const transitions: Transition[] = [];
  for (const [id, instance] of before) if (!rows.has(id)) after.push(instance);
  for (const [id, change] of rows) {
    if (change.mode === 'data' || kindOf(change) === undefined) continue;
    const old = before.get(id);
    const { fate } = change;
    if (fate === undefined) {
      problems.push(`${plan.name}: the effect of ${change.actions.join(' and ')} on ${change.address} is unknown.`);
      if (old !== undefined) after.push(old);
      continue;
    }
    if (fate.old === 'forgotten' && old !== undefined) after.push({ ...old, isManaged: false, isForgotten: true });
    const kept = fate.old === 'kept' && old !== undefined ? keptInstance(old, change) : undefined;
    const made =
      fate.isMade && change.after !== undefined ? instanceOf(plan, prefix, change, change, change.after) : undefined;
    if (change.after === undefined && (fate.isMade || (fate.old === 'kept' && !isNoOp(change))))
      problems.push(`${plan.name}: the planned values of ${change.address} are missing.`);
    const next = kept ?? made;
    if (next !== undefined) after.push(next);
    transitions.push({ before: old, after: next, change });
  }
  return {
    before: [...before.values()],
    after,
    recorded: recordedBefore(plan, prefix, taken),
    outdated,
    read: readBy(plan),
    transitions,
    others: otherResources(plan),
    problems: [...problems, ...foreignNamesakes(plan)],
  };
}

function readBy(plan: Plan): Instance[] {
  return plan.prior.filter(({ mode }) => mode === 'data').flatMap((one) => readObjects(plan, one));
}

/** Returns a kept object with the planned values and its existing uid, or the same instance if no value changes. */
function keptInstance(old: Instance, { before = {}, after = before }: ResourceChange): Instance {
  if (after === before) return old;
  const changed = Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(before[name], value));
  return { ...old, values: { ...old.values, ...Object.fromEntries(changed), uid: old.values['uid'] } };
}

function placeOf(address: string, deposed: string | undefined): string {
  return deposed === undefined ? address : `${address} ${deposed}`;
}

function instanceOf(
  plan: Plan,
  prefix: string,
  one: StateInstance | ResourceChange,
  change: ResourceChange | undefined,
  values: Instance['values'],
): Instance | undefined {
  const declaration = kindOf(one);
  if (declaration === undefined) return undefined;
  const { address, deposed } = one;
  const sensitive = [...one.sensitive, ...(change?.sensitive ?? [])];
  const key = uidOf(declaration, values) ?? `${prefix}${address}`;
  return { plan, address, deposed, declaration, values, sensitive, isManaged: true, isForgotten: false, change, key };
}

/** Returns the state before the refresh: without changes and deletions outside of Terraform. */
function recordedBefore(plan: Plan, prefix: string, taken: ReadonlyMap<string, Instance>): Instance[] {
  const recorded = new Map(taken);
  for (const drift of plan.drift) {
    if (drift.mode === 'data' || drift.before === undefined) continue;
    const instance = instanceOf(plan, prefix, drift, drift, drift.before);
    if (instance !== undefined) recorded.set(placeOf(drift.address, drift.deposed), instance);
  }
  return [...recorded.values()];
}

function otherResources({ name, changes = [], executes = [] }: Plan): OtherResource[] {
  const changed = changes.filter((one) => one.mode === 'managed' && kindOf(one) === undefined && !isNoOp(one));
  const programs = executes.filter(({ kind }) => kind === 'provisioner' || kind === 'action');
  return [
    ...changed.map(({ address, type }) => ({ plan: name, address, type })),
    ...programs.map(({ address, kind }) => ({ plan: name, address, type: kind })),
  ];
}

function foreignNamesakes(plan: Plan): string[] {
  return (plan.changes ?? [])
    .filter((one) => one.mode === 'managed' && isForeignNamesake(one))
    .map(
      ({ address, provider, type }) =>
        `${plan.name}: ${address} is a ${type} of another provider (${provider || 'unnamed'}). Its effect is unknown.`,
    );
}
