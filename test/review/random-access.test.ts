// @slow
/**
 * Compares graphs and reports with the access that the emulator allows, before and after each of 40 rounds of random changes.
 * The environment variable ROUNDS selects longer histories.
 */
import fc from 'fast-check';
import { histories, live } from './random-access';
import { search } from '../support/search';

jest.setTimeout(300_000 * search);

const ROUNDS_EACH = 10;
const rounds = Number(process.env['ROUNDS'] ?? 40 * search);

test('access and its changes agree in random organizations', async () => {
  const held = { rounds: 0, yes: 0, no: 0, changed: 0 };
  await fc.assert(
    fc.asyncProperty(histories(ROUNDS_EACH), async (history) => {
      const found = await live(history);
      held.rounds += found.rounds;
      held.yes += found.yes;
      held.no += found.no;
      held.changed += found.changed;
    }),
    { numRuns: Math.ceil(rounds / ROUNDS_EACH) },
  );
  expect(held.rounds).toBeGreaterThanOrEqual(rounds);
  expect(Math.min(held.yes, held.no, held.changed)).toBeGreaterThan(2 * rounds);
});
