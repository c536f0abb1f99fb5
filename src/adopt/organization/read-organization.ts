/** Reads an organization, or the part of it beneath a group, with lists only. */
import { isUid, nearest, type Values } from '../../model/api';
import { type Client, FindError, type Whoami } from '../../client';
import { type CompleteLists, hiddenKinds, readCompleteList, getReason } from '../../client/internal';
import { containerKind, declarations, role } from '../../model/kinds';
import type { Declaration } from '../../model/schema';
import { counted, few } from '../../base/text/words';
import { readAbove } from './read-above';

/** The objects of an organization as the API lists them, from any source. */
export interface ListedOrganization {
  /** The group that contains everything. */
  readonly root: Values;
  /** The objects beneath the root, by kind. */
  readonly objects: ReadonlyMap<Declaration, readonly Values[]>;
  /** The roles without a group. */
  readonly builtInRoles: readonly Values[];
  /** The objects that can give a role in a group above the root, by kind; `hidden` if the token cannot list all of them. @default none: the root is a root group */
  readonly above?: ReadonlyMap<Declaration, readonly Values[]> | 'hidden' | undefined;
  /** The numbers of objects of kinds that have no resource. */
  readonly counts: ReadonlyMap<Declaration, number>;
  /** Sentences about parts that could not be read; empty if the lists are complete. */
  readonly problems: readonly string[];
}

export interface ReadOptions {
  /** The uid of a group, or its path of names from a root group. @default the only visible root group */
  readonly root?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of objects so far. */
  readonly onProgress?: ((objects: number) => void) | undefined;
}

export type Lists = CompleteLists & Pick<Client, 'find' | 'page' | 'whoami'>;

/** The kinds that a project can declare. */
export const adoptableKinds: readonly Declaration[] = declarations.filter(({ terraform }) => terraform !== undefined);

/**
 * Reads everything beneath the root.
 *
 * @throws Error without a visible root, and the errors of the client if nothing can be read
 */
export async function readOrganization(client: Lists, options: ReadOptions = {}): Promise<ListedOrganization> {
  const { signal, onProgress } = options;
  const root = await getRoot(client, options);
  const uid = String(root['uid']);
  let seen = 0;
  const onPage = (count: number): void => onProgress?.((seen += count));
  const [builtIn, self, counts, ...lists] = await Promise.all([
    readCompleteList(client, role, { inRoot: true }, { signal }),
    client.whoami({ signal }).catch((error: unknown) => getReason(error)),
    getCounts(client, uid, signal),
    ...adoptableKinds.map(async (kind) => {
      const list = await readCompleteList(client, kind, { descendantsOf: uid }, { signal, onPage });
      return { ...list, declaration: kind };
    }),
  ]);
  const problems = [builtIn, ...lists].flatMap((list) => list.problems);
  return {
    root,
    objects: new Map(lists.map(({ declaration, objects }) => [declaration, objects])),
    builtInRoles: builtIn.objects,
    above: await readAbove(client, uid, { self, signal }),
    counts,
    problems: [...problems, ...hidden(self, root)],
  };
}

function hidden(self: Whoami | string, root: Values): string[] {
  if (typeof self === 'string') return [`it is unknown if the lists are complete: ${self}.`];
  return hiddenKinds(self, adoptableKinds, { uid: String(root['uid']), name: String(root['name']) });
}

async function getRoot(client: Lists, { root, signal }: ReadOptions): Promise<Values> {
  if (isUid(root)) return client.get(containerKind, root, { signal });
  if (root !== undefined)
    try {
      return await client.find(containerKind, root, { signal });
    } catch (error) {
      throw error instanceof FindError && error.matches.length === 0
        ? await nothingAt(client, root, error, signal)
        : error;
    }
  const { objects } = await readCompleteList(client, containerKind, { inRoot: true }, { signal });
  const [only, ...others] = objects;
  if (only === undefined)
    throw new Error('Cannot find a root group: the token needs groups.list in the root group. Pass --root UID.');
  if (others.length > 0)
    throw new Error(
      `Cannot select a root group: the token sees ${counted(objects.length, 'root group')}, ${objects
        .map(({ name }) => JSON.stringify(name))
        .sort()
        .join(', ')}. Pass --root UID, or --root NAME.`,
    );
  return only;
}

/** Returns the error for a path without a group, with the nearest path of a group. */
async function nothingAt(
  client: Lists,
  root: string,
  { groupUid }: FindError,
  signal: AbortSignal | undefined,
): Promise<Error> {
  const depth = groupUid?.split('/').length ?? 0;
  const above = root.split('/').slice(0, depth);
  const place = groupUid === undefined ? ({ inRoot: true } as const) : { childrenOf: groupUid };
  const { items } = await client.page(containerKind, place, { signal });
  const names = items.map(({ name }) => String(name)).sort();
  const meant = nearest(root.split('/')[depth] ?? '', names);
  const seen = names.length === 0 ? 'no group' : few(names, MOST_NAMES);
  const hint =
    meant === undefined
      ? `The token sees ${seen} ${depth === 0 ? 'at the root' : `in ${above.join('/')}`}.`
      : `Did you mean ${JSON.stringify([...above, meant].join('/'))}?`;
  return new Error(`Cannot find the group ${JSON.stringify(root)}. ${hint}`);
}

/** The most names in an error. */
const MOST_NAMES = 10;

/** Returns the number of objects of each kind without a resource. A list that cannot be read counts nothing. */
async function getCounts(
  client: Lists,
  uid: string,
  signal: AbortSignal | undefined,
): Promise<Map<Declaration, number>> {
  const others = declarations.filter((kind) => kind.terraform === undefined);
  const counts = await Promise.all(
    others.map(async (kind): Promise<[Declaration, number]> => {
      try {
        const { items, totalCount } = await client.page(kind, { descendantsOf: uid, pageSize: 1 }, { signal });
        return [kind, totalCount ?? items.length];
      } catch {
        return [kind, 0];
      }
    }),
  );
  return new Map(counts.filter(([, count]) => count > 0));
}
