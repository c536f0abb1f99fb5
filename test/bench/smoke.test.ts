// @slow
/** The long benches, in short: that they run and find nothing wrong. What they measure is for who runs them. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { malformed } from './malformed';
import { readPlan, reviewPlans } from '../../src/review';
import { table } from './report';
import { soak } from './soak';
import { starts } from './starts';
import { writtenPlans } from './written-plan';

jest.setTimeout(120_000);

const root = join(__dirname, '../..');

beforeAll(() => void execFileSync(process.execPath, [join(root, 'src/tools/build/build.mjs')], { stdio: 'ignore' }));

test('both programs start, and the report shows it', async () => {
  const rows = await starts(join(root, 'dist/terraform-provider-platform'), 1).run();
  expect(rows.filter(({ what }) => what === '  failed').map(({ value }) => value)).toEqual([
    '0 of 1',
    '0 of 1',
    '0 of 1',
  ]);
});

test('the process outlives malformed requests over HTTP and gRPC', async () => {
  const printed = table(await malformed(100).run());
  expect(printed).toMatch(/requests, by outcome +100\n/);
  expect(printed).toMatch(/ HTTP 400 /);
  expect(printed).toMatch(/ gRPC grpc-status 3 /);
  expect(printed).not.toContain('NOTHING FOR');
});

test('the soak uses all three interfaces and reports memory and delay', async () => {
  const printed = table(await soak(200).run());
  expect(printed).toMatch(/^\d+ requests over v2, v1 and gRPC +\d+ \/s$/m);
  expect(printed).toMatch(/memory, end +\d+\.\d MB resident, \d+\.\d MB heap/);
  expect(printed).toMatch(/up to the end +p50 \d/);
});

test.each(['first apply', 'small change', 'mass change', 'update of all'] as const)(
  'a written plan gets the verdict of a real one: %s',
  (planned) => {
    const { plan, reviewPlan } = writtenPlans(300, planned);
    for (const texts of [[plan], [plan, reviewPlan]]) {
      const { verdict, unresolved, plans } = reviewPlans(texts.map((text, index) => readPlan(text, `plan ${index}`)));
      expect({ verdict, unresolved, plans }).toMatchObject({
        verdict: { result: 'changed', problems: [] },
        unresolved: [],
      });
      expect(plans).toHaveLength(1);
      expect(verdict.counts.added).toBe(planned === 'first apply' ? 300 : 0);
    }
  },
);
