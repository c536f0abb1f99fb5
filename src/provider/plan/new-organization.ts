/** Warns about a planned object without a parent: the service then creates an organization of its own. */
import { snakeCase, type Values } from '../../model/api';
import type { Diagnostic } from '../../plugin';
import type { Declaration } from '../../model/schema';
import { createWarning } from '../messages/severity';
import { describeSubject } from '../messages/subject';

/** Returns true if an object of the kind can exist without a parent. */
export function mayBeRoot({ parent }: Declaration): boolean {
  return parent?.is === 'groupOrNone';
}

/** Returns the warning for a create. An unknown parent is not null, and an imported object is not created. */
export function newOrganization(declaration: Declaration, plan: Values): Diagnostic[] {
  const name = snakeCase(declaration.parent?.name ?? '');
  if (plan[name] !== null) return [];
  const detail = `The argument ${name} of the ${describeSubject(declaration, plan)} is null, so it becomes a root group: an organization of its own. If this is a mistake, set ${name}.`;
  return [createWarning('Creates a new organization', detail, [name])];
}
