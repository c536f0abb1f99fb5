/** The resource that removes undeclared objects of a kind from a group, and its attributes. */
import { snakeCase } from '../api';
import { type Declaration, getAttribute, identifierField, pluralTypeName } from './declaration';

/** The attributes of every such resource, in addition to the group. */
export const EXCLUSIVE = {
  /** The declared objects. */
  declared: 'declared',
  /** The objects in the group when Terraform plans. */
  existing: 'existing',
  /** False: the plan reports the undeclared objects and removes none. */
  isRemoving: 'remove',
  /** The objects that the plan removes. */
  plannedRemovals: 'removes',
  /** The objects that the plan reports and does not remove. */
  undeclared: 'undeclared',
  /** The id of the last removal, which a plan with a removal does not know. */
  removalId: 'removal_id',
} as const;

/** The arguments of every such resource, in addition to the group. */
export const EXCLUSIVE_ARGUMENTS: readonly string[] = [EXCLUSIVE.declared, EXCLUSIVE.existing, EXCLUSIVE.isRemoving];

/** Returns true for a kind with such a resource. */
export function isExclusive({ terraform }: Declaration): boolean {
  return terraform?.exclusive === true;
}

/** Returns the type of the resource: `platform_role_bindings_exclusive`. */
export function exclusiveTypeName(declaration: Declaration): string {
  return `${pluralTypeName(declaration)}_exclusive`;
}

/** Returns the attributes of the natural key of an object in all groups: its group, and its key there. */
export function groupKeyAttributes(declaration: Declaration): string[] {
  const { parent, naturalKey } = declaration;
  return [...(parent === undefined ? [] : [parent.name]), ...naturalKey].map((name) => getAttribute(declaration, name));
}

/** Returns the attributes that identify a declared object. Those of a new object are unknown when Terraform plans. */
export function identifyingAttributes(declaration: Declaration): string[] {
  return [snakeCase(identifierField(declaration)), ...groupKeyAttributes(declaration)];
}
