/** A short run of the bench that plans and applies. Its generated states must match those of an apply. */
import { builtProvider } from '../support/built';
import { table } from '../bench/report';
import { sizes } from '../bench/sizes';

jest.setTimeout(300_000);

test('an organization is applied and planned, and one with a generated state is planned', async () => {
  const rows = await sizes(builtProvider(), [
    { total: 60, rounds: 1 },
    { total: 13, rounds: 1, isWritten: true },
  ]).run();
  const printed = table(rows);
  expect(printed).toMatch(/^60 resources$/m);
  const [, sent, accepted] = /^ {2}apply, requests +(\d+) \(accept (\d+)\)$/m.exec(printed) ?? [];
  expect(Number(sent)).toBeGreaterThan(60);
  expect(Number(sent)).toBeLessThanOrEqual(Number(accepted));
  expect(printed).toMatch(/^ {2}plan with single reads, requests +61$/m);
  expect(printed).toMatch(/^13 resources$/m);
  expect(printed.match(/^ {2}plan without changes +[\d.]+ s +[\d.]+×/gm)).toHaveLength(2);
});
