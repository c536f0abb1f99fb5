/**
 * Every pair of edits of every small organization (see `test/review/small-scope`), or as many as fit into MINUTES (60). PART=2/4
 * checks the second quarter. Disagreements are listed, and the rest is checked. Progress goes to stderr.
 */
import { checkPair, noPairs, pairsOf, sideOf } from '../review/small-scope/pairs';
import { smallOrganizations } from '../review/small-scope/organizations';
import { randomFrom } from '../support/random';
import { type Bench, type Row } from './report';

const PROGRESS_MILLISECONDS = 60_000;

export function smallPairs(): Bench {
  return {
    name: 'small-pairs',
    onlyByName: true,
    run() {
      const end = Date.now() + Number(process.env['MINUTES'] ?? 60) * 60_000;
      const [part = 1, parts = 1] = (process.env['PART'] ?? '1/1').split('/').map(Number);
      const all = smallOrganizations().filter((_, index) => index % parts === part - 1);
      const random = randomFrom(Number(process.env['SEED'] ?? 1));
      const compared = noPairs();
      const wrong: string[] = [];
      let done = 0;
      let shown = Date.now();
      const rows = (): Row[] => [
        { what: 'organizations, of all', value: `${done} of ${all.length}` },
        { what: '  pairs of edits', value: String(compared.pairs) },
        { what: '  pairs with early access', value: String(compared.early) },
        { what: '  the same with a known order of some writes', value: String(compared.ordered) },
        { what: '  disagreements', value: String(wrong.length) },
        ...wrong.slice(0, 20).map((what) => ({ what: `  ${what}`, value: '' })),
      ];
      for (const state of all) {
        if (Date.now() > end) break;
        const before = sideOf(state);
        for (const pair of pairsOf(state))
          try {
            checkPair(before, pair, () => random.below(3) === 0, compared);
          } catch (error) {
            wrong.push((error as Error).message);
          }
        done++;
        if (Date.now() - shown < PROGRESS_MILLISECONDS) continue;
        shown = Date.now();
        process.stderr.write(`${JSON.stringify(rows().map(({ value }) => value))}\n`);
      }
      return Promise.resolve(rows());
    },
  };
}
