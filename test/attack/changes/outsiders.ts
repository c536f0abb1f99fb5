/** Parts of others in a configuration: another provider, and provider blocks with the address of another service. */
import { type Blocks, type ChangeKind, joinBlocks, type Slot } from '../drawn-change';
import { ci, fresh, grant, named, reference, team } from './organization';

const base = (slot: Slot) => [team(slot), ci(slot)];

/** Expressions that have the address at apply, and null in the plan. */
const LATE_ADDRESSES = [
  'strcontains(file("/proc/self/cmdline"), "apply") ? "TRAP" : null',
  'timestamp() == "" ? null : "TRAP"',
  'FRESH.create_time == "" ? null : "TRAP"',
  'terraform_data.ID_address.output',
];

const later = ({ id }: Slot, input: string): Blocks => ({
  resource: { terraform_data: { [`${id}_address`]: { input } } },
});

export const outsiders: readonly ChangeKind[] = [
  {
    name: 'another provider runs a program',
    draw(random, slot) {
      const file = slot.mark('foreign');
      const isRead = random.chance(40);
      const body = { file };
      const program: Blocks = isRead
        ? { data: { acme_read: { [`${slot.id}_read`]: { ...body, depends_on: [named(slot).fresh] } } } }
        : { resource: { acme_run: { [`${slot.id}_run`]: body } } };
      return {
        before: joinBlocks(base(slot)),
        after: joinBlocks([...base(slot), fresh(slot), program]),
        marks: [file],
        // The finding is about the whole plan.
        isAlone: true,
      };
    },
  },
  {
    name: 'a provider block names another service at apply',
    draw(random, slot) {
      const { id, trap } = slot;
      const address = random
        .pick(LATE_ADDRESSES)!
        .replace('TRAP', `${trap}/${id}-trap`)
        .replace('FRESH', named(slot).fresh)
        .replace('ID', id);
      const provider = `platform.${id}`;
      return {
        before: joinBlocks(base(slot)),
        after: joinBlocks([
          ...base(slot),
          fresh(slot),
          later(slot, `\${timestamp() == "" ? "" : "${trap}/${id}-trap"}`),
          grant(slot, { group_uid: reference(named(slot).fresh), provider }),
          { provider: { platform: [{ alias: id, base_url: `\${${address}}` }] } },
        ]),
        marks: [slot.mark('trap')],
        // Without the address, its plan can fail.
        isAlone: true,
      };
    },
  },
];
