/** Objects that a change deletes, and that others change after the review. */
import type { Call } from '../../acceptance/binding/administrator-call';
import { type ChangeKind, joinBlocks, type Slot } from '../drawn-change';
import { ci, grant, roleOf, team } from './organization';

interface Listed {
  readonly uid: string;
  readonly name: string;
  readonly role?: { readonly name: string };
}

export const deletions: readonly ChangeKind[] = [
  {
    name: 'objects are deleted',
    draw(random, slot) {
      const all = [team(slot), ci(slot), grant(slot, { role_uid: roleOf('editor') })];
      return { before: joinBlocks(all), after: joinBlocks(all.slice(0, random.below(3))) };
    },
  },
];

export const changedDeletions: readonly ChangeKind[] = [
  {
    name: 'a deleted object changes after the review',
    weight: 3,
    draw: (random, slot) => ({
      before: joinBlocks([team(slot), ci(slot), grant(slot)]),
      after: joinBlocks([team(slot), ...(random.chance(50) ? [ci(slot)] : [])]),
      meanwhile: (call) => giveOwner(call, slot),
    }),
  },
];

/** Makes the identity of a grant an owner. */
async function giveOwner(call: Call, { root }: Slot): Promise<void> {
  const { roles } = (await call('GET', 'roles?pageSize=200')) as { roles: Listed[] };
  const { roleBindings } = (await call('GET', `roleBindings?uidp.descendantsOf=${root}&pageSize=200`)) as {
    roleBindings: Listed[];
  };
  const own = roleBindings.find(({ uid, role }) => uid.startsWith(`${root}/`) && role?.name !== 'owner');
  const roleUid = roles.find(({ name }) => name === 'owner')?.uid;
  if (own !== undefined) await call('PATCH', `roleBindings/${own.uid}?updateMask=roleUid`, { roleUid });
}
