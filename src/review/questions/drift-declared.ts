/** Finds existing objects that stacks declare and no state contains: without their state, they look unmanaged. */
import { groupBy } from '../../access/graph/paths';
import { typeName, type Declaration } from '../../model/schema';
import type { Values } from '../../model/api';
import type { TerraformPlan } from '../input/plan/plan';
import { findKind } from '../input/plan/platform-kind';
import { getCreates } from '../organization/context/existing';
import type { LiveOrganization } from '../organization/context/live';
import { describeKey, findNaturalKey } from '../organization/objects/natural-keys';
import { findUid } from '../organization/objects/objects';

/** Returns the existing objects with the group and the name of an object that a plan creates, such as `platform_group UID`. */
export function findExistingDeclared(
  plans: readonly TerraformPlan[],
  { plan: { prior } }: Pick<LiveOrganization, 'plan'>,
): ReadonlySet<string> {
  const existing = groupBy(
    prior.flatMap((instance) => {
      const declaration = findKind(instance);
      if (declaration === undefined) return [];
      const [key, uid] = [toKey(declaration, instance.values), findUid(declaration, instance.values)];
      return key === undefined || uid === undefined ? [] : [{ key, object: `${typeName(declaration)} ${uid}` }];
    }),
    ({ key }) => key,
  );
  const planned = plans.flatMap(getCreates).map(({ declaration, after }) => toKey(declaration, after) ?? '');
  return new Set(planned.flatMap((key) => (existing.get(key) ?? []).map(({ object }) => object)));
}

function toKey(declaration: Declaration, values: Values): string | undefined {
  const key = findNaturalKey(declaration, values);
  return key === undefined || key === 'unknown' ? undefined : `${declaration.kind} ${describeKey(declaration, key)}`;
}
