/** What a list can be ordered by: a field in either spelling, optionally `asc` or `desc`. Source: specification §4. */
import { SORT_KEY_ALIASES, snakeCase } from '../../api';
import type { Declaration } from '../../schema';
import type { Order } from '../store';

/** The order that `orderBy` names, or the kind's own without one; else what is wrong with it. */
export function readOrder(declaration: Declaration, orderBy: string | undefined): Order | { readonly problem: string } {
  const order = orders(declaration).get(orderBy ?? declaration.defaultOrder ?? 'uid');
  if (order !== undefined) return order;
  const known = sortable(declaration).map(snakeCase).join(', ');
  return { problem: `order_by must be one of ${known}, optionally followed by " desc"` };
}

/** Every text that names an order of the kind. */
export function orders(declaration: Declaration): ReadonlyMap<string, Order> {
  const known = ordersByKind.get(declaration) ?? new Map(sortKeys(declaration).flatMap(directions));
  ordersByKind.set(declaration, known);
  return known;
}

const ordersByKind = new WeakMap<Declaration, ReadonlyMap<string, Order>>();

function directions([key, field]: readonly [string, string]): [string, Order][] {
  return [
    [key, { field, descending: false }],
    [`${key} asc`, { field, descending: false }],
    [`${key} desc`, { field, descending: true }],
  ];
}

/** Names to sort by, each with the field that it means. */
function sortKeys(declaration: Declaration): [string, string][] {
  const fields = sortable(declaration);
  const parent = ['group', declaration.parent?.name ?? 'group'];
  const aliases = Object.entries(SORT_KEY_ALIASES).filter(([, field]) => fields.includes(field));
  return [
    ...fields.flatMap((field): [string, string][] => [
      [snakeCase(field), field],
      [field, field],
    ]),
    ...parent.flatMap((name): [string, string][] => [
      [snakeCase(name), 'parent'],
      [name, 'parent'],
    ]),
    ...aliases,
  ];
}

function sortable(declaration: Declaration): string[] {
  return Object.entries(declaration.fields)
    .filter(([, { type }]) => type.is === 'string' || type.is === 'bool' || type.is === 'integer')
    .map(([name]) => name);
}
