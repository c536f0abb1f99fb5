/**
 * Reads an organization with lists. A list contains only the objects that the token can see, and is never denied
 * (contract L8), so the snapshot also records the permissions of the token.
 */
import { chooseRoots, isWithin, type Values } from '../../model/api';
import type { Client } from '../../client';
import { containerKind, declarations, parentKind, role } from '../../model/kinds';
import { type Declaration, identifierField, kindInWords, findParentUid } from '../../model/schema';
import { describedObjects } from './described-objects';
import { plainFields } from './plain-fields';
import { type ObjectTree, type OrganizationContents, SnapshotError } from './snapshot';

export interface SnapshotOptions {
  /** The uids or names of root groups. @default every visible root group */
  readonly roots?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

type Lists = Pick<Client, 'pages' | 'whoami'>;

interface Scope {
  readonly inRoot?: true;
  readonly descendantsOf?: string;
  readonly [name: string]: unknown;
}

/** An object of a kind, as a node of the tree. */
interface Found {
  readonly declaration: Declaration;
  readonly object: Values;
}

/** The manageable kinds. */
const kinds = declarations.filter(({ terraform }) => terraform !== undefined);

/**
 * Reads the root groups and everything beneath them, and the built-in roles. Sends only lists and `whoami`.
 *
 * @throws SnapshotError if a root group is not visible, an object is malformed, or the group of an object is not visible
 */
export async function readSnapshotContents(
  client: Lists,
  options: SnapshotOptions = {},
): Promise<OrganizationContents> {
  const { signal } = options;
  const whole = (declaration: Declaration, query: Scope) => listed(client, declaration, query, signal);
  const [self, topGroups] = await Promise.all([client.whoami({ signal }), whole(containerKind, { inRoot: true })]);
  const chosen = chooseRoots(
    topGroups.map(({ object }) => object),
    options.roots,
    { fail: (message) => new SnapshotError(message), useUid: 'Pass the uid of one of them with --root.' },
  );
  const roots = chosen.map(({ uid, name }) => ({ uid, name }));
  const lists = await Promise.all([
    whole(role, { inRoot: true }),
    ...roots.flatMap(({ uid }) => kinds.map((kind) => whole(kind, { descendantsOf: uid }))),
  ]);
  const isChosen = ({ object }: Found) => roots.some(({ uid }) => uid === object['uid']);
  const found = unique([...topGroups.filter(isChosen), ...lists.flat()]);
  return {
    roots,
    mayList: self.capabilities
      .filter(({ group }) => roots.some(({ uid }) => isWithin(group, uid)))
      .map(({ group, capabilities }) => ({
        group,
        capabilities: capabilities.filter((capability) => capability.endsWith('.list')),
      }))
      .filter(({ capabilities }) => capabilities.length > 0),
    tree: nested(unique([...found, ...describedObjects(found)])),
  };
}

/** Returns the complete list. */
async function listed(
  client: Lists,
  declaration: Declaration,
  query: Scope,
  signal: AbortSignal | undefined,
): Promise<Found[]> {
  const found: Found[] = [];
  for await (const { items, malformed } of client.pages(declaration, query, { signal })) {
    for (const { uid, problem } of malformed)
      throw new SnapshotError(
        `Cannot read the ${kindInWords(declaration)} ${uid ?? 'without a uid'}: ${problem}. A snapshot must be complete.`,
      );
    for (const object of items) found.push({ declaration, object });
  }
  return found;
}

function getUid({ declaration, object }: Found): string {
  return String(object[identifierField(declaration)]);
}

function key({ kind }: Declaration, uid: string): string {
  return `${kind} ${uid}`;
}

/** Two lists can show the same object. */
function unique(found: readonly Found[]): Found[] {
  const known = new Map(found.map((one) => [key(one.declaration, getUid(one)), one]));
  return [...known.values()];
}

/** Returns the objects as a tree. Sorted by uid: two readings of the same organization are equal. */
function nested(found: readonly Found[]): ObjectTree {
  const sorted = [...found].sort((a, b) => (getUid(a) < getUid(b) ? -1 : 1));
  const known = new Set(found.map((one) => key(one.declaration, getUid(one))));
  const byParent = new Map<string | undefined, Found[]>();
  for (const each of sorted) {
    const parent = findParentUid(each.declaration, getUid(each));
    const above = parentKind(each.declaration);
    if (parent !== undefined && !known.has(key(above, parent)))
      throw new SnapshotError(
        `Cannot read the ${kindInWords(above)} ${parent} of the ${kindInWords(each.declaration)} ${getUid(each)}: the token needs ${above.capability}.list there.`,
      );
    const place = parent && key(above, parent);
    const siblings = byParent.get(place) ?? [];
    byParent.set(place, siblings);
    siblings.push(each);
  }
  const within = (place: string | undefined): Record<string, Values[]> => {
    const tree: Record<string, Values[]> = {};
    for (const one of byParent.get(place) ?? []) {
      const { declaration, object } = one;
      const contents = within(key(declaration, getUid(one)));
      (tree[declaration.collection] ??= []).push({ ...plainFields(declaration, object), ...contents });
    }
    return tree;
  };
  return within(undefined);
}
