/**
 * Finds an object by the path of names from the root, `acme/engineering/ci-bot`. An object without a name is found by the
 * names of its references, `acme/engineering:ci-bot:viewer` (the path of its group, then each name). A missing name, and a
 * name of several objects, is an error.
 */
import { isWithin, rootUid, type Values } from '../../model/api';
import { getDeclaration, getGroupOfParent } from '../../model/kinds';
import { type Declaration, kindInWords, findParentUid } from '../../model/schema';
import type { CallOptions, Client } from '../requests/client';
import { lacksList } from '../errors/lacks-list';
import { malformedList } from '../errors/response-shape-error';
import type { MalformedObject } from '../errors/malformed-object';
import { childrenQuery, findByKey, findByKeyInV1, listMatching, type Matches } from './find-by-key';
import { listInV1 } from './list-in-v1';
import type { ObjectKey } from './object-key';
import { FindError, MissingListError } from './find-errors';
import { invalidRequest } from '../requests/request-checks';
import { getResourceUid } from '../responses/objects';
import { getKeyParts, kindsAlong, type ObjectPath, parseObjectPath } from './object-path';

interface Lists extends Pick<Client, 'list' | 'get' | 'listUidsInV1'> {
  /** The path of a kind's list, for errors. */
  toUrl(declaration: Declaration): string;
}

/** Throws INVALID_ARGUMENT for an invalid path, and a `FindError` with the name that was not found or is ambiguous. */
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
    throw invalidRequest({ method: 'GET', path: client.toUrl(declaration) }, [
      { field: '', description: error.message },
    ]);
  }
}

/** Returns the object at the end of a path of names that begins with a root group. */
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
    const found = await withKey(client, kind, { parent, values: { name } }, options);
    object = theOne(client, kind, { name, words: `${JSON.stringify(name)} ${place}`, groupUid: parent }, found);
    parent = getResourceUid(kind, object);
  }
  return { uid: parent ?? '', object };
}

async function byReferences(
  client: Lists,
  declaration: Declaration,
  { parent: above, parts }: Extract<ObjectPath, { by: 'references' }>,
  options: CallOptions,
): Promise<Values> {
  const { uid: parent } = await atPath(client, declaration, above, options);
  const root = rootUid(parent);
  // Searches under the root, and among objects without a group (built-in roles, people).
  const isThere = (uid: string): boolean => isWithin(uid, root) || !uid.includes('/');
  const references = await Promise.all(
    getKeyParts(declaration).map(async ({ field, kind: kindName }): Promise<[string, readonly string[]]> => {
      const name = parts[field] ?? '';
      if (kindName === undefined) return [field, [name]];
      const kind = getDeclaration(kindName);
      const key = { parent: undefined, anywhere: true, values: { name } };
      const named = await withKey(client, kind, key, options, isThere);
      const uids = named.map((one) => getResourceUid(kind, one)).filter(isThere);
      if (uids.length === 0) throw nothing(client, kind, { name, words: JSON.stringify(name), groupUid: root });
      return [field, uids];
    }),
  );
  const isChild = (uid: string): boolean => findParentUid(declaration, uid) === parent;
  const matches = (one: Values): boolean =>
    isChild(getResourceUid(declaration, one)) &&
    references.every(([field, values]) => values.includes(String(one[field])));
  const mayMatch = ({ uid, readable }: MalformedObject): boolean =>
    (uid === undefined || isChild(uid)) &&
    references.every(([field, values]) => values.some((value) => (readable[field] ?? value) === value));
  const found = await orInV1(
    client,
    declaration,
    () => listMatching(client, declaration, childrenQuery(declaration, parent), { matches, mayMatch }, options),
    async () => (await listInV1(client, declaration, { childrenOf: parent }, options))?.filter(matches),
  );
  const words = Object.values(parts).map((part) => JSON.stringify(part));
  const name = Object.values(parts).join(':');
  const searched = {
    name,
    words: `of ${words.join(' and ')} in ${above.join('/')}`,
    groupUid: getGroupOfParent(declaration, parent),
  };
  return theOne(client, declaration, searched, found);
}

/** @param isThere ignores malformed objects elsewhere */
function withKey(
  client: Lists,
  declaration: Declaration,
  key: ObjectKey,
  options: CallOptions,
  isThere: (uid: string) => boolean = () => true,
): Promise<readonly Values[]> {
  return orInV1(
    client,
    declaration,
    async () => {
      const { objects, doubtful } = await findByKey(client, declaration, key, options);
      return { objects, doubtful: doubtful.filter(({ uid }) => uid === undefined || isThere(uid)) };
    },
    () => findByKeyInV1(client, declaration, key, options),
  );
}

/** Throws a `ResponseShapeError` if a malformed object may match, a `MissingListError` if neither v2 nor v1 has a list. */
async function orInV1(
  client: Lists,
  declaration: Declaration,
  find: () => Promise<Matches>,
  findInV1: () => Promise<readonly Values[] | undefined>,
): Promise<readonly Values[]> {
  let found: Matches;
  try {
    found = await find();
  } catch (error) {
    if (!lacksList(error)) throw error;
    const listed = await findInV1();
    if (listed === undefined) throw new MissingListError(declaration, client.toUrl(declaration));
    return listed;
  }
  if (found.doubtful.length > 0) throw malformedList(client.toUrl(declaration), found.doubtful);
  return found.objects;
}

/** A name that was searched. */
interface Searched {
  readonly name: string;
  /** The name and its place, as text. */
  readonly words: string;
  /** Absent: the root groups. */
  readonly groupUid: string | undefined;
}

function theOne(client: Lists, declaration: Declaration, searched: Searched, found: readonly Values[]): Values {
  const [one, ...others] = found;
  if (one === undefined) throw nothing(client, declaration, searched);
  if (others.length === 0) return one;
  const matches = found.map((object) => getResourceUid(declaration, object));
  const explanation = `there is more than one ${kindInWords(declaration)} ${searched.words}: ${matches.join(', ')}. Name one of these uids instead`;
  throw findError(client, declaration, searched, { explanation, matches });
}

function nothing(client: Lists, declaration: Declaration, searched: Searched): FindError {
  const explanation = `no ${kindInWords(declaration)} ${searched.words} is visible to this token`;
  return findError(client, declaration, searched, { explanation, matches: [] });
}

function findError(
  client: Lists,
  declaration: Declaration,
  { name, groupUid }: Searched,
  found: { readonly explanation: string; readonly matches: readonly string[] },
): FindError {
  return new FindError({ kind: declaration.kind, name, groupUid, url: client.toUrl(declaration), ...found });
}
