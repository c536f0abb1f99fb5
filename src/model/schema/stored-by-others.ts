/** Resources of other providers whose objects are of a kind: recognizes them, and reads their values by the names here. */
import { snakeCase, uidProblem, type Values } from '../api';
import { type Declaration, identifierField } from './declaration';

/** Returns true if the resource type of another provider can contain an object of the kind. */
export function isStoredAs({ terraform }: Declaration, type: string): boolean {
  return terraform?.storedByOthers?.types.some((suffix) => type.endsWith(`_${suffix}`)) === true;
}

/** Returns the possible names of a field in the state of another provider: its name in v1, and its name here. */
export function namesStored(declaration: Declaration, field: string): string[] {
  const others = declaration.terraform?.storedByOthers;
  const theirs = field === declaration.parent?.name ? others?.parent : others?.names[field];
  return [...new Set([...(theirs === undefined ? [] : [theirs]), snakeCase(field)])];
}

/** Returns the uid that the state of another provider contains. `undefined` without one, or if it is not a uid. */
export function storedUid(declaration: Declaration, state: Values): string | undefined {
  const found = namesStored(declaration, identifierField(declaration)).map((name) => state[name]);
  return found.find((value): value is string => uidProblem(value) === undefined);
}
