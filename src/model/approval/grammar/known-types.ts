/** The types of this provider, with their arguments and the attributes that a plan always knows. */
import { declarations, resourceSettings } from '../../kinds';
import {
  type Arguments,
  behaves,
  dataTypes,
  type Declaration,
  type Field,
  isInput,
  resourceTypes,
  toAttribute,
  typeName,
} from '../../schema';

const resources = resourceTypes(declarations, argumentSettings);
const data = dataTypes(declarations);

/** `timeouts` is a block. */
function argumentSettings(declaration: Declaration) {
  const { timeouts: _block, ...settings } = resourceSettings(declaration);
  return settings;
}

/** Returns the arguments of a type of resource, or `undefined` for a type of another provider. */
export function resourceArguments(type: string): Arguments | undefined {
  return resources.get(type);
}

/** Returns the arguments of a type of data source, or `undefined` for a type of another provider. */
export function dataArguments(type: string): Arguments | undefined {
  return data.get(type);
}

/** Returns true for a type of resource whose objects have a uid of their own, not that of their parent. */
export function hasOwnUid(type: string): boolean {
  return declarations.some((declaration) => typeName(declaration) === type && declaration.uidScheme !== 'parentUid');
}

/** Returns true if the steps lead to an argument that a plan always knows: a service never decides a part of it. */
export function isKnownAttribute(type: string, [name, ...steps]: readonly unknown[]): boolean {
  const argument = typeof name === 'string' ? resourceArguments(type)?.get(name) : undefined;
  return argument !== undefined && isKnown(argument.field, steps);
}

/** Returns true if a plan always knows the part of a field that the steps lead to. */
export function isKnown(field: Field, [name, ...steps]: readonly unknown[]): boolean {
  if (!isInput(field) || behaves(field, 'serverDefault', 'inputOnly')) return false;
  if (field.type.is !== 'message') return true;
  const inside = Object.entries(field.type.fields);
  if (name === undefined) return inside.every(([, inner]) => isKnown(inner, []));
  return inside.some(([key, inner]) => toAttribute(key, inner) === name && isKnown(inner, steps));
}
