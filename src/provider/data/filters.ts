/** The attributes that filter and order lists, in plural data sources and in list resources. */
import { camelCase, isWithin, snakeCase, SORT_KEY_ALIASES, uidProblem, type Values } from '../../model/api';
import type { MalformedObject, Query } from '../../client';
import { type Attribute, type Attributes, type Diags, isUnknown } from '../../plugin';
import { type Declaration, type Filter, isInclusion, findParentUid, sortKeys } from '../../model/schema';
import { getObjectUid } from '../convert/to-state';
import { createError, createWarning } from '../messages/severity';

/** The attributes that select the group of a list. */
export const SCOPES = ['descendants_of', 'children_of'] as const;

export function filterAttributes(declaration: Declaration): Attributes {
  const optional = (type: Attribute['type'], description: string): Attribute => ({
    type,
    mode: 'optional',
    description,
  });
  const orders = sortKeys(declaration).filter((key) => !(key in SORT_KEY_ALIASES));
  return {
    descendants_of: optional('string', 'Only objects anywhere under the group with this uid.'),
    children_of: optional('string', 'Only objects directly in the group with this uid.'),
    order_by: optional(
      'string',
      `A field, optionally followed by \` desc\`: ${orders.map((key) => `\`${snakeCase(key)}\``).join(', ')}.`,
    ),
    ...Object.fromEntries(
      Object.entries(declaration.filters).map(([name, filter]) => [
        name,
        optional(filterType(filter), filter.description),
      ]),
    ),
  };
}

function filterType(filter: Filter): Attribute['type'] {
  if (isInclusion(filter)) return 'bool';
  return filter.repeated === true ? ['list', 'string'] : 'string';
}

export function checkUids(names: readonly string[], config: Values, diags: Diags): void {
  for (const name of names) {
    const value = config[name];
    const problem = value === null || value === undefined || isUnknown(value) ? undefined : uidProblem(value);
    const detail = `${name} must be a uid: ${problem ?? ''}.`;
    if (problem !== undefined) diags.add(createError('INVALID_VALUE', `Invalid ${name}`, detail, [name]));
  }
}

export function getQuery(declaration: Declaration, config: Values): Query {
  const text = (name: string): string | undefined => (config[name] as string | null) ?? undefined;
  return {
    descendantsOf: text('descendants_of'),
    childrenOf: text('children_of'),
    orderBy: text('order_by'),
    ...Object.fromEntries(
      Object.keys(declaration.filters).flatMap((name) => {
        const value = config[name] as string | boolean | readonly string[] | null;
        return value === null || value === '' || (typeof value === 'object' && value.length === 0)
          ? []
          : [[camelCase(name), value]];
      }),
    ),
  };
}

/** Returns true if the object certainly matches the filters. */
export function matches(
  declaration: Declaration,
  { childrenOf, descendantsOf, ...others }: Query,
  object: Values,
): boolean {
  const parent = findParentUid(declaration, getObjectUid(declaration, object));
  if (childrenOf !== undefined && parent !== childrenOf) return false;
  if (descendantsOf !== undefined && (parent === undefined || !isWithin(parent, descendantsOf))) return false;
  const filters = Object.entries(declaration.filters).map(([name, filter]) => [camelCase(name), filter] as const);
  return filters.every(([name, filter]) => {
    const value = (others as Values)[name];
    const own = filter.matches === 'parent' ? parent : object[filter.matches];
    return value === undefined || isInclusion(filter) || value === own;
  });
}

/** Warns about malformed objects. The others are shown. */
export function warnOfMalformed(diags: Diags): (object: MalformedObject) => void {
  return ({ subject, problem }) => {
    const detail = `The service returns a malformed object: ${problem}. It is left out; all others are shown.`;
    diags.add(createWarning('MALFORMED_OBJECT', `Cannot read ${subject}`, detail));
  };
}
