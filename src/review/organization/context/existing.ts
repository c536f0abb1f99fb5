/** Finds existing objects with the natural key of a planned create: the apply adopts them, or stops. */
import { onceFor } from '../../../base/cache/once-for';
import { type Values } from '../../../model/api';
import { getDeclaration } from '../../../model/kinds';
import { getAttribute, parentAttribute, type Declaration } from '../../../model/schema';
import { provenReference } from '../../input/plan/configuration';
import type { TerraformPlan, ResourceChange } from '../../input/plan/plan';
import { isNewKey, describeKey, findNaturalKey } from '../objects/natural-keys';
import { findKind } from '../../input/plan/platform-kind';
import { findUid } from '../objects/objects';
import type { PlanContext } from './plan-context';

/** A planned create, and the existing objects with its natural key at apply. */
export interface PlannedCreate {
  readonly plan: TerraformPlan;
  readonly change: ResourceChange;
  readonly declaration: Declaration;
  /** The existing objects by attributes in Terraform, with the uid. Empty if the key is free, `unknown` without a look-up. */
  readonly existing: readonly Values[] | 'unknown';
}

/** Returns every planned create of the plans. Without a context, only keys in new groups are known to be free. */
export function plannedCreates(
  plans: readonly TerraformPlan[],
  context: Pick<PlanContext, 'keys'> | undefined,
): PlannedCreate[] {
  const found = new Map(
    (context?.keys ?? []).map((lookup) => [describeKey(getDeclaration(lookup.kind), lookup), lookup.found] as const),
  );
  let released: ReadonlySet<string> | undefined;
  const isReleased = (id: string) => (released ??= releasedKeys(plans)).has(id);
  return plans.flatMap((plan) =>
    getCreates(plan).map(({ change, declaration, after }) => {
      const key = findNaturalKey(declaration, after);
      const isNew = key === 'unknown' ? refersToCreated(plan, change, declaration) : key !== undefined && isNewKey(key);
      if (key === undefined || isNew) return { plan, change, declaration, existing: [] };
      if (key === 'unknown') return { plan, change, declaration, existing: 'unknown' as const };
      const holders = found.get(describeKey(declaration, key));
      const existing = holders?.filter((values) => !isReleased(releaseId(declaration, values))) ?? 'unknown';
      return { plan, change, declaration, existing };
    }),
  );
}

/** Returns true if the configuration proves that the natural key contains the uid of a created object. */
function refersToCreated(plan: TerraformPlan, { address }: ResourceChange, declaration: Declaration): boolean {
  const names = [
    parentAttribute(declaration),
    ...declaration.naturalKey.map((name) => getAttribute(declaration, name)),
  ];
  return names.some((name) => {
    const target = name === undefined ? undefined : provenReference(plan.configuration, address, name);
    return target !== undefined && createdAddresses(plan).has(target);
  });
}

const createdAddresses = onceFor(
  ({ changes = [] }: TerraformPlan): ReadonlySet<string> =>
    new Set(changes.flatMap(({ address, fate }) => (fate?.isMade === true ? [address] : []))),
);

/** Returns the creates of our kinds whose attributes the plan contains. */
export function getCreates({ changes = [] }: TerraformPlan) {
  return changes.flatMap((change) => {
    const declaration = change.mode === 'managed' ? findKind(change) : undefined;
    const { after, fate } = change;
    return declaration === undefined || after === undefined || fate?.isMade !== true
      ? []
      : [{ change, declaration, after }];
  });
}

/** Returns the objects that the plans delete, or whose key they change. */
function releasedKeys(plans: readonly TerraformPlan[]): ReadonlySet<string> {
  const released = new Set<string>();
  for (const { changes = [] } of plans)
    for (const { before, after, fate, ...change } of changes) {
      const declaration = change.mode === 'managed' ? findKind(change) : undefined;
      if (declaration === undefined || before === undefined) continue;
      const isMoved =
        fate?.old === 'kept' &&
        after !== undefined &&
        after !== before &&
        keyIn(declaration, before) !== keyIn(declaration, after);
      if (fate?.old === 'gone' || isMoved) released.add(releaseId(declaration, before));
    }
  return released;
}

function keyIn(declaration: Declaration, values: Values): string {
  const key = findNaturalKey(declaration, values);
  return key === undefined || key === 'unknown' ? String(key) : describeKey(declaration, key);
}

function releaseId(declaration: Declaration, values: Values): string {
  return `${declaration.kind} ${findUid(declaration, values) ?? ''}`;
}
