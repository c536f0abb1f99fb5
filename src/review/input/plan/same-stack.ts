/** Recognizes one stack that is given twice: each of its objects would be managed twice, with a finding about each. */
import { PlanError } from './document';
import { findKind } from './platform-kind';
import type { TerraformPlan } from './plan';

/** Throws a {@link PlanError} if two plans manage the same objects at the same addresses. */
export function checkDistinctStacks(plans: readonly TerraformPlan[]): void {
  const known = new Map<string, TerraformPlan>();
  for (const plan of plans) {
    const objects = describeObjects(plan);
    const other = known.get(objects);
    if (other !== undefined)
      throw new PlanError(
        `${other.name} and ${plan.name} are plans of one stack: they manage the same objects at the same addresses. Pass one of them.`,
      );
    if (objects !== '') known.set(objects, plan);
  }
}

/** Returns the addresses and uids of existing objects. A plan that creates all of its objects is described by their values. */
function describeObjects({ changes = [] }: TerraformPlan): string {
  const rows = changes.filter((change) => change.mode === 'managed' && findKind(change) !== undefined);
  const existing = rows.flatMap(({ address, before }) => (before === undefined ? [] : [[address, before['uid']]]));
  const described = existing.length > 0 ? existing : rows.map(({ address, after }) => [address, after]);
  return described
    .map((row) => JSON.stringify(row))
    .sort()
    .join('\n');
}
