/** Programs that the apply runs. Each leaves a file. */
import { type Blocks, type ChangeKind, joinBlocks, type Slot } from '../drawn-change';
import { ci, fresh, grant, named, reference, resource, team } from './organization';

const leaves = (file: string, more = {}) => ({
  provisioner: { 'local-exec': { command: `touch ${file}`, ...more } },
});

const anchor = ({ id }: Slot, body: Readonly<Record<string, unknown>>): Blocks => ({
  resource: { terraform_data: { [`${id}_anchor`]: body } },
});

/** A program that the creation of the object runs. */
const creating = (
  name: string,
  place: (slot: Slot, program: Readonly<Record<string, unknown>>) => Blocks,
): ChangeKind => ({
  name: `the creation of ${name} runs a program`,
  draw(_, slot) {
    const mark = slot.mark('created');
    return {
      before: joinBlocks([team(slot), ci(slot)]),
      after: joinBlocks([team(slot), ci(slot), place(slot, leaves(mark))]),
      marks: [mark],
    };
  },
});

export const programs: readonly ChangeKind[] = [
  creating('a group', (slot, program) => fresh(slot, program)),
  creating('a grant', (slot, program) => grant(slot, program)),
  creating('terraform_data', (slot, program) => anchor(slot, program)),
  {
    name: 'a removal runs a program',
    draw(random, slot) {
      const mark = slot.mark('removed');
      const isAnchor = random.chance(50);
      const from = isAnchor ? `terraform_data.${slot.id}_anchor` : named(slot).grant;
      const gone = isAnchor ? anchor(slot, { input: 'anchor' }) : grant(slot);
      return {
        before: joinBlocks([team(slot), ci(slot), gone]),
        after: joinBlocks([
          team(slot),
          ci(slot),
          { removed: [{ from, lifecycle: { destroy: true }, ...leaves(mark, { when: 'destroy' }) }] },
        ]),
        marks: [mark],
        // The finding names no address.
        isAlone: true,
      };
    },
  },
  {
    name: 'a deletion with count runs a program',
    draw(_, slot) {
      const mark = slot.mark('deleted');
      const at = (count: number) => grant(slot, { count, ...leaves(mark, { when: 'destroy' }) });
      return {
        before: joinBlocks([team(slot), ci(slot), at(1)]),
        after: joinBlocks([team(slot), ci(slot), at(0)]),
        marks: [mark],
      };
    },
  },
  {
    name: 'a replacement runs a program',
    draw(random, slot) {
      const mark = slot.mark('replaced');
      const isDestroy = random.chance(50);
      const program = leaves(mark, isDestroy ? { when: 'destroy' } : {});
      const at = (more: object) =>
        random.chance(50)
          ? anchor(slot, { triggers_replace: reference(named(slot).fresh), ...more })
          : resource('identity', `${slot.id}_ci`, {
              group_uid: reference(named(slot).fresh),
              name: 'ci',
              claim_match: {
                issuer: 'https://token.actions.githubusercontent.com',
                subject: 'repo:acme@1234/shop@7890:ref:refs/heads/main',
              },
              ...more,
            });
      return {
        before: joinBlocks([
          team(slot),
          ci(slot),
          anchor(slot, { triggers_replace: 'first', ...(isDestroy && program) }),
        ]),
        after: joinBlocks([team(slot), ci(slot), fresh(slot), at(program)]),
        marks: [mark],
      };
    },
  },
];
