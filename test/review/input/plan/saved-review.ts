/** Reviews a plan that deletes a role binding, with a configuration inside of it. */
import { readPlan, reviewPlans, withNote, type TerraformPlan, type Report } from '../../../../src/review';
import { corpusTexts } from '../../corpus';

interface Options extends Pick<TerraformPlan, 'lock' | 'releaseHashes'> {
  readonly module?: string;
  readonly trusted?: readonly string[];
  /** The hashes of files that the configuration reads, by path. */
  readonly reads?: Readonly<Record<string, string>>;
  readonly edit?: (text: string) => string;
}

const [{ text: plan } = { text: '' }] = corpusTexts('owner-removed');

/** The block of the binding. */
export const deleted = readPlan(plan, 'plan').changes?.find(({ fate }) => fate?.old === 'gone')?.address ?? '';

export function reviewSaved(files: Record<string, string>, options: Options = {}): Report {
  const { module = '', trusted = [], edit = (text) => text, reads = {}, ...note } = options;
  const saved: TerraformPlan['saved'] = [
    { module, dir: '.', files: Object.entries(files).map(([name, text]) => ({ name, text })), reads },
  ];
  return reviewPlans([readPlan(withNote(edit(plan), { saved, ...note }), 'plan')], {
    configuration: { trustedProviders: trusted },
  });
}

export const executes = ({ executes: all }: Report, kind: string) => all.filter((entry) => entry.kind === kind);

/** Returns the subjects of the findings about programs. */
export const programs = ({ findings }: Report) =>
  findings.flatMap(({ id, subject }) => (id === 'runs-code' ? [subject] : []));
