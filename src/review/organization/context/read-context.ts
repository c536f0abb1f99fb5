/**
 * Reads names, roles, natural keys and the contents of deleted groups for a report. Sends only lists. An unreadable part is reported
 * and never fails: a list contains only what the caller may see (contract L8), like the look-ups of the provider.
 */
import { groupBy } from '../../../access/graph/paths';
import { commonAncestor, parentUid, rootUid, isObject, type Values } from '../../../model/api';
import { group, identity, role, roleBinding } from '../../../model/kinds';
import { kindInWords, type Declaration } from '../../../model/schema';
import { counted } from '../../../base/text/words';
import type { TerraformPlan } from '../../input/plan/plan';
import { toAttributes } from '../objects/listed';
import { keyFilters, describeKey, findNaturalKey, type NaturalKey } from '../objects/natural-keys';
import { findUid } from '../objects/objects';
import type { Client } from '../../../client';
import { withAdoptions } from './adoption';
import {
  createBudgetedLists,
  joinParts,
  type BudgetedLists,
  type PageReader,
  type ListScope,
  type ReadPart,
  type Shown,
} from './budget';
import { readGrantsThrough } from './grants-through';
import { readContents } from './group-contents';
import { neededFor, type Needed } from './needed';
import { CONTEXT_VERSION, onlyNames, type DescribedObject, type KeyLookup, type PlanContext } from './plan-context';

export interface ContextOptions {
  readonly signal?: AbortSignal | undefined;
  /** The maximum number of requests for the contents of deleted groups. @default 200 */
  readonly maxRequests?: number | undefined;
}

/** Requests for plans of up to 1,000 objects; larger plans may send one more for each further 100. */
const FEWEST_REQUESTS = 10;
const OBJECTS_PER_REQUEST = 100;
/** The number of uids that fit into the line of a request. */
const MOST_IDS = 60;
/** The maximum number of keys to look up separately instead of with a list of a whole group. */
const FEW_KEYS = 2;
const FEW_PEOPLE = 2;

const nothing = { found: [], unread: [] };

/** Returns the context of the plans. Never throws for a request that fails. */
export async function readContext(
  client: PageReader & Pick<Client, 'whoami'>,
  plans: readonly TerraformPlan[],
  { signal, maxRequests }: ContextOptions = {},
): Promise<PlanContext> {
  const size = plans.reduce((sum, { prior, changes = [] }) => sum + Math.max(prior.length, changes.length), 0);
  const lists = createBudgetedLists(client, Math.max(FEWEST_REQUESTS, Math.ceil(size / OBJECTS_PER_REQUEST)), signal);
  const needed = neededFor(plans);
  // Each part sends its first request before any part sends its second one. The order is the priority.
  const [roles, keys, names, people, contents, grants] = await Promise.all([
    readRoles(lists, needed),
    readAllKeys(lists, plans, needed),
    readNames(lists, needed),
    readPeople(lists, needed),
    readContents(client, needed, { signal, maxRequests }),
    readGrantsThrough(lists, () => client.whoami({ signal }), needed.granting),
  ]);
  return {
    version: CONTEXT_VERSION,
    names: [...names.found, ...people.found],
    roles: roles.found,
    keys: keys.found,
    contents: contents.found,
    grants: grants.found,
    unread: [roles, names, people, keys, contents, grants].flatMap(({ unread }) => unread),
  };
}

/** Reads natural keys. An object in an adopted group can exist, so its key is looked up after the key of the group. */
async function readAllKeys(
  lists: BudgetedLists,
  plans: readonly TerraformPlan[],
  needed: Needed,
): Promise<ReadPart<KeyLookup>> {
  const asked = new Set<string>();
  let all: ReadPart<KeyLookup> = nothing;
  for (let next = needed.keys; next.size > 0;) {
    for (const [declaration, keys] of next) for (const key of keys) asked.add(describeKey(declaration, key));
    all = joinParts([all, await readKeys(lists, next)]);
    const adopted = neededFor(withAdoptions(plans, { keys: all.found }, { isGuess: true })).keys;
    next = new Map(
      [...adopted].flatMap(([declaration, keys]) => {
        const open = keys.filter((key) => !asked.has(describeKey(declaration, key)));
        return open.length === 0 ? [] : [[declaration, open] as const];
      }),
    );
  }
  return all;
}

async function readNames(lists: BudgetedLists, { groups, identities }: Needed): Promise<ReadPart<DescribedObject>> {
  const { found, unread } = joinParts(
    await Promise.all([readByUid(lists, group, groups), readByUid(lists, identity, identities)]),
  );
  return { found: found.map(({ kind, values }) => ({ kind, values: onlyNames(values) })), unread };
}

/** Reads roles by id: a list with any other filter omits built-in roles (contract L8). Owner and editor define what is owner-level. */
async function readRoles(lists: BudgetedLists, { roles, grantsRoles }: Needed): Promise<ReadPart<DescribedObject>> {
  const builtIn = roles.filter((uid) => parentUid(uid) === undefined);
  const custom = roles.filter((uid) => parentUid(uid) !== undefined);
  return joinParts(
    await Promise.all([
      grantsRoles ? describe(role, builtIn, lists.read(role, { inRoot: true }), ['owner', 'editor']) : nothing,
      readByUid(lists, role, custom),
    ]),
  );
}

