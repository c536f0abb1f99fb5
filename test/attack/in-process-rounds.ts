/** Tier 1: stacks, plans, reports and commands in this process. */
import type { Random } from '../support/random';
import { playGroups } from './plays';
import type { Tally } from './tally';
import type { Tier } from './tier';

export function createInProcessRounds(isDrawn: (kind: string) => boolean): Promise<Tier> {
  const repeat = <T>(one: T, weight = 1): T[] => Array.from({ length: weight }, () => one);
  const groups = playGroups.flatMap(([group, weight]) => {
    const drawn = group.filter(({ name }) => isDrawn(name)).flatMap((play) => repeat(play, play.weight));
    return drawn.length === 0 ? [] : repeat(drawn, weight);
  });
  return Promise.resolve({
    async play(random: Random, tally: Tally) {
      const play = random.pick(random.pick(groups)!)!;
      tally.record({ kind: play.name, ...(await play.play(random)) });
    },
    close: () => Promise.resolve(),
  });
}
