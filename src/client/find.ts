/**
 * An object by the path of names from the root, `acme/engineering/ci-bot`; one that has no name but refers to others,
 * by `acme/engineering:ci-bot:viewer` (the path of its group, then the name of each). Names are looked up level by
 * level. A missing name, and a name of several objects, is an error.
 */
import { camelCase, isWithin, rootUid, uidProblem, type Values } from '../api';
import { declarationOf, parentKind } from '../resources';
import { type Declaration, isInclusion, kindInWords, parentUidOf } from '../schema';
import type { CallOptions, Client, V1Query } from './client';
import { ApiError, lacksList, malformedList, type MalformedObject } from './errors';
import type { Query } from './list';
import { listInV1, MissingListError } from './list-in-v1';
import { invalid } from './request-checks';
import { uidOf } from './response';

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

export interface FindErrorOptions {
  /** The kind that was sought, as in `Group`. */
  readonly kind: string;
  /** The name that was not found, or that several objects share. */
  readonly name: string;
  /** The objects that were found, in words. */
  readonly explanation: string;
  /** The list that was searched. */
  readonly url: string;
  /** The uids of all objects with the name. */
  readonly matches: readonly string[];
}

/**
 * A path with a name that was not found (NOT_FOUND, see `isNotFound`) or that several objects share
 * (FAILED_PRECONDITION, their uids in `matches`).
 */
export class FindError extends ApiError {
  override readonly name: string = 'FindError';
  /** The uids of all objects with the name; empty if it was not found. */
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

export type ObjectPath =
  | { readonly by: 'uid'; readonly uid: string }
  /** Names from the root down to the object itself. */
  | { readonly by: 'path'; readonly names: readonly string[] }
  /** The group's names, and the name of what each reference of the natural key refers to. */
  | { readonly by: 'references'; readonly group: readonly string[]; readonly names: Readonly<Record<string, string>> };

/** Reads a path. Throws a `TypeError` that names the forms of a path. */
export function parseObjectPath(declaration: Declaration, text: string): ObjectPath {
  if (uidProblem(text) === undefined) return { by: 'uid', uid: text };
  const references = referencesOf(declaration);
  const [path = '', ...names] = text.split(':');
  const above = path.split('/');
  const kinds = [...kindsAlong(declaration, above.length), ...references.map(([, kind]) => declarationOf(kind))];
  const isValid =
    (references.length > 0 || goesByPath(declaration)) &&
    names.length === references.length &&
    [...above, ...names].every((name, index) => isName(kinds[index] ?? declaration, name));
  if (!isValid) throw new TypeError(notAPath(declaration, text));
  if (references.length === 0) return { by: 'path', names: above };
  return {
    by: 'references',
    group: above,
    names: Object.fromEntries(references.map(([field], index) => [field, names[index] ?? ''])),
  };
}

/** The kinds of the objects that a path of `count` names leads through, from the root on. */
export function kindsAlong(declaration: Declaration, count: number): Declaration[] {
  const isAtTheEnd = declaration.uidScheme !== 'parentUid' && referencesOf(declaration).length === 0;
  const kinds = [isAtTheEnd ? declaration : parentKind(declaration)];
  while (kinds.length < count) kinds.unshift(parentKind(kinds[0] ?? declaration));
  return kinds;
}

/** The fields of the natural key that refer to other objects, each with the kind that it refers to. */
function referencesOf(declaration: Declaration): [string, string][] {
  return declaration.naturalKey.flatMap((name) => {
    const type = declaration.fields[name]?.type;
    return type?.is === 'string' && type.refersTo !== undefined ? [[name, type.refersTo]] : [];
  });
}

function goesByPath(declaration: Declaration): boolean {
  return declaration.uidScheme === 'parentUid' || declaration.naturalKey.includes('name');
}

function isName(declaration: Declaration, name: string): boolean {
  const type = declaration.fields['name']?.type;
  const pattern = type?.is === 'string' ? type.pattern : undefined;
  return pattern === undefined ? name !== '' : new RegExp(pattern, 'u').test(name);
}

function notAPath(declaration: Declaration, text: string): string {
  const quoted = JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
  const kind = kindInWords(declaration);
  return `${quoted} does not identify any ${kind}. Identify it by its uid${otherForm(declaration)}.`;
}

function otherForm(declaration: Declaration): string {
  const references = referencesOf(declaration).map(([, kind]) => `${kind.toLowerCase()} name`);
  if (references.length > 0) return `, or by "${['group path', ...references].join(':')}"`;
  if (!goesByPath(declaration)) return '';
  const above = parentKind(declaration) === declaration || declaration.uidScheme === 'parentUid' ? '' : '/name';
  return `, or by the path of names from the root group, such as acme/engineering${above}`;
}
