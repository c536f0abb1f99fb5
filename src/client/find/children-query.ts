/** The query that lists the objects of a parent. */
import { camelCase } from '../../api';
import { containerKind, getGroupOfParent, parentKind } from '../../resources';
import type { Declaration } from '../../schema';
import type { Query } from '../requests/list-query';

/**
 * Returns the query for the objects directly in a parent. The filters by uid are about groups. For another parent, the query
 * uses the filter of the kind for its parent, beneath the nearest group: a service that ignores the filter (contract L2) then
 * lists more, so callers compare the parents.
 */
export function childrenQuery(declaration: Declaration, parent: string | undefined): Query {
  const filter = Object.entries(declaration.filters).find(([, { matches }]) => matches === 'parent')?.[0];
  if (parent === undefined || filter === undefined || parentKind(declaration) === containerKind)
    return { childrenOf: parent };
  return { descendantsOf: getGroupOfParent(declaration, parent), [camelCase(filter)]: parent };
}
