/** Stacks inside and at the edge of the grammar: reviewed, and applied with the report or without it. */
import { beyondReport, stoppedBy } from '../beyond';
import { edges } from '../changes/edge';
import { APPLIED } from '../tally';
import { describeChange, type Play, withChange } from './play';

export const stacks: readonly Play[] = edges.map((kind) => ({
  ...kind,
  play: (random) =>
    withChange(random, [kind], async ({ world, slot, change, input }) => {
      const { text, report } = await world.review(input, `seed-${random.below(1000)}`);
      const isLate = Object.values(change.meanings ?? {}).some(
        ({ isKnown, reviewed, applied }) => isKnown !== true && reviewed !== applied,
      );
      if (isLate && report.proof?.proved === true)
        return {
          ...{ result: 'proved', beyond: ['Proved, although only the apply decides a value'] },
          reproduction: describeChange(change),
        };
      if (report.digest === undefined)
        return { result: `inconclusive (${report.verdict.problems[0] ?? ''})`, beyond: [] };
      // The report of a proved plan shows everything: its findings are no excuse.
      const stopped = report.proof?.proved === true ? [] : stoppedBy(report, slot.id);
      if (stopped.length > 0) return { result: stopped.join('+'), beyond: [] };
      const isBound = change.meanwhile !== undefined || random.chance(30);
      await change.meanwhile?.(world.call);
      const before = await world.observe();
      const errors = await world.apply(input, isBound ? text : undefined);
      const after = await world.observe();
      const isWhole = errors.size === 0;
      const beyond = beyondReport({ before, after, root: slot.root, id: slot.id, programs: [], isWhole }, report);
      return { result: isWhole ? APPLIED : 'refused', beyond, reproduction: describeChange(change) };
    }),
}));
