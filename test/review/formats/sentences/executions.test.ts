/** Every format shows the addresses of our provider blocks, and what the apply runs. */
import {
  createReview,
  formatHtml,
  formatMarkdown,
  formatText,
  readPlan,
  withNote,
  type TerraformPlan,
  type Review,
} from '../../../../src/review';
import { corpusTexts } from '../../corpus';
import { dataIn } from '../../page/page-data';

type Document = Record<string, unknown> & {
  planned_values: unknown;
  prior_state: { values: unknown };
  resource_changes: { change: { actions: string[] } }[];
  configuration: { provider_config: Record<string, { expressions?: object }> };
};

/** Returns the review of a plan without changes, with these expressions of the provider block. */
function reviewWith(expressions: object, files: Record<string, string> = {}): Review {
  const [{ text } = { text: '' }] = corpusTexts('owner-added');
  const document = JSON.parse(text) as Document;
  document.resource_changes = document.resource_changes.filter(({ change }) => change.actions.join() === 'no-op');
  const values = JSON.stringify(document.prior_state.values);
  document.planned_values = JSON.parse(values, (name, value: unknown) => (name === 'depends_on' ? undefined : value));
  document.configuration.provider_config['platform'] = {
    ...document.configuration.provider_config['platform'],
    expressions,
  };
  const saved: TerraformPlan['saved'] = [
    { module: '', dir: '.', files: Object.entries(files).map(([name, content]) => ({ name, text: content })) },
  ];
  return createReview([readPlan(withNote(JSON.stringify(document), { saved, lock: '' }), 'plan')]);
}

/** Returns the texts of a review in each format. */
const textsOf = (review: Review): Record<string, string> => ({
  text: formatText(review.report),
  markdown: formatMarkdown(review.report).replaceAll('\\', ''),
  html: (formatHtml(review).split('<h1>')[1]?.split('<main>')[0] ?? '').replace(/<[^>]*>/g, ''),
  page: dataIn(formatHtml(review))
    .lead.map((part) => (typeof part === 'string' ? part : part.name))
    .join(''),
});

test.each(['text', 'markdown', 'html', 'page'])('a plan that only sets an address shows it as %s', (format) => {
  const own = reviewWith({ base_url: { constant_value: 'https://iam.example.com' } });
  expect(own.report.findings.map(({ reason }) => reason)).toEqual([]);
  expect(own.report.verdict.result).toBe('unchanged');
  expect(textsOf(own)[format]?.replaceAll(/\s+/g, ' ')).toMatch(
    /provider\.platform\W.*sets base_url to \W*https:\/\/iam\.example\.com/,
  );
  expect(textsOf(reviewWith({}))[format]).not.toContain('base_url');
  const other = reviewWith({ base_url: { constant_value: 'https://iam.example.org' } });
  expect(other.report.digest).not.toBe(own.report.digest);
  const open = textsOf(reviewWith({ auth_url: { references: ['var.x'] } }))[format]?.replaceAll(/\s+/g, ' ');
  expect(open).toMatch(/sets auth_url to \W*\(expression\)/);
});

test.each(['text', 'markdown', 'html', 'page'])(
  'a function of another provider is in the first lines of %s',
  (format) => {
    const review = reviewWith({}, { 'main.tf': 'locals {\n  x = provider::time::parse("a")\n}\n' });
    expect(textsOf(review)[format]?.replaceAll(/\s+/g, ' ')).toMatch(/The apply evaluates \W*provider::time::parse/);
  },
);

test('each format lists the programs of a plan', () => {
  const [{ text } = { text: '' }] = corpusTexts('provisioner');
  const review = createReview([readPlan(text, 'plan')]);
  const [program] = review.report.executes.filter(({ isProgram }) => isProgram);
  const line = `provisioner ${program?.address}`;
  expect(line).toMatch(/provisioner \w+/);
  expect(formatText(review.report)).toContain(line);
  expect(formatMarkdown(review.report)).toContain(line);
  expect(JSON.stringify(dataIn(formatHtml(review)).review?.hints)).toContain(line);
});

test.each(['text', 'markdown', 'html', 'page'])('%s names the parts that the input does not show', (format) => {
  const [{ text } = { text: '' }] = corpusTexts('owner-added');
  const shown = textsOf(createReview([readPlan(text, 'plan')]))
    [format]?.replaceAll(/\s+/g, ' ')
    .replaceAll('`', '');
  expect(shown).toContain(
    'The input does not show all code that the apply executes: create it with platform-iac plan.',
  );
  expect(textsOf(reviewWith({}))[format]).not.toContain('The input does not');
});
