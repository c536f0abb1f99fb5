/** What a list can be ordered by: a field in either spelling, optionally `asc` or `desc`. Source: specification §4. */
import { camelCase, SORT_KEY_ALIASES, snakeCase } from '../../api';
import type { Declaration } from '../../schema';
import type { Order } from '../store';

/** The order that `orderBy` names, or the kind's own without one; else what is wrong with it. */
export function readOrder(declaration: Declaration, orderBy: string | undefined): Order | { readonly problem: string } {
  const text = (orderBy ?? declaration.defaultOrder ?? 'uid').trim();
  const [, key = '', direction = 'asc'] = /^([A-Za-z_]+)(?: +(asc|desc))?$/.exec(text) ?? [];
  const field = sortField(declaration, key);
  if (field !== undefined) return { field, descending: direction === 'desc' };
  const known = sortable(declaration).map(snakeCase).join(', ');
  return { problem: `order_by must be one of ${known}, optionally followed by " desc"` };
}

function sortField(declaration: Declaration, key: string): string | undefined {
  const alias = Object.hasOwn(SORT_KEY_ALIASES, key) ? SORT_KEY_ALIASES[key] : undefined;
  const name = alias ?? camelCase(key);
  if (name === 'group' || name === declaration.parent?.name) return 'parent';
  return sortable(declaration).includes(name) ? name : undefined;
}

function sortable(declaration: Declaration): string[] {
  return Object.entries(declaration.fields)
    .filter(([, { type }]) => type.is === 'string' || type.is === 'bool' || type.is === 'integer')
    .map(([name]) => name);
}
