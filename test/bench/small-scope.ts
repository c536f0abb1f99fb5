/**
 * Every small organization and every single edit of each (see `test/review/small-scope`), or as many as fit into MINUTES (60).
 * PART=2/4 checks the second quarter. Disagreements are listed, and the rest is checked. Progress goes to stderr.
 */
import { checkOrganization, nothingCompared, type Meanings } from '../review/small-scope/check';
import { EmbeddedAnswers } from '../review/small-scope/embedded-answers';
import { smallOrganizations, type State } from '../review/small-scope/organizations';
import { type Bench, type Row } from './report';

const PROGRESS_MILLISECONDS = 60_000;

export function smallScope(): Bench {
  return {
    name: 'small-scope',
    onlyByName: true,
    async run() {
      const end = Date.now() + Number(process.env['MINUTES'] ?? 60) * 60_000;
      const [part = 1, parts = 1] = (process.env['PART'] ?? '1/1').split('/').map(Number);
      const all = inOrder(smallOrganizations()).filter((_, index) => index % parts === part - 1);
      const embedded = new EmbeddedAnswers();
      const meanings: Meanings = new Map();
      const compared = nothingCompared();
      const wrong: string[] = [];
      let done = 0;
      let shown = Date.now();
      const rows = (): Row[] => [
        { what: 'organizations, of all', value: `${done} of ${all.length}` },
        { what: '  edits', value: String(compared.edits) },
        { what: '  edits that change access', value: String(compared.changed) },
        { what: '  answers that reports were compared with', value: String(compared.answers) },
        { what: '  organizations that the emulator was asked about', value: String(embedded.organizations) },
        { what: '  questions to the emulator', value: String(embedded.requests) },
        { what: '  different digests of edits with different meanings', value: String(meanings.size) },
        { what: '  equal digests of the same edit in another plan', value: String(compared.sameMeanings) },
        { what: '  disagreements', value: String(wrong.length) },
        ...wrong.slice(0, 20).map((what) => ({ what: `  ${what}`, value: '' })),
      ];
      for (const state of all) {
        if (Date.now() > end) break;
        try {
          await checkOrganization(state, embedded, meanings, compared);
        } catch (error) {
          wrong.push((error as Error).message);
        }
        done++;
        if (Date.now() - shown < PROGRESS_MILLISECONDS) continue;
        shown = Date.now();
        process.stderr.write(`${JSON.stringify(rows().map(({ value }) => value))}\n`);
      }
      embedded.close();
      return rows();
    },
  };
}

/** Up to two groups first, then those with all roles in the root group. The order within each is spread: a part is a sample. */
function inOrder(all: readonly State[]): State[] {
  const classOf = ({ tree, roles }: State) => (tree.length < 3 ? 0 : roles.every((at) => at <= 0) ? 1 : 2);
  const spread = (index: number) => (index * 3571) % all.length;
  return all
    .map((state, index) => ({ state, order: classOf(state) * all.length + spread(index) }))
    .sort((one, other) => one.order - other.order)
    .map(({ state }) => state);
}
