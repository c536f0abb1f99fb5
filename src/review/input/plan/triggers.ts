/** Reads the values that replace a resource when they change: those of an anchor of a rotation, and `rotate_on`. */
import { isObject, snakeCase, type Values } from '../../../model/api';
import { resourceSettings } from '../../../model/kinds';
import type { Declaration } from '../../../model/schema';

/** The arguments of `null_resource`, `terraform_data`, and of resources of other providers that use the same words. */
export const TRIGGER_ARGUMENTS = ['triggers', 'triggers_replace', 'input', 'keepers'] as const;

/** Returns the texts in the arguments of a resource that can be an anchor. */
export function getTriggers(values: Values): string[] {
  return TRIGGER_ARGUMENTS.flatMap((name) => (Object.hasOwn(values, name) ? textsIn(values[name]) : []));
}

/** Returns the texts in the settings of an object whose change replaces it. */
export function getRotation(declaration: Declaration, values: Values): string[] {
  return Object.entries(resourceSettings(declaration)).flatMap(([name, { replacement }]) =>
    replacement === undefined ? [] : textsIn(values[snakeCase(name)]),
  );
}

/** Returns the texts at any depth, without empty ones. Numbers become texts, as in the name of an object. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
