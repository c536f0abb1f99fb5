/** Tests the suppressions to paste: with a reason and an expiry day, they accept exactly the findings of the report. */
import { formatMarkdown, formatSuppressions, readConfiguration } from '../../../src/review';
import { reviewOf } from '../corpus';

const completed = (text: string) =>
  text.replaceAll('"reason":"","expires":""', '"reason":"Agreed.","expires":"2027-01-31"');

test.each(['owner-added', 'role-widened', 'claim-anybody', 'destroy-all', 'first-apply'])(
  'accept all of %s',
  (plan) => {
    const report = reviewOf(plan);
    expect(report.findings).not.toEqual([]);
    const configuration = readConfiguration(completed(formatSuppressions(report)), 'review.config.json');
    const { findings, suppressed, idleSuppressions } = reviewOf(plan, { configuration });
    expect({ findings, idleSuppressions }).toEqual({ findings: [], idleSuppressions: [] });
    expect(suppressed).toHaveLength(report.findings.length);
  },
);

test('accept nothing without a reason and a day', () => {
  expect(() => readConfiguration(formatSuppressions(reviewOf('owner-added')), 'x')).toThrow(
    /suppressions\[0\]\.reason/,
  );
  expect(formatSuppressions(reviewOf('nothing-to-do'))).toBe('{ "suppressions": [] }\n');
});

test('of several findings in the comment are the elements of an array', () => {
  const { findings, ...report } = reviewOf('owner-added');
  const [finding] = findings as [(typeof findings)[number]];
  const several = { ...report, findings: [finding, { ...finding, subject: 'acme/other' }] };
  const [, lines = ''] = /Accept a finding[^]*?```json\n([^]*?)\n```/.exec(formatMarkdown(several)) ?? [];
  expect(JSON.parse(`[${lines}]`)).toHaveLength(2);
});

test('are folded in the comment', () => {
  const report = reviewOf('owner-added');
  const [, json = ''] = /Accept a finding[^]*?```json\n([^]*?)\n```/.exec(formatMarkdown(report)) ?? [];
  expect(JSON.parse(json)).toMatchObject({ id: 'owner-gained', fingerprint: report.findings[0]?.fingerprint });
});
