/** Removes what a run made. A case may have failed at any point, so the lists decide what exists. */
import { isDescendant, isWithin, parentUid } from '../../../model/api';
import { type HttpAnswer, itemsIn, textMember } from '../http/answer';
import type { KitCollection, QueryParameters } from './kit';
import { isAbandoned } from './marked-group';

/** The requests of a removal. They are sent although the run was interrupted. */
export interface Remover {
  readonly send: (method: string, target: string, query?: QueryParameters) => Promise<HttpAnswer>;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Dependents first: bindings name identities and roles. */
const ORDER: readonly KitCollection[] = [
  'roleBindings',
  'externalGroupRoleMappings',
  'groupInvites',
  'accountAssociations',
  'identityProviders',
  'identities',
  'roles',
  'groups',
];

const MAX_ROUNDS = 8;
const MAX_PAGES = 50;

/**
 * Removes the group and all objects beneath it. Reads may lag behind, so it repeats until the service reports that the group
 * does not exist.
 *
 * @param known objects that the run created, in addition to those in lists
 * @returns the reason why something is left; `undefined` if nothing is left
 */
async function removeGroup(
  remover: Remover,
  group: string,
  known: readonly (readonly [KitCollection, string])[] = [],
): Promise<string | undefined> {
  let problem = '';
  for (let round = 0; round < MAX_ROUNDS; round++) {
    for (const collection of ORDER) {
      const own = known.filter(([of]) => of === collection).map(([, uid]) => uid);
      const uids = [...new Set([...(await uidsBeneath(remover, collection, group)), ...own])];
      await removeObjects(
        remover,
        collection,
        uids.filter((uid) => !isKept(collection, uid, group)),
      );
    }
    const answer = await remover.send('DELETE', `groups/${group}`);
    if (answer.code === 'OK' || (answer.code === 'NOT_FOUND' && answer.details.length > 0)) return undefined;
    problem = `DELETE ${answer.sent.url}: HTTP ${answer.status} ${textMember(answer, 'message')}`.trim();
    await remover.sleep(200 * 2 ** Math.min(round, 4));
  }
  return problem;
}

/**
 * The group itself comes last. The binding of its creator is deleted with a root group, and is needed until then (contract
 * D3).
 */
function isKept(collection: KitCollection, uid: string, group: string): boolean {
  if (collection === 'groups') return uid === group;
  return collection === 'roleBindings' && parentUid(group) === undefined && parentUid(uid) === group;
}

/** Removes the deepest objects first. A failure is repeated in the next round. */
async function removeObjects(remover: Remover, collection: KitCollection, uids: readonly string[]): Promise<void> {
  const getDepth = (uid: string): number => uid.split('/').length;
  const depths = [...new Set(uids.map(getDepth))].sort((a, b) => b - a);
  for (const depth of depths) {
    const level = uids.filter((uid) => getDepth(uid) === depth);
    await Promise.all(level.map((uid) => remover.send('DELETE', `${collection}/${uid}`)));
  }
}

async function uidsBeneath({ send }: Remover, collection: KitCollection, group: string): Promise<string[]> {
  const uids: string[] = [];
  let next: QueryParameters = {};
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await send('GET', collection, { 'uidp.descendants_of': group, page_size: 200, ...next });
    // A service that ignores the filter lists objects of others, too.
    uids.push(...itemsIn(answer, collection).map(({ uid, group: of }) => String(uid ?? of)));
    const pageToken = textMember(answer, 'nextPageToken');
    if (pageToken === '') break;
    next = { page_token: pageToken };
  }
  return uids.filter((uid) => isWithin(uid, group));
}

export interface RunPlaces {
  /** The group of the run. Empty if it was not created. */
  readonly group: string;
  readonly created: readonly (readonly [KitCollection, string])[];
}

/** Removes everything that a run made. Returns a line for each object that is left. */
export async function removeRun(remover: Remover, { group, created }: RunPlaces): Promise<string[]> {
  const left: string[] = [];
  const elsewhere = created.filter(([, uid]) => group === '' || !isWithin(uid, group));
  for (const [collection, uid] of elsewhere.toReversed()) {
    const problem =
      collection === 'groups' ? await removeGroup(remover, uid) : await removeObject(remover, collection, uid);
    if (problem !== undefined) left.push(`${collection}/${uid} (${problem})`);
  }
  if (group === '') return left;
  const own = created.filter(([, uid]) => isWithin(uid, group));
  const problem = await removeGroup(remover, group, own);
  return problem === undefined ? left : [...left, `groups/${group} (${problem})`];
}

async function removeObject({ send }: Remover, collection: KitCollection, uid: string): Promise<string | undefined> {
  const { code, status } = await send('DELETE', `${collection}/${uid}`);
  return code === 'OK' || code === 'NOT_FOUND' ? undefined : `HTTP ${status}`;
}

/**
 * Removes what earlier runs left: objects with the mark of a run that has ended. With a throwaway root group, these are also
 * identity providers and root groups.
 */
export async function removeAbandoned(
  remover: Remover,
  { parent, throwawayRoot }: { readonly parent: string; readonly throwawayRoot: string },
  now: number,
): Promise<void> {
  const beneath = (uid: string): Place => ({
    filter: { 'uidp.children_of': uid },
    has: (other) => isDescendant(other, uid),
  });
  const roots: Place = { filter: { 'uidp.in_root': 'true' }, has: (uid) => parentUid(uid) === undefined };
  await removeMarked(remover, 'groups', beneath(parent), now);
  if (throwawayRoot === '') return;
  await removeMarked(remover, 'identityProviders', beneath(throwawayRoot), now);
  await removeMarked(remover, 'groups', roots, now);
}

interface Place {
  readonly filter: QueryParameters;
  /** A service that ignores the filter lists objects of other places, too. */
  readonly has: (uid: string) => boolean;
}

async function removeMarked(
  remover: Remover,
  collection: 'groups' | 'identityProviders',
  { filter, has }: Place,
  now: number,
): Promise<void> {
  const items = itemsIn(await remover.send('GET', collection, { ...filter, page_size: 200 }), collection);
  for (const item of items.filter((one) => isAbandoned(one, now) && has(String(one['uid'])))) {
    const uid = String(item['uid']);
    if (collection === 'groups') await removeGroup(remover, uid);
    else await removeObject(remover, collection, uid);
  }
}
