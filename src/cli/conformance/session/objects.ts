/** The objects that cases need: with defaults for what a kind requires, and some that are made once for all cases. */
import type { Values } from '../../../model/api';
import { RuleDifference, NotTried } from '../http/difference';
import { itemsIn, textMember } from '../http/answer';
import type { KitCollection, Kit } from './kit';
import { ISSUER } from './signed-token';

/** Returns the value of a key, which the first case that needs it makes. */
export type Once = <T>(key: string, make: () => Promise<T>) => Promise<T>;

export function createOnce(): Once {
  const made = new Map<string, Promise<unknown>>();
  return <T>(key: string, make: () => Promise<T>): Promise<T> => {
    const promise = (made.get(key) as Promise<T> | undefined) ?? make();
    made.set(key, promise);
    return promise;
  };
}

type DefaultBody = (kit: Kit) => Promise<Values> | Values;

const defaultBodies: Readonly<Partial<Record<KitCollection, DefaultBody>>> = {
  groups: (kit) => ({ name: kit.name() }),
  identities: (kit) => ({ name: kit.name(), claimMatch: { issuer: ISSUER, subject: 'nobody' } }),
  roles: (kit) => ({ name: kit.name(), capabilities: ['CAP_IAM_GROUPS_LIST'] }),
  roleBindings: async (kit) => ({ roleUid: await kit.builtInUid('viewer') }),
  accountAssociations: (kit) => ({ name: kit.name(), amazon: { account: '123456789012' } }),
  groupInvites: async (kit) => ({ roleUid: await kit.builtInUid('viewer'), ttl: '600s' }),
  identityProviders: async (kit) => ({
    name: kit.name(),
    defaultRole: await kit.builtInUid('viewer'),
    oidc: { issuer: ISSUER, clientId: 'conformance', clientSecret: 'conformance-secret', groupsClaim: 'groups' },
  }),
};

/** Another method excludes the one that an identity has by default (contract T6). */
const OTHER_METHODS = ['claim_match', 'staticKeys', 'awsIdentity', 'servicePrincipal'];

/** Returns the values with those that the kind requires. */
export async function withDefaults(kit: Kit, collection: KitCollection, values: Values): Promise<Values> {
  const defaults = await defaultBodies[collection]?.(kit);
  if (defaults === undefined) throw new NotTried(`no object of ${collection} can be created`);
  const others = OTHER_METHODS.some((name) => name in values) ? { claimMatch: undefined } : {};
  return { ...defaults, ...others, ...values };
}

const CROWD = 201;
const MAX_LISTED = 10_000;

/** The tools of a kit that create and list objects. */
export type ObjectTools = Pick<
  Kit,
  'create' | 'make' | 'makeUid' | 'makeAndGet' | 'page' | 'list' | 'crowd' | 'builtIn' | 'builtInUid'
>;

/** @param kit is complete when the first of the tools is called */
export function createObjects(kit: Kit, once: Once): ObjectTools {
  const create: Kit['create'] = async (collection, values = {}, parent = kit.group) =>
    kit.ok('POST', `${collection}/${parent}`, { body: await withDefaults(kit, collection, values) });
  const make: Kit['make'] = async (...object) => (await create(...object)).json;
  const makeUid: Kit['makeUid'] = async (...object) => String((await make(...object))['uid']);
  const builtIn: Kit['builtIn'] = (name) =>
    once(`role ${name}`, async () => {
      const { answer, items } = await page('roles', { name });
      const found = items.find(({ uid }) => !String(uid).includes('/'));
      if (found === undefined) throw new RuleDifference(`the list by name has the built-in role ${name}`, answer);
      return found;
    });
  const page: Kit['page'] = async (collection, query = {}, caller) => {
    const answer = await kit.ok('GET', collection, { query, ...(caller && { caller }) });
    const items = itemsIn(answer, collection);
    return { answer, items, uids: items.map(({ uid }) => String(uid)) };
  };

  return {
    ...{ create, make, makeUid, builtIn, page },
    makeAndGet: async (collection, ...object) => kit.ok('GET', `${collection}/${await makeUid(collection, ...object)}`),
    builtInUid: async (name) => String((await builtIn(name))['uid']),
    list: async (collection, query) => {
      const all: Values[] = [];
      for (let next = {}; ;) {
        const { answer, items } = await page(collection, { ...query, ...next });
        all.push(...items);
        const pageToken = textMember(answer, 'nextPageToken');
        if (pageToken === '' || all.length > MAX_LISTED) return all;
        next = { page_token: pageToken };
      }
    },
    crowd: () =>
      once('crowd', async () => {
        const group = await kit.subgroup('crowd');
        const numbers = Array.from({ length: CROWD }, (_, index) => (index * 7) % CROWD);
        const names = numbers.map((number) => `member ${String(number).padStart(3, '0')}`);
        return { group, uids: await Promise.all(names.map((name) => makeUid('identities', { name }, group))) };
      }),
  };
}
