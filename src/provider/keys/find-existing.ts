/** Finds the objects with a natural key. */
import { camelCase, type Values } from '../../api';
import { type Client, isNotFound, type MalformedObject } from '../../client';
import { listInV1 } from '../../client/find/list-in-v1';
import { DiagError } from '../../plugin';
import { type Declaration, isInclusion, kindInWords, offers } from '../../schema';
import { uidOf } from '../convert/to-state';
import type { RecentObjects } from '../run/recent-objects';
import { hasKey, type Key, mayHaveKey } from './natural-key';

export interface FindOptions {
  readonly signal: AbortSignal;
  readonly recent: Pick<RecentObjects, 'corrected'>;
}

/** Returns every object with this key, in the order of the list. */
export async function findExisting(
  client: Client,
  declaration: Declaration,
  key: Key,
  { signal, recent }: FindOptions,
): Promise<Values[]> {
  // An object identified by the uid of its group (contract U4): a single read finds it.
  if (declaration.uidScheme === 'parentUid' && key.anywhere !== true) {
    const { parent } = key;
    if (parent === undefined) return [];
    const found = await single(client, declaration, parent, signal);
    return recent.corrected(declaration, found, (object) => uidOf(declaration, object) === parent);
  }
  if (!offers(declaration, 'list')) return [];
  const filters = Object.entries(declaration.filters).flatMap(([name, filter]): [string, string][] => {
    const value = isInclusion(filter) ? undefined : key.values[filter.matches];
    return typeof value === 'string' && value !== '' ? [[camelCase(name), value]] : [];
  });
  const query = { childrenOf: key.parent, ...Object.fromEntries(filters), ...inclusions(declaration) };
  const found: Values[] = [];
  const malformed: MalformedObject[] = [];
  const onMalformed = (object: MalformedObject): void => {
    if (mayHaveKey(declaration, object, key)) malformed.push(object);
  };
  for await (const object of client.list(declaration, query, { signal, onMalformed })) found.push(object);
  if (malformed.length > 0) throw undecided(declaration, malformed);
  // Compared here again, because a service may ignore a filter (contract L2).
  return recent.corrected(declaration, found, (object) => hasKey(declaration, object, key));
}

/** Returns the filters that include objects which a list leaves out by default: one of them may have the key. */
export function inclusions({ filters }: Declaration): Readonly<Record<string, true>> {
  const names = Object.keys(filters).filter((name) => filters[name] !== undefined && isInclusion(filters[name]));
  return Object.fromEntries(names.map((name) => [camelCase(name), true]));
}

function undecided(declaration: Declaration, malformed: readonly MalformedObject[]): DiagError {
  const kind = kindInWords(declaration);
  return new DiagError(
    `Cannot determine whether the ${kind} exists`,
    [
      `The service returns a malformed object that may be it:`,
      ...malformed.map(({ subject, problem }) => `  ${subject}: ${problem}`),
      `Nothing was sent. Report it to the operator of the service, or refer to the ${kind} by its uid.`,
    ].join('\n'),
  );
}

async function single(client: Client, declaration: Declaration, uid: string, signal: AbortSignal): Promise<Values[]> {
  try {
    return [await client.get(declaration, uid, { signal })];
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

/**
 * Returns the objects with the key in the list of v1, which contains uids only (contract L9); `undefined` if v1 has no such
 * list.
 */
export async function findInV1(
  client: Client,
  { declaration, key }: { readonly declaration: Declaration; readonly key: Key },
  signal: AbortSignal,
): Promise<Values[] | undefined> {
  const { parent, anywhere, values } = key;
  const name = typeof values['name'] === 'string' ? values['name'] : undefined;
  const query = { childrenOf: parent, inRoot: parent === undefined && anywhere !== true, name };
  const listed = await listInV1(client, declaration, query, { signal });
  return listed?.filter((object) => hasKey(declaration, object, key));
}
