/**
 * Random histories with the real terraform: every edit of every kind, with faults and interruptions during the apply.
 * CHAOS_HISTORIES is their number (2 by default), CHAOS_SEED the seed of the first (the same histories by default; `random` for
 * others), CHAOS_AT_ONCE the number of concurrent histories.
 */
import { randomInt } from 'node:crypto';
import { createCoverage } from './coverage';
import { edits, type EditName } from './edits';
import { runHistory, type Steps } from './history';
import { runs, type RunName } from './runs';
import { startWorld } from './world';
import { search } from '../../../support/search';

const { CHAOS_SEED = '1', CHAOS_HISTORIES = String(2 * search), CHAOS_AT_ONCE = '3' } = process.env;
const count = Number(CHAOS_HISTORIES);
const first = CHAOS_SEED === 'random' ? randomInt(2 ** 31) : Number(CHAOS_SEED);
const steps: Steps = { edits: Object.keys(edits) as EditName[], runs: Object.keys(runs) as RunName[] };

jest.setTimeout(300_000 + count * 60_000);

test('after any edits, faults and interruptions, everything exists once and as declared', async () => {
  const coverage = createCoverage();
  const failures: string[] = [];
  let seed = first;
  let requests = 0;
  const histories = async (): Promise<void> => {
    while (seed < first + count && failures.length === 0)
      await failureOf(seed++).then((failure) => failure && failures.push(failure));
  };
  const failureOf = async (mine: number): Promise<string | undefined> => {
    const reported: string[] = [];
    const world = await startWorld();
    try {
      await runHistory(world, mine, steps, coverage, (step) => reported.push(step));
      return undefined;
    } catch (error) {
      const course = reported.map((step) => `  ${step}`).join('\n');
      return `CHAOS_SEED=${mine} CHAOS_HISTORIES=1 repeats this history:\n${course}\n${(error as Error).message}`;
    } finally {
      requests += world.watch.requests();
      await world.close();
    }
  };
  // More concurrent processes would wait for each other.
  const atOnce = Math.min(Number(CHAOS_AT_ONCE), count);
  await Promise.all(Array.from({ length: atOnce }, histories));
  console.log(`Histories of the seeds ${first} to ${seed - 1}, ${requests} requests:\n${coverage.text()}`);
  expect(failures.join('\n\n')).toBe('');
});
