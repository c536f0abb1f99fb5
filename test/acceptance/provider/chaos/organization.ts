/** What there is in the organization, and what others do in it behind Terraform's back. */
import type { RunningEmulator } from '../../../../src/emulator';
import type { Random } from '../../../support/random';
import { collections, type Collection } from './configuration';

export interface Existing {
  readonly collection: Collection;
  readonly uid: string;
  /** What no two objects of a kind have in common: the group it lies in, its name, whom it gives what. */
  readonly key: string;
  /** As the API shows it. */
  readonly object: Shown;
}

/** An object of the API. */
export interface Shown {
  readonly [field: string]: unknown;
  readonly uid: string;
  readonly name?: string;
  readonly email?: string;
  readonly identity?: { readonly uid: string };
  readonly role?: { readonly uid: string };
}

/** Everything beneath the root group, but the group itself and what the administrator is bound to. */
export async function existingIn(emulator: RunningEmulator): Promise<Existing[]> {
  const root = emulator.rootGroupUid;
  const lists = await Promise.all(
    collections.map(async (collection) => {
      const path = `${collection}?page_size=200&uidp.descendants_of=${root}`;
      const listed = (await ask(emulator, 'GET', path)) as Record<string, readonly Shown[] | undefined>;
      return (listed[collection] ?? [])
        .filter(
          ({ uid, identity }) => (collection !== 'groups' || uid !== root) && !isAdministrator(emulator, identity),
        )
        .map((object): Existing => {
          const { uid, name, identity, role, email } = object;
          const key = [collection, groupOf(collection, uid), name, identity?.uid, role?.uid, email].join(' ');
          return { collection, uid, key, object };
        });
    }),
  );
  return lists.flat();
}

/** The uid of the group that an object lies in. An account association goes by it. */
export function groupOf(collection: Collection, uid: string): string {
  return collection === 'accountAssociations' ? uid : uid.slice(0, Math.max(0, uid.lastIndexOf('/')));
}

function isAdministrator({ administratorUid }: RunningEmulator, identity: Shown['identity']): boolean {
  return identity?.uid === administratorUid;
}

export async function roleUid(emulator: RunningEmulator, name: string): Promise<string> {
  const { roles } = (await ask(emulator, 'GET', `roles?name=${name}`)) as { roles: readonly Shown[] };
  return roles[0]!.uid;
}

export async function make(
  emulator: RunningEmulator,
  collection: Collection,
  group: string,
  object: object,
): Promise<string> {
  const { uid } = (await ask(emulator, 'POST', `${collection}/${group}`, object)) as { readonly uid?: string };
  if (uid === undefined) throw new Error(`The service refuses ${collection} ${JSON.stringify(object)}.`);
  return uid;
}

/** What nobody declares and nothing may touch, with the names that are declared elsewhere. Returns what made it. */
export async function makeBystanders(emulator: RunningEmulator): Promise<void> {
  const root = emulator.rootGroupUid;
  const viewer = await roleUid(emulator, 'viewer');
  const group = await make(emulator, 'groups', root, { name: 'bystanders' });
  await make(emulator, 'groups', group, { name: 'outer', description: 'Of others.' });
  for (const place of [group, root]) {
    const claimMatch = { issuer: 'https://issuer.example', subject: 'me' };
    const name = place === root ? 'bystander' : 'ci';
    const identityUid = await make(emulator, 'identities', place, { name, claimMatch });
    const roleOfOthers = await make(emulator, 'roles', place, { name: `${name}-role`, capabilities: ['groups.list'] });
    await make(emulator, 'roleBindings', place, { identityUid, roleUid: roleOfOthers });
    await make(emulator, 'groupInvites', place, { roleUid: viewer, ttl: '86400s', email: `${name}@example.com` });
  }
  await make(emulator, 'accountAssociations', group, { name: 'accounts', amazon: { account: '123456789012' } });
}

const text = (random: Random): string => `by-hand-${random.below(1_000)}`;

/** What others change of an object; without a change it is deleted. */
const changes: Readonly<Record<Collection, readonly ((random: Random, object: Shown) => object | undefined)[]>> = {
  groups: [described, renamed],
  identities: [
    described,
    renamed,
    (random, { claimMatch }) =>
      typeof claimMatch === 'object'
        ? { claimMatch: { ...claimMatch, subject: text(random) } }
        : { name: text(random) },
  ],
  roles: [described, renamed, () => ({ capabilities: ['tag.list'] })],
  roleBindings: [],
  accountAssociations: [
    described,
    renamed,
    (random) => ({ azure: { tenantId: text(random), clientIds: { by: 'hand' } } }),
  ],
  groupInvites: [],
  identityProviders: [
    described,
    renamed,
    (random, { oidc }) => ({ oidc: { ...(oidc as object), clientId: text(random) } }),
  ],
};

function described(random: Random): object {
  return { description: random.chance(30) ? '' : text(random) };
}

function renamed(random: Random): object {
  return { name: text(random) };
}

/** Changes or deletes one of these objects, of a kind that is drawn first; what the service refuses is left. */
export async function changeSomething(
  emulator: RunningEmulator,
  existing: readonly Existing[],
  random: Random,
): Promise<Collection | undefined> {
  const kind = random.pick([...new Set(existing.map(({ collection }) => collection))]);
  const found = random.pick(existing.filter(({ collection }) => collection === kind));
  if (found === undefined) return undefined;
  const { collection, uid, object } = found;
  const change = random.pick([...changes[collection], undefined])?.(random, object);
  await ask(emulator, change === undefined ? 'DELETE' : 'PATCH', `${collection}/${uid}`, change);
  return collection;
}

export async function ask(emulator: RunningEmulator, method: string, path: string, body?: object): Promise<unknown> {
  // Any other may have been made to expire.
  const token = await emulator.administratorToken();
  const response = await fetch(`${emulator.baseUrl}/iam/v2beta1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return text === '' ? {} : JSON.parse(text);
}
