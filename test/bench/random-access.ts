/**
 * As many rounds as fit into MINUTES (30) of what `test/review/random-access.test.ts` does 200 of: after random changes, whether
 * the graphs and the report say what the emulator allows. SEED is the first seed; a failure says which it was.
 */
import fc from 'fast-check';
import { histories, live } from '../review/random-access';
import { type Bench } from './report';

const ROUNDS_EACH = 10;

export function randomAccess(): Bench {
  return {
    name: 'random-access',
    onlyByName: true,
    async run() {
      const minutes = Number(process.env['MINUTES'] ?? 30);
      const first = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
      const end = Date.now() + minutes * 60_000;
      const held = { rounds: 0, requests: 0, yes: 0, no: 0, changed: 0 };
      let histories_ = 0;
      for (; Date.now() < end; histories_++)
        await fc.assert(
          fc.asyncProperty(histories(ROUNDS_EACH), async (history) => {
            const found = await live(history);
            for (const name of Object.keys(held) as (keyof typeof held)[]) held[name] += found[name];
          }),
          { numRuns: 1, seed: first + histories_ },
        );
      return [
        { what: `rounds in ${minutes} minutes, all in agreement`, value: String(held.rounds) },
        { what: '  histories, from seed', value: `${histories_}, ${first}` },
        { what: '  questions asked', value: String(held.requests) },
        { what: '  answers yes, no', value: `${held.yes}, ${held.no}` },
        { what: '  answers that changed', value: String(held.changed) },
      ];
    },
  };
}
