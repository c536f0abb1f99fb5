/** Attacks with each tier in turn. Each round has a seed of its own, which repeats it. */
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
  readonly isOver: (rounds: number) => boolean;
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
  try {
    for (let round = 0; !isOver(round); round++) {
      const name = names[round % names.length]!;
      where = `--seed ${seed + round} --tier ${name}`;
      const tier = open.get(name) ?? (await tiers[name]!(isDrawn));
      open.set(name, tier);
      await tier.play(randomFrom(seed + round), tally);
    }
  } finally {
    for (const tier of open.values()) await tier.close();
  }
  return tally;
}
