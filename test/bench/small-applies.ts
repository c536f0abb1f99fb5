/**
 * COUNT (5,000) random pairs of edits of small organizations, with their reports (see `test/review/small-scope/stopped-applies.ts`):
 * applied in every order that the engine may choose, and stopped anywhere. Disagreements are listed, and the rest is checked.
 */
import { drawPairs, noApplies, StoppedApplies } from '../review/small-scope/stopped-applies';
import { type Bench } from './report';

export function smallApplies(): Bench {
  return {
    name: 'small-applies',
    onlyByName: true,
    async run() {
      const [applies, compared] = [new StoppedApplies(), noApplies()];
      const wrong: string[] = [];
      const count = Number(process.env['COUNT'] ?? 5000);
      for (const [state, pair] of drawPairs(count, Number(process.env['SEED'] ?? 1)))
        try {
          await applies.check(state, pair, compared);
        } catch (error) {
          wrong.push((error as Error).message);
        }
      applies.close();
      return [
        { what: 'pairs of edits with reports', value: String(compared.pairs) },
        { what: '  parts of applies that the emulator was asked about', value: String(compared.parts) },
        { what: '  pairs with access of an apply that stops early', value: String(compared.early) },
        { what: '  disagreements', value: String(wrong.length) },
        ...wrong.slice(0, 20).map((what) => ({ what: `  ${what}`, value: '' })),
      ];
    },
  };
}
