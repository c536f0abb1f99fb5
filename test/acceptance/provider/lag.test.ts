/**
 * With reads that lag behind writes, every object exists once, and no state is lost. `LAGS=2,5,10,25` runs these lags in
 * seconds with the default timeout, for each variation and kind of reads, and prints a table.
 */
import { DESCRIBED, fiftyResources, objectsInState, objectsOf } from './fifty-resources';
import { setStage, type Stage } from './stage';

const { LAGS } = process.env;
const variations = ['constant', 'flapping'] as const;
const sorts = ['gets', 'lists', 'both'] as const;
type Case = readonly [seconds: number, variation: (typeof variations)[number], reads: (typeof sorts)[number]];

const cases: readonly Case[] =
  LAGS === undefined
    ? variations.map((variation): Case => [2, variation, 'both'])
    : LAGS.split(',').flatMap((seconds) =>
        variations.flatMap((variation) => sorts.map((reads): Case => [Number(seconds), variation, reads])),
      );
/** Returns a timeout that is longer than the lag, and as short as possible in the default run. */
const block = LAGS === undefined ? 'propagation_timeout_seconds = 5' : '';

jest.setTimeout(600_000);

let stage: Stage;
afterEach(() => stage.close());

test.each(cases)('fifty resources while reads lag by %i s (%s, %s)', async (seconds, variation, reads) => {
  const started = Date.now();
  stage = await setStage({ config: '' });
  const before = await objectsOf(stage);
  const row: string[] = [];
  /** Runs a command, and checks that the state contains the objects of the service. */
  async function step(...args: readonly string[]): Promise<void> {
    await stage.tf.ok(...args, '-no-color');
    const objects = (await objectsOf(stage)).filter((object) => !before.includes(object));
    expect(await objectsInState(stage)).toEqual(objects);
    const log = await stage.requestLog.entries();
    await stage.requestLog.clear();
    const succeeded = log.filter(({ status = 500 }) => status < 300);
    const counts = ['POST', 'PATCH', 'DELETE'].map(
      (write) => succeeded.filter(({ method }) => method === write).length,
    );
    row.push(`${counts.join('/')} → ${objects.length}`);
  }
  const apply = ['apply', '-auto-approve'];
  const { rootGroupUid: root, tf, faults } = stage;
  tf.write({ 'main.tf': fiftyResources(root, 'old', block) });
  // A replica without the group rejects a create in it, too.
  await faults.add({ effect: 'lag', lagMs: seconds * 1000, variation, reads, parents: reads === 'both' });
  await step(...apply);
  await step(...apply);
  await step('plan');
  tf.write({ 'main.tf': fiftyResources(root, 'new', block) });
  await step(...apply);
  await step(...apply);
  await step('destroy', '-auto-approve');
  if (LAGS !== undefined)
    process.stderr.write(
      `| ${seconds} s, ${variation}, ${reads} | ${row.join(' | ')} | ${Math.round((Date.now() - started) / 1000)} s |\n`,
    );
  const [created, again, planned, updated, updatedAgain, destroyed] = row;
  expect([created, again, planned]).toEqual(['50/0/0 → 50', '0/0/0 → 50', '0/0/0 → 50']);
  expect(updated).toBe(`0/${DESCRIBED}/0 → 50`);
  // A lagging read shows the former description, so the same values may be sent again.
  expect(updatedAgain).toMatch(/^0\/\d+\/0 → 50$/);
  expect(destroyed).toMatch(/^0\/0\/\d+ → 0$/);
});
