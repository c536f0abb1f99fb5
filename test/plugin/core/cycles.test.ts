// @slow
import fc from 'fast-check';
import { Dyn } from '../../../src/plugin';
import { startHost } from '../../../src/plugin/testing';
import { createFixture } from '../../support/fixture/fixture-provider';

const text = fc.string({ maxLength: 4 });
const lower = fc.constantFrom('a', 'b', 'fast', '');
const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary);
const key = fc.constantFrom('a', 'a.b', '', '__proto__');
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));

/** Configurations of `fixture_thing`, from bare to full. */
const configuration = fc.record(
  {
    name: lower,
    region: optional(fc.constantFrom('eu', 'us')),
    text: optional(text),
    note: optional(text),
    size: optional(fc.integer({ min: 0, max: 9 })),
    grow_only: optional(fc.integer({ min: 0, max: 3 })),
    ratio: optional(number),
    enabled: optional(fc.boolean()),
    tags: optional(fc.dictionary(key, text)),
    zones: optional(fc.array(text, { maxLength: 3 })),
    members: optional(fc.array(text, { maxLength: 3 })),
    numbers: optional(fc.array(number, { maxLength: 2 })),
    anything: optional(
      fc.oneof(
        text.map((value) => new Dyn('string', value)),
        number.map((value) => new Dyn(['list', 'number'], [value])),
      ),
    ),
    document: optional(fc.json({ maxDepth: 1 })),
    code: optional(fc.constantFrom('abc', 'ABC', 'x')),
    password: optional(text),
    settings: optional(fc.record({ mode: lower, level: optional(fc.integer({ min: 1, max: 5 })) })),
    disks: optional(
      fc.array(fc.record({ gb: fc.integer({ min: 1, max: 3 }), type: optional(lower) }), { maxLength: 3 }),
    ),
    rules: optional(
      fc.uniqueArray(fc.record({ port: fc.integer({ min: 1, max: 4 }), protocol: optional(lower) }), {
        maxLength: 3,
        selector: ({ port }) => port,
      }),
    ),
    users: optional(fc.dictionary(key, fc.record({ role: text }))),
    step: fc.array(
      fc.record({ run: lower, env: fc.array(fc.record({ key: text, value: optional(text) }), { maxLength: 2 }) }),
      { maxLength: 3 },
    ),
    label: fc.uniqueArray(fc.record({ text }), { maxLength: 2, selector: (label) => label.text }),
    window: optional(fc.record({ from: fc.integer(), to: optional(fc.integer()) })),
    limits: fc.record({ cpu: optional(fc.integer()) }),
    quota: fc.dictionary(key, fc.record({ most: fc.integer() })),
  },
  { requiredKeys: ['name'] },
);

test('after any sequence of applies the result matches the plan and the next plan is empty', async () => {
  const { provider, things } = createFixture();
  const host = await startHost(provider);
  await fc.assert(
    fc.asyncProperty(fc.array(configuration, { minLength: 1, maxLength: 3 }), async (configurations) => {
      things.clear();
      const thing = host.resource('fixture_thing');
      for (const config of configurations) {
        await thing.apply(config);
        await thing.refresh();
        expect((await thing.plan(config)).action).toBe('no-op');
      }
      await thing.destroy();
      expect(things.size).toBe(0);
    }),
    { numRuns: 60 },
  );
}, 60_000);
