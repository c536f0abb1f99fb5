/** The section of a page about the capabilities that the token needs, derived from the declaration of the kind. */
import { type Declaration, offers, type Operation, scopedFields } from '../../model/schema';
import { inlineCode } from './markdown';

const verbs: Readonly<Record<Operation, string>> = {
  list: 'read',
  get: 'read',
  create: 'create',
  update: 'change',
  delete: 'delete',
};

/** Returns the section for the operations. An object that gives a role needs more than its own capability (contract A5). */
export function permissions(declaration: Declaration, operations: readonly Operation[]): string {
  const needed = operations
    .filter((operation) => offers(declaration, operation))
    .map((operation) => `${inlineCode(`${declaration.capability}.${operation}`)} to ${verbs[operation]}`);
  const gives = operations.includes('create') && scopedFields(declaration.fields).length > 0;
  const more = gives
    ? ` To give a role, it also needs ${inlineCode('role_bindings.create')} and every capability of the role, in the group where the role applies.`
    : '';
  return `## Permissions\n\nThe token needs ${needed.join(', ')}.${more}`;
}
