/**
 * Runs every placement of up to two faults and one kill, in all scenarios: `tsx test/provider/small-scope/every-placement.ts
 * LOG`. LOG receives a line for each first event and for each failure. A repeated call continues after the last line. Several
 * processes share the work: `… LOG 1/2` and `… LOG 2/2`, each with its own LOG.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { type Event, openStage, runCourse, type Stage } from './course';
import { nextEvents } from './next-events';
import { scenarios } from './scenarios';

const [log, share = '1/1'] = process.argv.slice(2);
if (log === undefined) throw new Error('Usage: every-placement.ts LOG [SHARE]');
const file = log;
const [part = 1, parts = 1] = share.split('/').map(Number);

interface Line {
  readonly scenario: string;
  readonly first?: Event;
  readonly placements?: number;
  /** A failure. */
  readonly events?: readonly Event[];
  readonly error?: string;
}

function write(line: Line): void {
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

function written(): Line[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Line);
}

async function followers(stage: Stage, scenario: string, events: readonly Event[]): Promise<Event[]> {
  try {
    return nextEvents(events, await runCourse(stage, scenarios[scenario]!, events), true);
  } catch (error) {
    write({ scenario, events, error: String(error) });
    return [];
  }
}

async function everyPlacement(stage: Stage, scenario: string, events: readonly Event[]): Promise<number> {
  let placements = 1;
  for (const next of await followers(stage, scenario, events))
    placements += await everyPlacement(stage, scenario, [...events, next]);
  return placements;
}

async function main(): Promise<void> {
  const done = new Set(written().flatMap(({ scenario, first }) => (first ? [JSON.stringify([scenario, first])] : [])));
  const stage = await openStage();
  let task = 0;
  for (const scenario of Object.keys(scenarios))
    for (const first of await followers(stage, scenario, [])) {
      const isOurs = task++ % parts === part - 1;
      if (!isOurs || done.has(JSON.stringify([scenario, first]))) continue;
      write({ scenario, first, placements: await everyPlacement(stage, scenario, [first]) });
    }
  stage.world.close();
  const lines = written();
  for (const scenario of Object.keys(scenarios)) {
    const own = lines.filter((line) => line.scenario === scenario);
    const placements = own.reduce((sum, line) => sum + (line.placements ?? 0), part === 1 ? 1 : 0);
    console.log(`${scenario}: ${placements} placements, ${own.filter(({ error }) => error).length} failures`);
  }
}

void main();
