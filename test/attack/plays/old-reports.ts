/** The approval of one change is used for another one, before or after the first is applied. */
import { reasonsAgainst } from '../../../src/review';
import { readAll, unexplained } from '../../acceptance/binding/explained';
import { beyondReport } from '../beyond';
import { honest } from '../changes/honest';
import { deletions } from '../changes/deletions';
import { APPLIED } from '../tally';
import { describeChange, type Play, withChange } from './play';

export const oldReports: readonly Play[] = [
  {
    name: 'an old report approves another change',
    weight: 3,
    play: (random) =>
      withChange(random, [...honest, ...deletions], async ({ world, slot, change, input, drawAgain }) => {
        const approved = await world.review(input, 'seed');
        if (approved.report.digest === undefined) return { result: 'inconclusive', beyond: [] };
        if (random.chance(30)) await world.apply(input, approved.text);
        const later = drawAgain();
        const { review } = await world.review(later, 'later');
        const reasons = await reasonsAgainst(approved.report, review, world.client);
        // Without the comparison, only the provider decides.
        if (reasons.length > 0 && random.chance(50)) return { result: 'other than approved', beyond: [] };
        const [seen, before] = [await world.observe(), await readAll(world)];
        const errors = await world.apply(later, approved.text);
        const after = await world.observe();
        const deed = { before: seen, after, root: slot.root, id: slot.id, programs: [], isWhole: false };
        const beyond = [
          ...unexplained(before, await readAll(world), approved.report),
          // An approved write can be sent without the others, which then give another effect.
          ...(reasons.length > 0 ? [] : beyondReport(deed, approved.report).filter((one) => one.startsWith('Gained'))),
        ];
        const isWhole = errors.size === 0;
        const reproduction = `${describeChange(change)}\n  later: ${JSON.stringify(later.blocks)}`;
        return { result: isWhole ? APPLIED : 'refused', beyond, reproduction };
      }),
  },
];
