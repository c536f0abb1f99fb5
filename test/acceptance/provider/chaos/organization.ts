/** The objects of the organization, and changes by others outside of Terraform. */
import type { RunningEmulator } from '../../../../src/emulator';
import type { Random } from '../../../support/random';
import { collections, type Collection } from './configuration';

export interface Existing {
  readonly collection: Collection;
  readonly uid: string;
  /** The unique key among objects of a kind: its parent, its name, and the references of a grant. */
  readonly key: string;
  /** The object in the API. */
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
  readonly externalGroupId?: string;
  readonly roleUid?: string;
  readonly scope?: string;
}

/** Returns everything under the root group, without the group itself and the bindings of the administrator. */
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
          const { uid, name, identity, role, email, externalGroupId, roleUid, scope } = object;
          const parts = [name, identity?.uid, role?.uid, email, externalGroupId, roleUid, scope];
          const key = [collection, readParent(collection, uid), ...parts].join(' ');
          return { collection, uid, key, object };
        });
    }),
  );
  return lists.flat();
}

/** Returns the uid of the parent of an object. An account association has the same uid. */
export function readParent(collection: Collection, uid: string): string {
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

/** Creates undeclared objects that nothing may change, with the names of declared ones elsewhere. Returns their creator. */
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
  const provider = await make(emulator, 'identityProviders', root, {
    ...{ name: 'partners', defaultRole: viewer },
    oidc: { issuer: 'https://partners.example.com', clientId: 'platform', pkceEnabled: true },
  });
  const mapping = { externalGroupId: 'cn=Engineers', roleUid: viewer, scope: root };
  await make(emulator, 'externalGroupRoleMappings', provider, mapping);
  await make(emulator, 'accountAssociations', group, { name: 'accounts', amazon: { account: '123456789012' } });
}

const text = (random: Random): string => `by-hand-${random.below(1_000)}`;

/** The changes by others to an object; without one, it is deleted. */
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
  externalGroupRoleMappings: [],
};

function described(random: Random): object {
  return { description: random.chance(30) ? '' : text(random) };
}

function renamed(random: Random): object {
  return { name: text(random) };
}

/** Changes or deletes one of these objects, of a random kind. Rejected requests are skipped. */
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

/** Deletes an identity provider with its mappings, or only its mappings. */
export async function endSignIn(
  emulator: RunningEmulator,
  existing: readonly Existing[],
  random: Random,
): Promise<Collection | undefined> {
  const of = (kind: Collection): Existing[] => existing.filter(({ collection }) => collection === kind);
  const provider = random.pick(of('identityProviders'));
  if (provider === undefined) return undefined;
  if (random.chance(50)) {
    await ask(emulator, 'DELETE', `identityProviders/${provider.uid}`);
    return provider.collection;
  }
  const names = of('externalGroupRoleMappings')
    .map(({ uid }) => uid)
    .filter((uid) => uid.startsWith(`${provider.uid}/`));
  if (names.length === 0) return undefined;
  await ask(emulator, 'POST', 'externalGroupRoleMappings:batchDelete', { parent: provider.uid, names });
  return 'externalGroupRoleMappings';
}

export async function ask(emulator: RunningEmulator, method: string, path: string, body?: object): Promise<unknown> {
  // Others may have an expiry.
  const token = await emulator.administratorToken();
  const response = await fetch(`${emulator.baseUrl}/iam/v2beta1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return text === '' ? {} : JSON.parse(text);
}
