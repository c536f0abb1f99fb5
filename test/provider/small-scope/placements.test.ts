// @slow
/**
 * A sample of the placements of up to two faults and one kill of the provider, for the change of one object and of a parent
 * with a child: no duplicate, no orphan, no lost state. `every-placement.ts` runs all of them.
 */
import { randomFrom } from '../../support/random';
import { type Event, openStage, runCourse, type Stage } from './course';
import { nextEvents } from './next-events';
import { scenarios } from './scenarios';
import { search } from '../../support/search';

const SAMPLES = 3 * search;
/** Selects other samples. */
const { CHAOS_SEED = '1' } = process.env;

jest.setTimeout(180_000);

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());

test.each(Object.keys(scenarios))(
  '%s: it exists once and is in the state, for every placement of faults',
  async (name) => {
    const random = randomFrom(Number(CHAOS_SEED));
    for (let left = SAMPLES; left > 0; left--) {
      let events: readonly Event[] = [];
      for (;;) {
        const requests = await runCourse(stage, scenarios[name]!, events).catch((cause: unknown) => {
          throw new Error(`${name}, ${JSON.stringify(events)}: ${String(cause)}`, { cause });
        });
        // Includes the events that the exhaustive run merges.
        const next = random.pick(nextEvents(events, requests, false));
        if (next === undefined) break;
        events = [...events, next];
      }
    }
  },
);

test('a provider that does not wait loses state', async () => {
  const scenario = scenarios['create a parent and a child']!;
  const course = runCourse(stage, scenario, [{ at: 0, what: 'lag of gets' }], { propagation_timeout_seconds: 0 });
  await expect(course).rejects.toThrow();
});
