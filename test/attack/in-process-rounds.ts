/** Tier 1: stacks inside and at the edge of the grammar, in this process, with edited reports. */
import { readApproved, type Report } from '../../src/review';
import type { Random } from '../support/random';
import { beyondReport, stoppedBy } from './beyond';
import { edges } from './changes/edge';
import { type DrawnChange, type Slot, slotAt } from './drawn-change';
import { findAcceptedEdit } from './edited-report';
import { APPLIED, type Attempted, type Tally } from './tally';
import type { Tier } from './tier';
import { createInProcess } from './world';

/** The kind of a change whose report is edited after its approval. */
const EDITED = 'a reader gets an edited report';

export function createInProcessRounds(isDrawn: (kind: string) => boolean): Promise<Tier> {
  const kinds = edges.filter(({ name }) => isDrawn(name));
  const weighted = kinds.flatMap((kind) => Array.from({ length: kind.weight ?? 1 }, () => kind));
  return Promise.resolve({
    async play(random: Random, tally: Tally) {
      const slot = slotAt(random.below(200), '');
      const { name, draw } = random.pick(weighted)!;
      const change = draw(random, slot);
      const isEdited = isDrawn(EDITED) && random.chance(25);
      const outcome = await play(change, slot, isEdited, random);
      const { before, after, meanings } = change;
      const reproduction = [
        `  before: ${JSON.stringify(before)}`,
        `  after: ${JSON.stringify(after)}`,
        `  ${JSON.stringify(meanings)}`,
      ];
      tally.record({
        kind: name,
        ...outcome,
        ...(outcome.beyond.length > 0 && { reproduction: reproduction.join('\n') }),
      });
    },
    close: () => Promise.resolve(),
  });
}

async function play(
  change: DrawnChange,
  slot: Slot,
  isEdited: boolean,
  random: Random,
): Promise<Pick<Attempted, 'result' | 'beyond'>> {
  const world = await createInProcess(slot, change.seed);
  try {
    const failed = await world.apply(world.input(change, change.before));
    for (const [address, error] of failed) throw new Error(`Cannot prepare ${address}: ${error.message}`);
    const input = world.input(change, change.after);
    const text = await world.review(input, `seed-${random.below(1000)}`);
    const report = JSON.parse(text) as Report;
    if (report.digest === undefined)
      return { result: `inconclusive (${report.verdict.problems[0] ?? ''})`, beyond: [] };
    if (isEdited) {
      const edit = findAcceptedEdit(text, random, (one) => readApproved(one, 'report.json').digest);
      return {
        result: edit === undefined ? 'rejected' : 'accepted',
        beyond: edit === undefined ? [] : [`Accepted: ${edit}`],
      };
    }
    const stopped = stoppedBy(report, slot.id);
    if (stopped.length > 0) return { result: stopped.join('+'), beyond: [] };
    const before = await world.observe();
    const errors = await world.apply(input, random.chance(30) ? text : undefined);
    const after = await world.observe();
    const isWhole = errors.size === 0;
    const beyond = beyondReport({ before, after, root: slot.root, id: slot.id, programs: [], isWhole }, report);
    return { result: isWhole ? APPLIED : 'refused', beyond };
  } finally {
    await world.close();
  }
}
