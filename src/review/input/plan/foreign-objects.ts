/** Reads the objects of a state that another provider manages as if they were ours, at their addresses. */
import { isObject, isOurProvider, PROVIDER_ADDRESS, snakeCase, type Values } from '../../../model/api';
import { declarations } from '../../../model/kinds';
import {
  identifierField,
  isStoredAs,
  namesStored,
  findParentUid,
  storedUid,
  typeName,
  type Declaration,
} from '../../../model/schema';
import type { TerraformPlan, StateInstance } from './plan';

/**
 * Returns the plan with the objects of other providers. A resource of another service with a similar type has no uid and stays
 * foreign.
 */
export function withForeignObjects(plan: TerraformPlan): TerraformPlan {
  return { ...plan, prior: plan.prior.map((instance) => ownInstance(instance) ?? instance) };
}

function ownInstance(instance: StateInstance): StateInstance | undefined {
  if (isOurProvider(instance.provider)) return undefined;
  const declaration = declarations.find((candidate) => isStoredAs(candidate, instance.type));
  const stored = storedValues(instance);
  const uid = declaration && storedUid(declaration, stored);
  if (declaration === undefined || uid === undefined) return undefined;
  const values = ownValues(declaration, stored, uid);
  return { ...instance, type: typeName(declaration), provider: PROVIDER_ADDRESS, values };
}

/** A data source of v1 contains the objects that it has found. */
function storedValues({ mode, values }: StateInstance): Values {
  const items = mode === 'data' ? values['items'] : undefined;
  const [item, ...others] = (Array.isArray(items) ? items : []) as readonly unknown[];
  return isObject(item) && others.length === 0 ? item : values;
}

function ownValues(declaration: Declaration, stored: Values, uid: string): Values {
  const fields = Object.keys(declaration.fields).map((field) => [
    snakeCase(field),
    namesStored(declaration, field)
      .map((name) => stored[name])
      .find((value) => value !== undefined),
  ]);
  return {
    ...(Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as Values),
    [snakeCase(identifierField(declaration))]: uid,
    ...(declaration.parent && { [snakeCase(declaration.parent.name)]: findParentUid(declaration, uid) ?? null }),
  };
}
