/**
 * An object by the path of names from the root, `acme/engineering/ci-bot`; one that has no name but refers to others,
 * by `acme/engineering:ci-bot:viewer` (the path of its group, then the name of each). Names are looked up level by
 * level. A missing name, and a name of several objects, is an error.
 */
import { camelCase, isWithin, rootUid, type Values } from '../../api';
import { declarationOf } from '../../resources';
import { type Declaration, isInclusion, kindInWords, parentUidOf } from '../../schema';
import type { CallOptions, Client, V1Query } from '../interface/client';
import { lacksList } from '../errors/lacks-list';
import { malformedList } from '../errors/response-shape-error';
import type { MalformedObject } from '../errors/malformed-object';
import type { Query } from '../requests/list-query';
import { listInV1 } from './list-in-v1';
import { FindError, MissingListError } from './find-errors';
import { invalid } from '../requests/request-checks';
import { uidOf } from '../responses/objects';
import { kindsAlong, type ObjectPath, parseObjectPath, referencesOf } from './object-path';

interface Lists extends Pick<Client, 'list' | 'get' | 'listUidsInV1'> {
  /** The path of a kind's list, for errors. */
  urlOf(declaration: Declaration): string;
}

/** Throws INVALID_ARGUMENT for what is no path, and a `FindError` that names what it does not lead to. */
export async function findObject(
  client: Lists,
  declaration: Declaration,
  text: string,
  options: CallOptions = {},
): Promise<Values> {
  const path = parsed(client, declaration, text);
  if (path.by === 'uid') return client.get(declaration, path.uid, options);
  if (path.by === 'references') return byReferences(client, declaration, path, options);
  const last = await atPath(client, declaration, path.names, options);
  return declaration.uidScheme === 'parentUid' ? client.get(declaration, last.uid, options) : last.object;
}

function parsed(client: Lists, declaration: Declaration, text: string): ObjectPath {
  try {
    return parseObjectPath(declaration, text);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw invalid({ method: 'GET', path: client.urlOf(declaration) }, [{ field: '', description: error.message }]);
  }
}

/** The object at the end of a path of names that begins with a root group. */
async function atPath(
  client: Lists,
  declaration: Declaration,
  names: readonly string[],
  options: CallOptions,
): Promise<{ readonly uid: string; readonly object: Values }> {
  let parent: string | undefined;
  let object: Values = {};
  for (const [index, kind] of kindsAlong(declaration, names.length).entries()) {
    const name = names[index] ?? '';
    const place = index === 0 ? 'at the root' : `in ${names.slice(0, index).join('/')}`;
    const isThere = (uid: string): boolean => parentUidOf(kind, uid) === parent;
    const found = await named(client, kind, name, parent, isThere, options);
    object = theOne(client, kind, name, `${JSON.stringify(name)} ${place}`, found);
    parent = uidOf(kind, object);
  }
  return { uid: parent ?? '', object };
}

async function byReferences(
  client: Lists,
  declaration: Declaration,
  { group, names }: Extract<ObjectPath, { by: 'references' }>,
  options: CallOptions,
): Promise<Values> {
  const { uid: parent } = await atPath(client, declaration, group, options);
  const root = rootUid(parent);
  // Searches under the root, and among objects without a group (built-in roles, people).
  const isThere = (uid: string): boolean => isWithin(uid, root) || !uid.includes('/');
  const references = await Promise.all(
    referencesOf(declaration).map(async ([field, kindName]): Promise<[string, readonly string[]]> => {
      const [kind, name] = [declarationOf(kindName), names[field] ?? ''];
      const uids = (await named(client, kind, name, undefined, isThere, options)).map((one) => uidOf(kind, one));
      if (uids.length === 0) throw nothing(client, kind, name, JSON.stringify(name));
      return [field, uids];
    }),
  );
  const matches = (one: Values): boolean => references.every(([field, uids]) => uids.includes(String(one[field])));
  const mayMatch = ({ readable }: MalformedObject): boolean =>
    references.every(([field, uids]) => uids.some((uid) => (readable[field] ?? uid) === uid));
  const found = await all(client, declaration, { childrenOf: parent }, matches, mayMatch, options);
  const words = Object.values(names).map((name) => JSON.stringify(name));
  return theOne(
    client,
    declaration,
    Object.values(names).join(':'),
    `of ${words.join(' and ')} in ${group.join('/')}`,
    found,
  );
}

/** All objects of this name for which `isThere` holds, directly in `parent` if there is one. */
function named(
  client: Lists,
  declaration: Declaration,
  name: string,
  parent: string | undefined,
  isThere: (uid: string) => boolean,
  options: CallOptions,
): Promise<Values[]> {
  // A list must include what it leaves out by default: the user may mean just that.
  const included = Object.entries(declaration.filters).filter(([, filter]) => isInclusion(filter));
  const query = {
    childrenOf: parent,
    name,
    ...Object.fromEntries(included.map(([filter]) => [camelCase(filter), true])),
  };
  return all(
    client,
    declaration,
    query,
    // Compared here again: a service that ignores a filter (contract L2) must not change what is found.
    (one) => one['name'] === name && isThere(uidOf(declaration, one)),
    (one) => (one.name ?? name) === name && (one.uid === undefined || isThere(one.uid)),
    options,
  );
}

/** Throws a `ResponseShapeError` while a malformed object may be one of those, a `MissingListError` if there is no list. */
async function all(
  client: Lists,
  declaration: Declaration,
  query: Query,
  matches: (one: Values) => boolean,
  mayMatch: (one: MalformedObject) => boolean,
  options: CallOptions,
): Promise<Values[]> {
  const found: Values[] = [];
  const doubtful: MalformedObject[] = [];
  const onMalformed = (one: MalformedObject): void => {
    if (mayMatch(one)) doubtful.push(one);
  };
  try {
    for await (const one of client.list(declaration, query, { ...options, onMalformed }))
      if (matches(one)) found.push(one);
  } catch (error) {
    if (!lacksList(error)) throw error;
    const { childrenOf, name } = query as V1Query;
    const listed = await listInV1(client, declaration, { childrenOf, name }, options);
    if (listed === undefined) throw new MissingListError(declaration, client.urlOf(declaration));
    return listed.filter(matches);
  }
  if (doubtful.length > 0) throw malformedList(client.urlOf(declaration), doubtful);
  return found;
}

function theOne(
  client: Lists,
  declaration: Declaration,
  name: string,
  words: string,
  found: readonly Values[],
): Values {
  const [one, ...others] = found;
  if (one === undefined) throw nothing(client, declaration, name, words);
  if (others.length === 0) return one;
  const matches = found.map((object) => uidOf(declaration, object));
  const explanation = `there is more than one ${kindInWords(declaration)} ${words}: ${matches.join(', ')}. Name one of these uids instead`;
  throw new FindError({ kind: declaration.kind, name, explanation, url: client.urlOf(declaration), matches });
}

function nothing(client: Lists, declaration: Declaration, name: string, words: string): FindError {
  const explanation = `no ${kindInWords(declaration)} ${words} is visible to this token`;
  return new FindError({ kind: declaration.kind, name, explanation, url: client.urlOf(declaration), matches: [] });
}