async function readByUid(
  lists: BudgetedLists,
  declaration: Declaration,
  uids: readonly string[],
): Promise<ReadPart<DescribedObject>> {
  const portions = Array.from({ length: Math.ceil(uids.length / MOST_IDS) }, (_, index) =>
    uids.slice(index * MOST_IDS, (index + 1) * MOST_IDS),
  );
  return joinParts(
    await Promise.all(portions.map((ids) => describe(declaration, ids, lists.read(declaration, { ids })))),
  );
}

async function describe(
  declaration: Declaration,
  uids: readonly string[],
  list: Promise<Shown>,
  names: readonly string[] = [],
): Promise<ReadPart<DescribedObject>> {
  const { objects, reason } = await list;
  const found = objects
    .map((object) => toAttributes(declaration, object))
    .filter((values) => uids.includes(findUid(declaration, values) ?? '') || names.includes(String(values['name'])))
    .map((values) => ({ kind: declaration.kind, values }));
  const missing = uids.filter((uid) => !found.some(({ values }) => findUid(declaration, values) === uid)).length;
  return { found, unread: missing === 0 ? [] : [notRead(declaration, missing, reason)] };
}

function notRead(
  declaration: Declaration,
  count: number,
  reason = `${count === 1 ? 'it was' : 'they were'} deleted, or the token lacks ${declaration.capability}.list there`,
): string {
  const objects = counted(count, kindInWords(declaration));
  return `Cannot read ${objects} that this plan refers to by uid: ${reason}.`;
}

/** Reads people. No list contains people, but each role binding contains its identity (contract K4). */
async function readPeople(lists: BudgetedLists, { people }: Needed): Promise<ReadPart<DescribedObject>> {
  if (people.size === 0) return nothing;
  const bound = [...people.values()].flatMap(([first]) => first ?? []);
  const unbound = [...people].filter(([, bindings]) => bindings.length === 0).map(([uid]) => uid);
  const shown = await Promise.all([
    ...(bound.length === 0 ? [] : [lists.read(roleBinding, { ids: bound.slice(0, MOST_IDS) })]),
    ...unbound.slice(0, FEW_PEOPLE).map((uid) => lists.read(roleBinding, { identity: uid, pageSize: 1 }, () => true)),
  ]);
  const found = new Map<string, DescribedObject>();
  for (const { objects } of shown)
    for (const { identity: described } of objects) {
      const uid = isObject(described) ? described['uid'] : undefined;
      if (isObject(described) && typeof uid === 'string' && people.has(uid))
        found.set(uid, { kind: identity.kind, values: onlyNames(described) });
    }
  const missing = people.size - found.size;
  const reason = shown.find((one) => one.reason !== undefined)?.reason;
  const unread = `Cannot read the names of ${counted(missing, 'person', 'people')}: ${reason ?? 'only role bindings show people, and none of these have a visible one'}.`;
  return { found: [...found.values()], unread: missing === 0 ? [] : [unread] };
}

async function readKeys(lists: BudgetedLists, keys: Needed['keys']): Promise<ReadPart<KeyLookup>> {
  return joinParts(
    await Promise.all(
      [...keys].flatMap(([declaration, all]) => [...byRoot(all)].map((one) => readKeysByKind(lists, declaration, one))),
    ),
  );
}

/** Groups keys by root group; keys of root groups form one group. */
function byRoot(keys: readonly NaturalKey[]): Iterable<readonly NaturalKey[]> {
  return groupBy(keys, ({ parent }) => (parent === null ? '' : rootUid(parent))).values();
}

async function readKeysByKind(
  lists: BudgetedLists,
  declaration: Declaration,
  keys: readonly NaturalKey[],
): Promise<ReadPart<KeyLookup>> {
  const unread = (count: number, reason = ''): string[] =>
    count === 0
      ? []
      : [`Cannot check if ${count} of the planned ${kindInWords(declaration)} creates already exist: ${reason}.`];
  if (keys.length > FEW_KEYS) {
    const parents = [...new Set(keys.map(({ parent }) => parent))];
    const list = await lists.read(declaration, getScope(parents));
    if (list.isWhole) return { found: lookups(declaration, keys, list.objects), unread: [] };
    return { found: [], unread: unread(keys.length, list.reason) };
  }
  const all = await Promise.all(
    keys.map(async (key) => ({
      key,
      ...(await lists.read(declaration, { ...getScope([key.parent]), ...keyFilters(declaration, key) })),
    })),
  );
  const [whole, others] = [all.filter(({ isWhole }) => isWhole), all.filter(({ isWhole }) => !isWhole)];
  return {
    found: whole.flatMap(({ key, objects }) => lookups(declaration, [key], objects)),
    unread: unread(others.length, others[0]?.reason),
  };
}

/** Finds the objects that have each key. */
function lookups(declaration: Declaration, keys: readonly NaturalKey[], objects: readonly Values[]): KeyLookup[] {
  const byKey = groupBy(
    objects.map((object) => toAttributes(declaration, object)),
    (values) => {
      const key = findNaturalKey(declaration, values);
      return key === undefined || key === 'unknown' ? undefined : describeKey(declaration, key);
    },
  );
  return keys.map((key) => ({ kind: declaration.kind, ...key, found: byKey.get(describeKey(declaration, key)) ?? [] }));
}

function getScope(parents: readonly (string | null)[]): ListScope {
  const uids = parents.filter((parent) => parent !== null);
  if (uids.length === 0) return { inRoot: true };
  return uids.length === 1 ? { childrenOf: uids[0] } : { descendantsOf: commonAncestor(uids) };
}
