/** Rejects plans whose values have another type than the field: the provider's schema makes them impossible. */
import { isObject, type Values } from '../../../model/api';
import { toAttribute, type Declaration, type FieldType } from '../../../model/schema';
import { PlanError } from './document';
import { type TerraformPlan, UNKNOWN_VALUE } from './plan';

/** @throws PlanError for the first value that has another type than its field */
export function checkValueTypes(
  plans: readonly TerraformPlan[],
  getDeclaration: (change: NonNullable<TerraformPlan['changes']>[number]) => Declaration | undefined,
): void {
  for (const { name: plan, changes = [] } of plans)
    for (const change of changes) {
      const declaration = change.mode === 'managed' ? getDeclaration(change) : undefined;
      if (declaration === undefined) continue;
      for (const values of new Set([change.before, change.after]))
        for (const [name, field] of Object.entries(declaration.fields))
          if (values !== undefined && !hasType(field.type, values[toAttribute(name, field)]))
            throw new PlanError(
              `${plan}: ${change.address} has an invalid ${toAttribute(name, field)}. Create the plan again with "terraform show -json".`,
            );
    }
}

function hasType(type: FieldType, value: unknown): boolean {
  if (value === null || value === undefined || value === UNKNOWN_VALUE) return true;
  switch (type.is) {
    case 'list':
      return Array.isArray(value) && value.every((element) => hasType(type.of, element));
    case 'map':
      return isObject(value) && Object.values(value).every((element) => hasType(type.of, element));
    case 'message':
      return isObject(value) && hasTypes(type.fields, value);
    case 'string':
      return typeof value === 'string';
    case 'bool':
      return typeof value === 'boolean';
    case 'integer':
    case 'number':
      return typeof value === 'number';
    case 'json':
      return true;
  }
}

function hasTypes(fields: Declaration['fields'], values: Values): boolean {
  return Object.entries(fields).every(([name, field]) => hasType(field.type, values[toAttribute(name, field)]));
}
