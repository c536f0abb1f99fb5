/**
 * What replaces an object although the API could change it in place. Terraform deletes what goes before it updates what
 * referred to it, and the service refuses that (contract D4); what is replaced is deleted first of all.
 */
import { snakeCase, type Values } from '../../api';
import { isUnknown, type Path } from '../../plugin';
import type { Declaration } from '../../schema';

interface Replacement {
  /** `changed`: at every change; `unknown`: while the new value is not known, since then what it refers to is replaced. */
  readonly when: 'changed' | 'unknown';
  /** What users read about it. */
  readonly note: string;
}

/** By kind and field. */
const replacements: Readonly<Record<string, Readonly<Record<string, Replacement>>>> = {
  RoleBinding: {
    identityUid: { when: 'changed', note: 'Another identity is another grant: a new binding.' },
    roleUid: {
      when: 'unknown',
      note: 'Changes in place; as long as the uid of the new role is not known, the binding is replaced.',
    },
  },
};

export function replacementOf(declaration: Declaration, field: string): Replacement | undefined {
  return replacements[declaration.kind]?.[field];
}

/** The attributes that need a new object because their new value is not known yet. */
export function replacedWhileUnknown(declaration: Declaration, plan: Values): Path[] {
  return Object.entries(replacements[declaration.kind] ?? {})
    .filter(([field, { when }]) => when === 'unknown' && isUnknown(plan[snakeCase(field)]))
    .map(([field]) => [snakeCase(field)]);
}
