/**
 * Every small organization with sign-in and every single edit of each (see `test/review/small-scope`), or as many as fit into
 * MINUTES (60). PART=2/4 checks the second quarter. Disagreements are listed, and the rest is checked. Progress goes to stderr.
 */
import { checkSignIns, noSignIns } from '../review/small-scope/check-sign-ins';
import { SignInAnswers } from '../review/small-scope/sign-in-answers';
import { signInOrganizations } from '../review/small-scope/sign-ins';
import { type Bench, type Row } from './report';

const PROGRESS_MILLISECONDS = 60_000;

export function smallSignIns(): Bench {
  return {
    name: 'small-sign-ins',
    onlyByName: true,
    async run() {
      const end = Date.now() + Number(process.env['MINUTES'] ?? 60) * 60_000;
      const [part = 1, parts = 1] = (process.env['PART'] ?? '1/1').split('/').map(Number);
      const all = signInOrganizations();
      // A part, or a run that ends early, is a sample.
      const spread = all.map((_, index) => all[(index * 3571) % all.length]).filter((signIns) => signIns !== undefined);
      const some = spread.filter((_, index) => index % parts === part - 1);
      const [answers, compared] = [new SignInAnswers(), noSignIns()];
      const wrong: string[] = [];
      let done = 0;
      let shown = Date.now();
      const rows = (): Row[] => [
        { what: 'organizations with sign-in, of all', value: `${done} of ${some.length}` },
        { what: '  edits', value: String(compared.edits) },
        { what: '  edits that change access', value: String(compared.changed) },
        { what: '  edits that give access to a person in two external groups', value: String(compared.ofTwoGroups) },
        { what: '  edits with a person whom two identity providers admit', value: String(compared.shared) },
        { what: '  organizations that the emulator was asked about', value: String(answers.organizations) },
        { what: '  questions to the emulator', value: String(answers.requests) },
        { what: '  disagreements', value: String(wrong.length) },
        ...wrong.slice(0, 20).map((what) => ({ what: `  ${what}`, value: '' })),
      ];
      for (const state of some) {
        if (Date.now() > end) break;
        try {
          await checkSignIns(state, answers, compared);
        } catch (error) {
          wrong.push((error as Error).message);
        }
        done++;
        if (Date.now() - shown < PROGRESS_MILLISECONDS) continue;
        shown = Date.now();
        process.stderr.write(`${JSON.stringify(rows().map(({ value }) => value))}\n`);
      }
      await answers.close();
      return rows();
    },
  };
}
