/**
 * Finds adoptions: with `on_existing = "adopt"`, a planned create updates the unmanaged object with its natural key. The review
 * treats it as the update of that object, so that the report contains its former trust policy and the overwritten fields.
 */
import { type Values } from '../../../model/api';
import { createSentFields, replaceUids } from '../../../model/approval';
import { type Declaration, toAttribute, inputs } from '../../../model/schema';
import { findBlock, mentioned, provenReference } from '../../input/plan/configuration';
import { toFate, type TerraformPlan, type ResourceChange, UNKNOWN_VALUE } from '../../input/plan/plan';
import { plannedCreates } from './existing';
import { findKind } from '../../input/plan/platform-kind';
import type { PlanContext } from './plan-context';
import { referenceAttributes } from '../objects/references';

interface Options {
  /** Also follows references that the configuration does not prove: for look-ups only, not for the report. */
  readonly isGuess?: boolean;
}

const { updateChanges } = createSentFields((value) => value === UNKNOWN_VALUE);

/** Returns the plans with each adoption as an update of the existing object. Objects in an adopted group can be adopted, too. */
export function withAdoptions(
  plans: readonly TerraformPlan[],
  context: Pick<PlanContext, 'keys'> | undefined,
  { isGuess = false }: Options = {},
): readonly TerraformPlan[] {
  let current = plans;
  for (;;) {
    const adopted = adoptionsIn(current, context);
    if (adopted.size === 0) return current;
    current = current.map((plan) => adoptedIn(plan, adopted, isGuess));
  }
}

/** Returns the existing objects that creates adopt. Replacements are excluded: they delete their own object first. */
function adoptionsIn(
  plans: readonly TerraformPlan[],
  context: Pick<PlanContext, 'keys'> | undefined,
): ReadonlyMap<ResourceChange, Values> {
  const managed = new Set(
    plans.flatMap(({ prior, changes = [] }) => [
      ...prior.flatMap(({ mode, values }) => (mode === 'data' ? [] : [values['uid']])),
      ...changes.map(({ before }) => before?.['uid']),
    ]),
  );
  const adopted = new Map<ResourceChange, Values>();
  for (const { plan, change, existing } of plannedCreates(plans, context)) {
    const onExisting = findBlock(plan.configuration, change.address)?.onExisting;
    const mayAdopt = onExisting === 'adopt' || onExisting === 'unknown';
    if (!mayAdopt || change.fate?.old !== 'none' || existing === 'unknown') continue;
    const [only, ...others] = existing.filter(({ uid }) => !managed.has(uid));
    if (only === undefined || others.length > 0) continue;
    managed.add(only['uid']);
    adopted.set(change, only);
  }
  return adopted;
}

function adoptedIn(plan: TerraformPlan, adopted: ReadonlyMap<ResourceChange, Values>, isGuess: boolean): TerraformPlan {
  const { configuration, changes = [] } = plan;
  const own = changes.flatMap((change) => {
    const uid = adopted.get(change)?.['uid'];
    return typeof uid === 'string' ? [{ uid, address: change.address, placeholder: change.after?.['uid'] }] : [];
  });
  const byPlaceholder = new Map(own.map(({ uid, placeholder }) => [placeholder, uid]));
  const byAddress = new Map(own.map(({ uid, address }) => [address, uid]));

  function referred(address: string, attribute: string): string | undefined {
    const proven = provenReference(configuration, address, attribute);
    if (proven !== undefined) return byAddress.get(proven);
    if (!isGuess) return undefined;
    return mentioned(configuration, address, attribute)
      .map((reference) => byAddress.get(reference))
      .find((uid) => uid !== undefined);
  }

  function resolved({ address, after }: ResourceChange, declaration: Declaration): Values {
    const values = replaceUids(after ?? {}, (uid) => byPlaceholder.get(uid)) as Values;
    const references = referenceAttributes(declaration).flatMap(({ name }) => {
      const uid = values[name] === UNKNOWN_VALUE ? referred(address, name) : undefined;
      return uid === undefined ? [] : [[name, uid] as const];
    });
    return { ...values, ...Object.fromEntries(references) };
  }

  return {
    ...plan,
    changes: changes.map((change) => {
      const declaration = change.mode === 'managed' ? findKind(change) : undefined;
      if (declaration === undefined || change.after === undefined) return change;
      const existing = adopted.get(change);
      const after = resolved(change, declaration);
      return existing === undefined ? { ...change, after } : adoption({ ...change, after }, declaration, existing);
    }),
  };
}

function adoption(change: ResourceChange, declaration: Declaration, existing: Values): ResourceChange {
  const names = new Set(inputs(declaration).map(([name, field]) => toAttribute(name, field)));
  const computed = Object.entries(existing).filter(([name]) => !names.has(name));
  const after = { ...change.after, ...Object.fromEntries(computed) };
  const isOpen = [...names].some((name) => after[name] === UNKNOWN_VALUE);
  const changes = updateChanges(declaration, { plan: after, config: {} }, existing);
  const actions = isOpen || Object.keys(changes).length > 0 ? ['update'] : ['no-op'];
  const [, sensitive] = change.sensitive;
  return {
    ...change,
    actions,
    fate: toFate(actions),
    before: existing,
    after,
    sensitive: [sensitive, sensitive],
    isAdopted: true,
  };
}
