/**
 * The instances that one plan shows, step by step: its changes by place, the instances before them, what is current of these, and
 * the instances after the changes.
 */
import { isDeepStrictEqual } from 'node:util';
import { isNoOp, type TerraformPlan, type ResourceChange, type StateInstance } from '../input/plan/plan';
import { findKind } from '../input/plan/platform-kind';
import type { Outdated, Overlay } from './context/compare-with-current';
import { findUid, type Instance } from './objects/objects';

/** The instances of an address before and after the change. */
export interface Transition {
  readonly before: Instance | undefined;
  readonly after: Instance | undefined;
  readonly change: ResourceChange;
}

export interface InstanceSource {
  readonly plan: TerraformPlan;
  /** Before the address, in the key of an object without a uid. Two plans may have the same addresses. */
  readonly prefix: string;
}

/** Objects of our provider by place: the address, and the key of a deposed object. */
type ByPlace<T> = ReadonlyMap<string, T>;

/** Returns the changes of a plan. Two changes at one place are a problem. */
export function changesByPlace({ name, changes: planned = [] }: TerraformPlan): {
  readonly changes: ByPlace<ResourceChange>;
  readonly problems: readonly string[];
} {
  const changes = new Map<string, ResourceChange>();
  const problems: string[] = [];
  for (const change of planned) {
    const place = getPlace(change);
    if (changes.has(place)) problems.push(`${name}: two changes are planned for ${change.address}.`);
    changes.set(place, change);
  }
  return { changes, problems };
}

/** Returns the instances of the state after its refresh, each at the place where its change has it. */
export function priorInstances(source: InstanceSource, changes: ByPlace<ResourceChange>): ByPlace<Instance> {
  const moves = new Map<string, ResourceChange>();
  for (const change of changes.values()) {
    const { previousAddress: address, deposed } = change;
    if (address !== undefined) moves.set(getPlace({ address, deposed }), change);
  }
  const prior = new Map<string, Instance>();
  const add = (described: StateInstance | ResourceChange, change: ResourceChange | undefined, values: Values): void => {
    const instance = createInstance(source, described, change, values);
    const { deposed } = described;
    if (instance !== undefined) prior.set(getPlace({ address: (change ?? described).address, deposed }), instance);
  };
  for (const described of source.plan.prior) {
    if (described.mode === 'data') continue;
    // After a move, another object can have the previous address.
    const change = moves.get(getPlace(described)) ?? changes.get(getPlace(described));
    add(described, change, change?.before ?? described.values);
  }
  // A plan can contain changes of objects that its state lacks.
  for (const [place, change] of changes)
    if (change.mode === 'managed' && change.before !== undefined && !prior.has(place))
      add(change, change, change.before);
  return prior;
}

/** Returns the current instances: somebody may have changed objects after the plan was created. */
export function currentInstances(
  prior: ByPlace<Instance>,
  overlay: Overlay,
): { readonly before: ByPlace<Instance>; readonly outdated: readonly Outdated[] } {
  const before = new Map<string, Instance>();
  const outdated: Outdated[] = [];
  for (const [place, instance] of prior) {
    const { now: current, outdated: found } = overlay(instance);
    if (current !== undefined) before.set(place, current);
    if (found !== undefined) outdated.push(found);
  }
  return { before, outdated };
}

/** Returns the instances after the changes, and each change with its instances. */
export function applyChanges(
  source: InstanceSource,
  before: ByPlace<Instance>,
  changes: ByPlace<ResourceChange>,
): {
  readonly after: readonly Instance[];
  readonly transitions: readonly Transition[];
  readonly problems: readonly string[];
} {
  const { name } = source.plan;
  const after = [...before].flatMap(([place, instance]) => (changes.has(place) ? [] : [instance]));
  const transitions: Transition[] = [];
  const problems: string[] = [];
  for (const [place, change] of changes) {
    if (change.mode === 'data' || findKind(change) === undefined) continue;
    const old = before.get(place);
    const { fate } = change;
    if (fate === undefined) {
      problems.push(`${name}: the effect of ${change.actions.join(' and ')} on ${change.address} is unknown.`);
      if (old !== undefined) after.push(old);
      continue;
    }
    if (fate.old === 'forgotten' && old !== undefined) after.push({ ...old, isManaged: false, isForgotten: true });
    if (change.after === undefined && (fate.isMade || (fate.old === 'kept' && !isNoOp(change))))
      problems.push(`${name}: the planned values of ${change.address} are missing.`);
    const next = nextInstance(source, old, change);
    if (next !== undefined) after.push(next);
    transitions.push({ before: old, after: next, change });
  }
  return { after, transitions, problems };
}

/** Returns the state before the refresh: without changes and deletions outside of Terraform. */
export function recordedInstances(source: InstanceSource, prior: ByPlace<Instance>): Instance[] {
  const recorded = new Map(prior);
  for (const drift of source.plan.drift) {
    if (drift.mode === 'data' || drift.before === undefined) continue;
    const instance = createInstance(source, drift, drift, drift.before);
    if (instance !== undefined) recorded.set(getPlace(drift), instance);
  }
  return [...recorded.values()];
}

type Values = Instance['values'];

/** Returns the instance that a change keeps or makes. */
function nextInstance(source: InstanceSource, old: Instance | undefined, change: ResourceChange): Instance | undefined {
  const { fate, after } = change;
  if (fate?.old === 'kept' && old !== undefined) return keptInstance(old, change);
  return fate?.isMade === true && after !== undefined ? createInstance(source, change, change, after) : undefined;
}

/** Returns a kept object with the planned values and its existing uid, or the same instance if no value changes. */
function keptInstance(old: Instance, { before = {}, after = before }: ResourceChange): Instance {
  if (after === before) return old;
  const changed = Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(before[name], value));
  return { ...old, values: { ...old.values, ...Object.fromEntries(changed), uid: old.values['uid'] } };
}

function getPlace({ address, deposed }: Pick<StateInstance, 'address' | 'deposed'>): string {
  return deposed === undefined ? address : `${address} ${deposed}`;
}

function createInstance(
  { plan, prefix }: InstanceSource,
  described: StateInstance | ResourceChange,
  change: ResourceChange | undefined,
  values: Values,
): Instance | undefined {
  const declaration = findKind(described);
  if (declaration === undefined) return undefined;
  const { address, deposed } = described;
  const sensitive = [...described.sensitive, ...(change?.sensitive ?? [])];
  const key = findUid(declaration, values) ?? `${prefix}${address}`;
  return { plan, address, deposed, declaration, values, sensitive, isManaged: true, isForgotten: false, change, key };
}
