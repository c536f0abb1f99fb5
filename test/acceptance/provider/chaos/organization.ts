/** What there is in the organization, and what others do in it behind Terraform's back. */
import type { RunningEmulator } from '../../../../src/emulator';
import type { Random } from '../../../support/random';

const collections = ['groups', 'identities', 'roles', 'roleBindings'] as const;

export interface Existing {
  readonly collection: (typeof collections)[number];
  readonly uid: string;
  /** What no two objects of a kind have in common: the group it lies in and its name, or whom it binds to what. */
  readonly key: string;
}

/** Everything beneath the root group, but the group itself and what the administrator is bound to. */
export async function existingIn(emulator: RunningEmulator): Promise<Existing[]> {
  const root = emulator.rootGroupUid;
  const lists = await Promise.all(
    collections.map(async (collection) => {
      const path = `${collection}?page_size=200&uidp.descendants_of=${root}`;
      const listed = (await ask(emulator, 'GET', path)) as Record<string, readonly Shown[] | undefined>;
      return (listed[collection] ?? [])
        .filter(({ uid, identity }) => uid !== root && identity?.uid !== emulator.administratorUid)
        .map(({ uid, name, identity, role }): Existing => {
          const group = uid.slice(0, uid.lastIndexOf('/'));
          return { collection, uid, key: [collection, group, name, identity?.uid, role?.uid].join(' ') };
        });
    }),
  );
  return lists.flat();
}

/** Describes, renames or deletes an object; what the service refuses is left. */
export async function changeSomething(emulator: RunningEmulator, random: Random): Promise<void> {
  const object = random.pick(await existingIn(emulator));
  if (object === undefined) return;
  const path = `${object.collection}/${object.uid}`;
  const change = object.collection === 'roleBindings' ? 2 : random.below(3);
  if (change === 0) await ask(emulator, 'PATCH', path, { description: 'by hand' });
  if (change === 1) await ask(emulator, 'PATCH', path, { name: `by-hand-${random.below(1_000)}` });
  if (change === 2) await ask(emulator, 'DELETE', path);
}

interface Shown {
  readonly uid: string;
  readonly name?: string;
  readonly identity?: { readonly uid: string };
  readonly role?: { readonly uid: string };
}

async function ask({ baseUrl, token }: RunningEmulator, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${baseUrl}/iam/v2beta1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return text === '' ? {} : JSON.parse(text);
}
