/**
 * Every placement of up to two faults and one kill of the provider, for the change of one object and of a parent with a
 * child: no duplicate, no orphan, no lost state. SMALL_SCOPE=all runs them all; otherwise a sample with the same seed.
 */
import { randomFrom } from '../../support/random';
import { type Event, faults, kills, openStage, runCourse, scenarios, type Stage } from './course';

const MAX_FAULTS = 2;
const SAMPLES = 6;
const isWhole = process.env.SMALL_SCOPE === 'all';

jest.setTimeout(isWhole ? 3_600_000 : 180_000);

const isKill = ({ what }: Event): boolean => what.startsWith('kill');

/** The events that may follow. */
function nextEvents(events: readonly Event[], requests: number): Event[] {
  const first = (events.at(-1)?.at ?? -1) + 1;
  const kinds = [
    ...(events.filter((event) => !isKill(event)).length < MAX_FAULTS ? faults : []),
    ...(events.some(isKill) ? [] : kills),
  ];
  const indexes = Array.from({ length: Math.max(0, requests - first) }, (_, offset) => first + offset);
  return indexes.flatMap((at) => kinds.map((what): Event => ({ at, what })));
}

/** A copy of the service costs time: it is small. */
const COURSES_PER_STAGE = 50;
let stage: Stage | undefined;
let courses = 0;
afterAll(() => stage?.world.close());

async function run(name: string, events: readonly Event[]): Promise<number> {
  if (courses++ % COURSES_PER_STAGE === 0) {
    stage?.world.close();
    stage = undefined;
  }
  stage ??= await openStage();
  try {
    return await runCourse(stage, scenarios[name]!, events);
  } catch (error) {
    throw new Error(`${name}, ${JSON.stringify(events)}: ${String(error)}`, { cause: error });
  }
}

async function everyPlacement(name: string, events: readonly Event[] = []): Promise<number> {
  let placements = 1;
  const requests = await run(name, events);
  for (const event of nextEvents(events, requests)) placements += await everyPlacement(name, [...events, event]);
  return placements;
}

async function samples(name: string): Promise<void> {
  const random = randomFrom(1);
  for (let left = SAMPLES; left > 0; left--) {
    let events: readonly Event[] = [];
    for (;;) {
      const next = random.pick(nextEvents(events, await run(name, events)));
      if (next === undefined) break;
      events = [...events, next];
    }
  }
}

test.each(Object.keys(scenarios))('%s: once, and in the state, wherever it is disturbed', async (name) => {
  if (isWhole) process.stderr.write(`${name}: ${await everyPlacement(name)} placements\n`);
  else await samples(name);
});

test('a provider that does not wait loses state', async () => {
  const scenario = scenarios['create a parent and a child']!;
  stage ??= await openStage();
  const course = runCourse(stage, scenario, [{ at: 0, what: 'lag of gets' }], { propagation_timeout_seconds: 0 });
  await expect(course).rejects.toThrow();
});
