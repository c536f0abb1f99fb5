/** Tests that no format truncates a sentence of a finding or of the headline. Long parts are omitted as a whole and counted. */
import { createReview, formatHtml, formatMarkdown, formatSarif, formatText, readPlan } from '../../../src/review';
import { headline, headlineSentences } from '../../../src/review/formats/sentences/headline';
import type { PageSentenceParts } from '../../../src/review/page/data';
import { dataIn } from '../page/page-data';
import { displayed, visible } from '../../../src/base/text/visible';
import { corpusTexts, reviewOf } from '../corpus';

const long = `Somebody gains ${Array.from({ length: 300 }, (_, n) => `capability-${n}.create`).join(', ')} and the last word.`;
const reviewed = createReview(corpusTexts('example').map(({ text, name }) => readPlan(text, name)));
const [first, ...others] = reviewed.report.findings as [(typeof reviewed.report.findings)[number]];
const report = { ...reviewed.report, findings: [{ ...first, id: 'last-owners' as const, reason: long }, ...others] };
const sentences = [
  ...headlineSentences(report).map(displayed),
  ...report.findings.map(({ reason }) => displayed(reason)),
];

/** Removes line breaks, escapes and marks of names that a format adds. */
const plain = (text: string) => visible(text.replaceAll('\u2060', '').replace(/\s+/g, ' ')).replace(/[\\`"]/g, '');
const contains = (format: string) => sentences.filter((sentence) => !plain(format).includes(plain(sentence)));

test('the headline contains a long sentence', () => expect(headline(report)).toContain(long));

test('text, at any width', () => {
  for (const width of [40, 80, 200]) expect(contains(formatText(report, { width, isWhole: true }))).toEqual([]);
});

test('Markdown', () => expect(contains(formatMarkdown(report))).toEqual([]));

test('SARIF', () => {
  const { runs } = JSON.parse(formatSarif(report)) as { runs: [{ results: { message: { text: string } }[] }] };
  expect(contains([headline(report), ...runs[0].results.map(({ message }) => message.text)].join(' '))).toEqual([]);
});

test('the page', () => {
  const html = formatHtml({ ...reviewed, report });
  const { title, review } = dataIn(html);
  const joined = (parts: PageSentenceParts) =>
    parts.map((part) => (typeof part === 'string' ? part : part.name)).join('');
  expect(contains([...title, ...(review?.findings ?? []).map(({ reason }) => reason)].map(joined).join(' '))).toEqual(
    [],
  );
  const [, heading = ''] = /<h1>(.*)<\/h1>/s.exec(html) ?? [];
  expect(plain(heading.replace(/<[^>]*>|&quot;/g, '').replaceAll('&#39;', "'"))).toBe(plain(headline(report)));
  expect(heading.split('<span>').length - 1).toBe(headlineSentences(report).length);
});

test('a trust policy of any length', () => {
  const { assume, findings } = reviewOf('trust-long-pattern');
  expect(assume[0]?.after).toMatch(/service-19\):ref:refs\/heads\/ma\?in\.\*\$$/);
  const [reason = ''] = findings.flatMap((finding) => (finding.id === 'claim-widened' ? [finding.reason] : []));
  expect(reason).toContain('ma?in.*$');
  expect(reason).toMatch(/\.$/);
});

test('a full comment omits whole lines, and counts them', () => {
  const full = formatMarkdown(report, { longest: 3_000 });
  expect(full.length).toBeLessThanOrEqual(3_000);
  expect(full).not.toContain('capability-');
  expect(full).toMatch(/\d+ lines do not fit into a comment/);
  for (const row of full.split('\n').filter((line) => line.startsWith('| 🔴'))) expect(row).toMatch(/ \|$/);
});
