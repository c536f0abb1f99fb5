/** Warns about a planned object without a parent: the service then creates an organization of its own. */
import { snakeCase, type Values } from '../../model/api';
import type { Diagnostic } from '../../plugin';
import type { Declaration } from '../../model/schema';
import { createWarning } from '../messages/severity';
import { describeSubject } from '../messages/subject';

/** Returns the warning for a create. An unknown parent is not null, and an imported object is not created. */
export function newOrganization(declaration: Declaration, plan: Values): Diagnostic[] {
  const { parent } = declaration;
  const name = snakeCase(parent?.name ?? '');
  if (parent?.is !== 'groupOrNone' || plan[name] !== null) return [];
  const detail = `The argument ${name} of the ${describeSubject(declaration, plan)} is null, so it becomes a root group: an organization of its own. If this is a mistake, set ${name}.`;
  return [createWarning('NEW_ORGANIZATION', 'Creates a new organization', detail, [name])];
}
