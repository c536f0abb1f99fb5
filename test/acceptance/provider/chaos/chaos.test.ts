/**
 * Random histories through the real terraform. CHAOS_SECONDS says for how long (60 by default), CHAOS_SEED repeats the
 * history of a failure, CHAOS_WITH adds steps that are not drawn otherwise: their names, separated by semicolons.
 */
import { randomInt } from 'node:crypto';
import { processStages } from '../process-stage';
import { edits, type EditName } from './edits';
import { runHistory, type Steps } from './history';
import { runs, type RunName } from './runs';
import { startWorld } from './world';

const seconds = Number(process.env.CHAOS_SECONDS ?? 60);
const repeated = process.env.CHAOS_SEED;
const added = (process.env.CHAOS_WITH ?? '').split(';').filter(Boolean);
/** Terraform and the provider are processes: more at once than this, and they wait for each other. */
const atOnce = 3;

const drawn: Steps = {
  edits: [
    'nothing',
    'add a group',
    'add an identity and bind it',
    'add a dozen of groups with an identity',
    'add a role',
    'rename in place',
    'describe',
    'narrow or widen a claim',
    'change capabilities',
    'remove a group with all that is in it',
    'remove a binding',
    'remove a bound identity',
    'add and remove a team',
    'bind to another role',
    'move an identity that is not bound',
    'move a bound identity',
    'switch the way a bound identity is assumed',
    'bind another identity',
    'replace a bound identity by another',
    'move a group with all that is in it',
    'hand over a name',
    'rename a for_each key without moved',
    'write a description with blanks around it',
  ],
  runs: [
    'apply',
    'apply -target',
    'apply over a bad network',
    'apply after others changed something',
    'Ctrl-C while a write is on its way',
    'Ctrl-C while a 429 is waited out',
    'kill -9 of Terraform while a write is on its way',
    'kill -9 of Terraform while a 429 is waited out',
    'kill -9 of the provider while a write is on its way',
  ],
};

jest.setTimeout(seconds * 1_000 + 300_000);

const stages = processStages();
afterAll(() => stages.remove());

test('whatever is edited, broken and interrupted: nothing is lost, nothing is there twice', async () => {
  const steps: Steps = {
    edits: [...drawn.edits, ...(added.filter((name) => name in edits) as EditName[])],
    runs: [...drawn.runs, ...(added.filter((name) => name in runs) as RunName[])],
  };
  let seed = repeated === undefined ? randomInt(2 ** 31) : Number(repeated);
  const end = Date.now() + seconds * 1_000;
  const failures: string[] = [];
  const histories = async (): Promise<void> => {
    do await failureOf(seed++, steps).then((failure) => failure && failures.push(failure));
    while (repeated === undefined && Date.now() < end && failures.length === 0);
  };
  await Promise.all(Array.from({ length: repeated === undefined ? atOnce : 1 }, histories));
  expect(failures.join('\n\n')).toBe('');
});

async function failureOf(seed: number, steps: Steps): Promise<string | undefined> {
  const told: string[] = [];
  const world = await startWorld(stages);
  try {
    await runHistory(world, seed, steps, (step) => told.push(step));
    return undefined;
  } catch (error) {
    const again = [`CHAOS_SEED=${seed}`, ...(added.length > 0 ? [`CHAOS_WITH='${added.join(';')}'`] : [])].join(' ');
    return `${again} repeats this history:\n${told.map((step) => `  ${step}`).join('\n')}\n${(error as Error).message}`;
  } finally {
    await world.close();
  }
}
