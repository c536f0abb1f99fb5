/** A way to attack in this process. Each is one file of this folder, and a row of its index. */
import type { Random } from '../../support/random';
import { type ChangeKind, type DrawnChange, type Slot, slotAt } from '../drawn-change';
import type { EngineInput } from '../in-process-engine';
import type { Attempted } from '../tally';
import { createInProcess, type InProcess } from '../world';

export type Outcome = Pick<Attempted, 'result' | 'beyond' | 'reproduction'>;

export interface Play {
  readonly name: string;
  /** The relative frequency. @default 1 */
  readonly weight?: number;
  play(random: Random): Promise<Outcome>;
}

/** The result of an attempt that the product has refused. */
export const REFUSED = 'refused';

/** Returns the outcome of an attempt: it fails if there is a reason. */
export function refusedUnless(beyond: readonly string[], reproduction?: string): Outcome {
  return { result: beyond.length === 0 ? REFUSED : 'passed', beyond, ...(beyond.length > 0 && { reproduction }) };
}

/** An organization before a drawn change. */
export interface Prepared {
  readonly world: InProcess;
  readonly slot: Slot;
  readonly change: DrawnChange;
  readonly input: EngineInput;
  /** Draws another change of the same kind, from the same organization. */
  readonly drawAgain: () => EngineInput;
}

/** Draws a change of one of the kinds, applies what precedes it, and calls the function. */
export async function withChange(
  random: Random,
  kinds: readonly ChangeKind[],
  attempt: (prepared: Prepared) => Promise<Outcome>,
): Promise<Outcome> {
  const slot = slotAt(random.below(200), '');
  const kind = random.pick(
    kinds.flatMap((changeKind) => Array.from({ length: changeKind.weight ?? 1 }, () => changeKind)),
  )!;
  const change = kind.draw(random, slot);
  const world = await createInProcess(slot, change.seed);
  try {
    const failed = await world.apply(world.input(change, change.before));
    for (const [address, error] of failed) throw new Error(`Cannot prepare ${address}: ${error.message}`);
    const drawAgain = () => {
      const again = kind.draw(random, slot);
      return world.input(again, again.after);
    };
    return await attempt({ world, slot, change, input: world.input(change, change.after), drawAgain });
  } finally {
    await world.close();
  }
}

/** Returns the drawn configurations, to repeat a failure by hand. */
export function describeChange({ before, after, meanings = {} }: DrawnChange): string {
  return [
    `  before: ${JSON.stringify(before)}`,
    `  after: ${JSON.stringify(after)}`,
    `  ${JSON.stringify(meanings)}`,
  ].join('\n');
}
