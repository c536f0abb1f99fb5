/** From names to objects, level by level; a name that is missing or stands for several objects is an error that says which. */
import { camelCase, isWithin, rootUid } from '../api';
import { declarationOf } from '../resources';
import { type Declaration, parentUidOf, isInclusion, kindInWords } from '../schema';
import type { CallOptions, Client } from './client';
import { ApiError, malformedList } from './errors';
import type { MalformedObject } from './malformed';
import { kindsOnTheWay, type ObjectPath, parseObjectPath, referencesOf } from './object-path';
import type { Query } from './query';
import { invalid } from './request-checks';
import { uidOf } from './response';

type Found = Readonly<Record<string, unknown>>;
interface Lists extends Pick<Client, 'list' | 'get'> {
  /** The path of a kind's list, for errors. */
  urlOf(declaration: Declaration): string;
}

/** Throws INVALID_ARGUMENT for what is no path, and a `FindError` that names what it does not lead to. */
export async function findObject(
  client: Lists,
  declaration: Declaration,
  text: string,
  options: CallOptions = {},
): Promise<Found> {
  const path = parsed(client, declaration, text);
  if (path.by === 'uid') return client.get(declaration, path.uid, options);
  if (path.by === 'references') return byReferences(client, declaration, path, options);
  const last = await atPath(client, declaration, path.names, options);
  return declaration.uidIs === 'parentUid' ? client.get(declaration, last.uid, options) : last.object;
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
): Promise<{ readonly uid: string; readonly object: Found }> {
  let parent: string | undefined;
  let object: Found = {};
  for (const [index, kind] of kindsOnTheWay(declaration, names.length).entries()) {
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
): Promise<Found> {
  const { uid: parent } = await atPath(client, declaration, group, options);
  const root = rootUid(parent);
  // Beneath the root, and what lies in no group at all (built-in roles, people).
  const isThere = (uid: string): boolean => isWithin(uid, root) || !uid.includes('/');
  const wanted = await Promise.all(
    referencesOf(declaration).map(async ([field, kindName]): Promise<[string, readonly string[]]> => {
      const [kind, name] = [declarationOf(kindName), names[field] ?? ''];
      const uids = (await named(client, kind, name, undefined, isThere, options)).map((one) => uidOf(kind, one));
      if (uids.length === 0) throw nothing(client, kind, name, JSON.stringify(name));
      return [field, uids];
    }),
  );
  const matches = (one: Found): boolean => wanted.every(([field, uids]) => uids.includes(String(one[field])));
  const mayMatch = ({ readable }: MalformedObject): boolean =>
    wanted.every(([field, uids]) => uids.some((uid) => (readable[field] ?? uid) === uid));
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

/** All objects of this name where `isThere` says, beneath `parent` if there is one. */
function named(
  client: Lists,
  declaration: Declaration,
  name: string,
  parent: string | undefined,
  isThere: (uid: string) => boolean,
  options: CallOptions,
): Promise<Found[]> {
  // Who names an object means it, also one that lists leave out.
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
    // The filters only narrow what is sent: a service that ignores one must not change what is found.
    (one) => one['name'] === name && isThere(uidOf(declaration, one)),
    (one) => (one.name ?? name) === name && (one.uid === undefined || isThere(one.uid)),
    options,
  );
}

/** Throws a `ResponseShapeError` while a malformed object may be one of those. */
async function all(
  client: Lists,
  declaration: Declaration,
  query: Query,
  matches: (one: Found) => boolean,
  mayMatch: (one: MalformedObject) => boolean,
  { signal }: CallOptions,
): Promise<Found[]> {
  const found: Found[] = [];
  const doubtful: MalformedObject[] = [];
  const onMalformed = (one: MalformedObject): void => {
    if (mayMatch(one)) doubtful.push(one);
  };
  for await (const one of client.list(declaration, query, { signal, onMalformed })) if (matches(one)) found.push(one);
  if (doubtful.length > 0) throw malformedList(client.urlOf(declaration), doubtful);
  return found;
}

function theOne(client: Lists, declaration: Declaration, name: string, words: string, found: readonly Found[]): Found {
  const [one, ...others] = found;
  if (one === undefined) throw nothing(client, declaration, name, words);
  if (others.length === 0) return one;
  const matches = found.map((object) => uidOf(declaration, object));
  const explanation = `there is more than one ${kindInWords(declaration)} ${words}: ${matches.join(', ')}. Name one of these uids instead`;
  throw new FindError({ kind: declaration.kind, name, explanation, url: client.urlOf(declaration), matches });
}

function nothing(client: Lists, declaration: Declaration, name: string, words: string): FindError {
  const explanation = `no ${kindInWords(declaration)} ${words} can be seen with this token`;
  return new FindError({ kind: declaration.kind, name, explanation, url: client.urlOf(declaration), matches: [] });
}

export interface FindErrorOptions {
  /** The kind that was sought, as in `Group`. */
  readonly kind: string;
  /** The name that stands for nothing, or for several objects. */
  readonly name: string;
  /** What was found, for a person. */
  readonly explanation: string;
  /** The list in which it was sought. */
  readonly url: string;
  /** The uids of all that it stands for. */
  readonly matches: readonly string[];
}

/**
 * A path in which a name stands for nothing (NOT_FOUND, see `isNotFound`) or for several objects
 * (FAILED_PRECONDITION, their uids in `matches`).
 */
export class FindError extends ApiError {
  override readonly name: string = 'FindError';
  /** The uids of all that the name stands for; empty when it stands for nothing. */
  readonly matches: readonly string[];

  constructor({ kind, name, explanation, url, matches }: FindErrorOptions) {
    super({
      code: matches.length === 0 ? 'NOT_FOUND' : 'FAILED_PRECONDITION',
      explanation,
      method: 'GET',
      url,
      outcome: 'rejected',
      resourceInfo: { resourceType: kind, resourceName: name, description: explanation },
    });
    this.matches = matches;
  }
}
