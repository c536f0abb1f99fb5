/** Finds the objects with a natural key: in the list of v2, and in the list of v1 if v2 has none (contract L9). */
import { camelCase, type Values } from '../../model/api';
import { containerKind, getGroupOfParent, parentKind } from '../../model/kinds';
import { type Declaration, isInclusion } from '../../model/schema';
import { isNotFound } from '../errors/api-error';
import type { MalformedObject } from '../errors/malformed-object';
import type { CallOptions, Client } from '../requests/client';
import type { Query } from '../requests/list-query';
import { getResourceUid } from '../responses/objects';
import { listInV1 } from './list-in-v1';
import { hasKey, mayHaveKey, type ObjectKey } from './object-key';

/** Decides which objects of a list a search returns. */
interface Criteria {
  readonly matches: (object: Values) => boolean;
  /** Returns true if a malformed object may be one of those. */
  readonly mayMatch: (object: MalformedObject) => boolean;
}

export interface Matches {
  /** In the order of the list. */
  readonly objects: readonly Values[];
  /** Malformed objects that may match. */
  readonly doubtful: readonly MalformedObject[];
}

/** Returns the listed objects that match. Compares all of them: a service may ignore a filter (contract L2). */
export async function listMatching(
  client: Pick<Client, 'list'>,
  declaration: Declaration,
  query: Query,
  { matches, mayMatch }: Criteria,
  options: CallOptions,
): Promise<Matches> {
  const objects: Values[] = [];
  const doubtful: MalformedObject[] = [];
  const onMalformed = (object: MalformedObject): void => {
    if (mayMatch(object)) doubtful.push(object);
  };
  for await (const object of client.list(declaration, query, { ...options, onMalformed }))
    if (matches(object)) objects.push(object);
  return { objects, doubtful };
}

/** Returns the objects for which {@link matcherOf} returns true. Throws if the API has no list (see `lacksList`). */
export async function findByKey(
  client: Pick<Client, 'list' | 'get'>,
  declaration: Declaration,
  key: ObjectKey,
  options: CallOptions,
): Promise<Matches> {
  if (isSingle(declaration, key)) {
    const objects = key.parent === undefined ? [] : await getIfExists(client, declaration, key.parent, options);
    return { objects, doubtful: [] };
  }
  const filters = Object.entries(declaration.filters).flatMap(([name, filter]): [string, string][] => {
    const value = isInclusion(filter) ? undefined : key.values[filter.matches];
    return typeof value === 'string' && value !== '' ? [[camelCase(name), value]] : [];
  });
  const query = {
    ...childrenQuery(declaration, key.parent),
    ...Object.fromEntries(filters),
    ...inclusions(declaration),
  };
  const matches = createMatcher(declaration, key);
  const mayMatch = (object: MalformedObject): boolean => mayHaveKey(declaration, object, key);
  return listMatching(client, declaration, query, { matches, mayMatch }, options);
}

/** Returns the objects with the key in the list of v1; `undefined` if v1 has no such list. */
export async function findByKeyInV1(
  client: Pick<Client, 'get' | 'listUidsInV1'>,
  declaration: Declaration,
  key: ObjectKey,
  options: CallOptions,
): Promise<Values[] | undefined> {
  const { parent, anywhere, values } = key;
  const name = typeof values['name'] === 'string' ? values['name'] : undefined;
  const query = { childrenOf: parent, inRoot: parent === undefined && anywhere !== true, name };
  const listed = await listInV1(client, declaration, query, options);
  return listed?.filter((object) => hasKey(declaration, object, key));
}

/** Returns the function that recognizes the objects that `findByKey` returns. */
export function createMatcher(declaration: Declaration, key: ObjectKey): (object: Values) => boolean {
  if (isSingle(declaration, key)) return (object) => getResourceUid(declaration, object) === key.parent;
  return (object) => hasKey(declaration, object, key);
}

/** Returns true if a group has at most one such object, with the uid of the group (contract U4). */
function isSingle({ uidScheme }: Declaration, { anywhere }: ObjectKey): boolean {
  return uidScheme === 'parentUid' && anywhere !== true;
}

async function getIfExists(
  client: Pick<Client, 'get'>,
  declaration: Declaration,
  uid: string,
  options: CallOptions,
): Promise<Values[]> {
  try {
    return [await client.get(declaration, uid, options)];
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

/** Returns the filters that include objects which a list omits by default: such an object may have the key. */
export function inclusions({ filters }: Declaration): Readonly<Record<string, true>> {
  const names = Object.keys(filters).filter((name) => filters[name] !== undefined && isInclusion(filters[name]));
  return Object.fromEntries(names.map((name) => [camelCase(name), true]));
}

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
