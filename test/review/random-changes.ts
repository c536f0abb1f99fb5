/** Random changes of an organization with the client. It skips impossible changes: missing, existing or used objects. */
import fc from 'fast-check';
import { parentUid } from '../../src/model/api';
import { ApiError, group, identity, role, roleBinding, type Client, type Resource } from '../../src/client';
import type { Declaration } from '../../src/model/schema';

/** A change of an object. The numbers select existing objects, modulo their count. */
export interface Change {
  readonly what: string;
  readonly one: number;
  readonly other: number;
  readonly third: number;
  readonly capabilities: readonly string[];
}

/** Generates changes with these capabilities for roles. */
export function changesOf(capabilities: readonly string[]): fc.Arbitrary<Change> {
  const any = fc.nat({ max: 999 });
  const what = fc.oneof(
    ...Object.entries(kinds).map(([name, { weight }]) => ({ weight, arbitrary: fc.constant(name) })),
  );
  const some = fc.subarray([...capabilities], { minLength: 1 });
  return fc.record({ what, one: any, other: any, third: any, capabilities: some });
}

export async function apply(client: Client, change: Change): Promise<void> {
  try {
    await kinds[change.what]?.make(await organizationOf(client), change);
  } catch (error) {
    if (!(error instanceof ApiError) && !(error instanceof Nothing)) throw error;
  }
}

/** Thrown if a list to choose from is empty. */
class Nothing extends Error {}

export const claimMatch = { issuer: 'https://issuer.example', subject: 's' };

interface Organization {
  readonly client: Client;
  readonly groups: readonly Resource<typeof group>[];
  /** Without the root. */
  readonly within: readonly Resource<typeof group>[];
  /** Without people. */
  readonly identities: readonly Resource<typeof identity>[];
  readonly roles: readonly Resource<typeof role>[];
  /** Without built-in ones. */
  readonly own: readonly Resource<typeof role>[];
  /** Without those of people. */
  readonly bindings: readonly Resource<typeof roleBinding>[];
}

async function organizationOf(client: Client): Promise<Organization> {
  const all = async <D extends Declaration>(declaration: D) => {
    const found: Resource<D>[] = [];
    for await (const object of client.list(declaration)) found.push(object);
    return found;
  };
  const liesInGroup = ({ uid }: { readonly uid: string }) => uid.includes('/');
  const [groups, identities, roles, bindings] = await Promise.all([
    all(group),
    all(identity),
    all(role),
    all(roleBinding),
  ]);
  const own = roles.filter(liesInGroup);
  return {
    client,
    groups,
    within: groups.filter(liesInGroup),
    identities: identities.filter(liesInGroup),
    roles: [...own, ...roles.filter(({ name }) => ['viewer', 'editor', 'owner', 'limited_owner'].includes(name))],
    own,
    bindings: bindings.filter((binding) => binding.identity?.uid?.includes('/') === true),
  };
}

interface Kind {
  /** The relative frequency. */
  readonly weight: number;
  readonly make: (organization: Organization, change: Change) => Promise<unknown>;
}

const kinds: Readonly<Record<string, Kind>> = {
  bind: {
    weight: 4,
    make: ({ client, identities, roles, groups }, { one, other, third }) =>
      bind(client, at(identities, one).uid, at(roles, other).uid, at(groups, third).uid),
  },
  unbind: { weight: 2, make: ({ client, bindings }, { one }) => client.delete(roleBinding, at(bindings, one).uid) },
  'bind to another role': {
    weight: 1,
    make: ({ client, bindings, roles }, { one, other }) =>
      client.update(roleBinding, at(bindings, one).uid, { roleUid: at(roles, other).uid }),
  },
  'change a role': {
    weight: 2,
    make: ({ client, own }, { one, capabilities }) =>
      client.update(role, at(own, one).uid, { capabilities: [...capabilities] }),
  },
  'create a role': {
    weight: 1,
    make: ({ client, groups, own }, { one, other, capabilities }) =>
      client.create(role, at(groups, other).uid, { name: free(own, 'r', one), capabilities: [...capabilities] }),
  },
  'delete a role': { weight: 1, make: ({ client, own }, { one }) => client.delete(role, at(own, one).uid) },
  'create a group': {
    weight: 2,
    make: ({ client, groups }, { one, other }) =>
      client.create(group, at(groups, other).uid, { name: free(groups, 'g', one) }),
  },
  'delete a group': { weight: 1, make: ({ client, within }, { one }) => removeGroup(client, at(within, one).uid) },
  'rename a group': {
    weight: 1,
    make: ({ client, groups }, { one, other }) =>
      client.update(group, at(groups, other).uid, { name: free(groups, 'g', one) }),
  },
  'create an identity': {
    weight: 2,
    make: ({ client, groups, identities }, { one, other }) =>
      client.create(identity, at(groups, other).uid, { name: free(identities, 'i', one), claimMatch }),
  },
  'delete an identity': {
    weight: 1,
    make: ({ client, identities }, { one }) => client.delete(identity, at(identities, one).uid),
  },
  'rename an identity': {
    weight: 1,
    make: ({ client, identities }, { one, other }) =>
      client.update(identity, at(identities, other).uid, { name: free(identities, 'i', one) }),
  },
  'rename a role': {
    weight: 1,
    make: ({ client, own }, { one, other }) => client.update(role, at(own, other).uid, { name: free(own, 'r', one) }),
  },
  'recreate a group': {
    weight: 1,
    make: async ({ client, within, identities, roles }, { one, other, third }) => {
      const { uid, name } = at(within, one);
      await removeGroup(client, uid);
      const made = await client.create(group, parentUid(uid), { name });
      await bind(client, at(identities, other).uid, at(roles, third).uid, made.uid);
    },
  },
  'recreate an identity': {
    weight: 1,
    make: async ({ client, identities, roles, groups }, { one, other, third }) => {
      const { uid, name } = at(identities, one);
      await client.delete(identity, uid);
      const made = await client.create(identity, parentUid(uid), { name, claimMatch });
      await bind(client, made.uid, at(roles, other).uid, at(groups, third).uid);
    },
  },
  'recreate a role': {
    weight: 1,
    make: async ({ client, own, identities, bindings }, { one, other, capabilities }) => {
      const { uid, name } = at(own, one);
      const parent = parentUid(uid) ?? '';
      for (const binding of bindings) if (binding.role?.uid === uid) await client.delete(roleBinding, binding.uid);
      await client.delete(role, uid);
      const made = await client.create(role, parent, { name, capabilities: [...capabilities] });
      await bind(client, at(identities, other).uid, made.uid, parent);
    },
  },
};

function bind(client: Client, identityUid: string, roleUid: string, groupUid: string) {
  return client.create(roleBinding, groupUid, { identityUid, roleUid });
}

/** Deletes a group with its contents, the innermost objects first. */
async function removeGroup(client: Client, uid: string): Promise<void> {
  for (const declaration of [roleBinding, identity, role, group]) {
    const within: string[] = [];
    for await (const one of client.list(declaration, { descendantsOf: uid })) within.push((one as { uid: string }).uid);
    for (const one of within.sort((a, b) => b.length - a.length))
      if (one !== uid) await client.delete(declaration, one);
  }
  await client.delete(group, uid);
}

/** Returns a unique name for the kind, so that paths are unambiguous. */
function free(taken: readonly { readonly name: string }[], letter: string, from: number): string {
  let index = from % 7;
  while (taken.some(({ name }) => name === `${letter}${index}`)) index++;
  return `${letter}${index}`;
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index % Math.max(1, list.length)];
  if (found === undefined) throw new Nothing();
  return found;
}
