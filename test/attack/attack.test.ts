// @slow
/** A short attack with fixed seeds. `npm run attack -- --minutes 60 --seed S` continues with others. */
import { attack, tiers } from './attack';

jest.setTimeout(600_000);

/** Rounds of each tier: half a minute together. */
const ROUNDS: Readonly<Record<string, number>> = { 'in-process': 50, processes: 20, engine: 3 };

test.each(Object.entries(ROUNDS))('the %s tier finds nothing beyond the report', async (name, rounds) => {
  const printed: string[] = [];
  const tally = await attack({
    seed: 20_261_127,
    names: [name],
    isOver: (round) => round >= rounds,
    print: (text) => printed.push(text),
  });
  expect(printed.join('')).toBe('');
  expect(tally.line()).toMatch(/^[1-9]\d+ changes, [1-9]\d* applied, 0 beyond the report$/);
});

/** Changes that once gave a false alarm. */
test.each([[7085, 'a program with each option changes']])('seed %i: %s', async (seed, kind) => {
  const printed: string[] = [];
  const tally = await attack({
    ...{ seed, names: ['in-process'] },
    isDrawn: (name) => name === kind,
    isOver: (round) => round >= 1,
    print: (text) => printed.push(text),
  });
  expect(printed.join('')).toBe('');
  expect(tally.kinds()).toEqual([`${kind}: 1 applied`]);
});

test('each tier has rounds', () => {
  expect(Object.keys(ROUNDS)).toEqual(Object.keys(tiers));
});
