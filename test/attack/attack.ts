/** Attacks with all tiers. Each round has a seed of its own, which repeats it. */
import { randomFrom } from '../support/random';
import { createEngineRounds } from './engine-rounds';
import { createInProcessRounds } from './in-process-rounds';
import { createProcessRounds } from './process-rounds';
import { createTally, type Tally } from './tally';
import type { CreateTier, Tier } from './tier';

export const tiers: Readonly<Record<string, CreateTier>> = {
  'in-process': createInProcessRounds,
  processes: createProcessRounds,
  engine: createEngineRounds,
};

interface Attack {
  readonly seed: number;
  /** The tiers. */
  readonly names: readonly string[];
  /** Selects the kinds of changes. @default all */
  readonly isDrawn?: (kind: string) => boolean;
  /** Called before each round. */
  readonly isOver: (rounds: number, failures: number) => boolean;
  readonly print?: (text: string) => void;
}

/** Plays rounds until the attack is over. Returns their tally. */
export async function attack({
  seed,
  names,
  isDrawn = () => true,
  isOver,
  print = () => undefined,
}: Attack): Promise<Tally> {
  let where = '';
  const tally = createTally(({ kind, beyond, reproduction = '' }) =>
    print(`\n${where}: ${kind}\n${beyond.map((one) => `  ${one}\n`).join('')}${reproduction}\n`),
  );
  const open = new Map<string, Tier>();
  const spent = new Map(names.map((name) => [name, 0]));
  try {
    for (let round = 0; !isOver(round, tally.failures.length); round++) {
      // A round of the engine takes a hundred times as long as one in process: each tier gets the same time.
      const [[name, time] = ['', 0]] = [...spent].sort(([, one], [, other]) => one - other);
      where = `--seed ${seed + round} --tier ${name}`;
      const tier = open.get(name) ?? (await tiers[name]!(isDrawn));
      open.set(name, tier);
      const start = performance.now();
      // A review that ends without an answer is no review.
      await tier.play(randomFrom(seed + round), tally).catch((error: unknown) => {
        tally.record({
          kind: 'a round',
          result: 'failed',
          beyond: [error instanceof Error ? `${error.stack}` : String(error)],
        });
      });
      spent.set(name, time + performance.now() - start);
    }
  } finally {
    for (const tier of open.values()) await tier.close();
  }
  return tally;
}
