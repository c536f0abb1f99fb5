/**
 * All small organizations and every single edit of each, or as many as fit into MINUTES (60): `test/review/small-scope.ts` says
 * what is enumerated and compared. PART=2/4 checks the second quarter. Disagreements are listed, and the rest is checked.
 */
import { checkOrganization, Oracle, smallOrganizations } from '../review/small-scope';
import { type Bench } from './report';

/** Organizations of up to two groups. */
const SMALLEST = 395;
/** Has no divisor in common with the number of organizations. */
const STRIDE = 3571;

export function smallScope(): Bench {
  return {
    name: 'small-scope',
    onlyByName: true,
    async run() {
      const end = Date.now() + Number(process.env['MINUTES'] ?? 60) * 60_000;
      const [part = 1, parts = 1] = (process.env['PART'] ?? '1/1').split('/').map(Number);
      const every = smallOrganizations();
      // The smallest first, then spread over the rest: a run that ends early is a sample.
      const spread = (index: number) => (index < SMALLEST ? index : every.length + ((index * STRIDE) % every.length));
      const all = every
        .map((state, index) => ({ state, at: spread(index) }))
        .sort((one, other) => one.at - other.at)
        .flatMap(({ state }, index) => (index % parts === part - 1 ? [state] : []));
      const oracle = new Oracle();
      const found = { organizations: 0, edits: 0, changed: 0 };
      const wrong: string[] = [];
      for (const state of all) {
        if (Date.now() > end) break;
        found.organizations++;
        try {
          const { edits, changed } = await checkOrganization(state, oracle);
          found.edits += edits;
          found.changed += changed;
        } catch (error) {
          wrong.push((error as Error).message);
        }
      }
      oracle.close();
      return [
        { what: 'organizations, of all', value: `${found.organizations} of ${all.length}` },
        { what: '  edits', value: String(found.edits) },
        { what: '  edits that change access', value: String(found.changed) },
        { what: '  questions to the embedded API', value: String(oracle.requests) },
        { what: '  disagreements', value: String(wrong.length) },
        ...wrong.slice(0, 20).map((what) => ({ what: `  ${what}`, value: '' })),
      ];
    },
  };
}
