/** Tests that no length of a name hides a finding, and that the exact name remains where programs read it. */
import fc from 'fast-check';
import {
  formatAtlantis,
  formatJson,
  formatMarkdown,
  formatText,
  type Report,
  type ReportedFinding,
} from '../../../../src/review';
import { shortName, withShortNames } from '../../../../src/review/formats/sentences/short-names';
import { reviewOf } from '../../corpus';

const base = reviewOf('owner-added');
const [example] = base.findings as [ReportedFinding, ...ReportedFinding[]];

/** Returns a report with a high finding for each name. */
function reportOf(names: readonly string[]): Report {
  const findings = names.map((name, index): ReportedFinding => {
    const { cause: _, ...finding } = example;
    const subject = `acme/${name}`;
    return {
      ...finding,
      subject,
      reason: `${subject} becomes an owner of acme.${' It can grant and revoke access there.'.repeat(10)}`,
      fingerprint: `f${index}`,
      severity: 'high',
    };
  });
  const counts = { ...base.verdict.findings, high: names.length };
  return { ...base, findings, verdict: { ...base.verdict, findings: counts, causes: counts, worst: 'high' } };
}

const highRows = (comment: string) => (comment.split('<details')[0] ?? '').match(/^[|-] 🔴/gmu)?.length ?? 0;

test('a name of 70,000 letters removes no high finding from a comment', () => {
  const report = reportOf(['x'.repeat(70_000), 'ci', 'y'.repeat(70_000)]);
  const comment = formatMarkdown(report);
  expect(comment.length).toBeLessThanOrEqual(65_536);
  expect(highRows(comment)).toBe(3);
  expect(comment).toContain('`acme/ci` becomes an owner');
  expect(comment).toContain('x'.repeat(200));
  expect(comment).not.toContain('x'.repeat(201));
});

test('high findings that do not fit with their reasons have one line each', () => {
  const comment = formatMarkdown(reportOf(Array.from({ length: 10 }, (_, index) => `${index}`.repeat(190))), {
    longest: 5_000,
  });
  expect(comment.length).toBeLessThanOrEqual(5_000);
  expect(highRows(comment)).toBe(10);
  expect(comment).toMatch(/^<!-- platform-iac review -->\n### 🔴 Findings: 10 high/u);
});

test('if not even one line each fits, their number and the command come first', () => {
  const comment = formatMarkdown(reportOf(Array.from({ length: 900 }, (_, index) => `${index}-${'x'.repeat(150)}`)), {
    longest: 20_000,
  });
  expect(comment.length).toBeLessThanOrEqual(20_000);
  expect(comment.split('\n')[1]).toMatch(/^### 🔴 Findings: 900 high.*`platform-iac review --format text --verbose`/u);
  expect(comment).toMatch(/lines do not fit into a comment/);
});

test('names of any length and number hide no high finding', () => {
  const name = fc
    .tuple(
      fc.constantFrom('a', 'ü', '🦊', '|', '`', ' ', '/', '\u202e', '<b>'),
      fc.constantFrom(1, 199, 201, 5_000, 70_000),
    )
    .map(([unit, length]) => unit.repeat(length));
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 30 }), (names) => {
      const comment = formatMarkdown(reportOf(names));
      expect(comment.length).toBeLessThanOrEqual(65_536);
      const rows = highRows(comment);
      expect([rows === names.length, names.length > 12 || /Findings: \d+ high/.test(comment)]).toContain(true);
    }),
    { numRuns: 60 },
  );
});

test('the JSON and the suppressions keep whole names', () => {
  const long = 'a'.repeat(300);
  const report = reportOf([long]);
  expect(formatJson(report)).toContain(`"acme/${long}"`);
  expect(formatMarkdown(report)).toContain(`"subject":"acme/${long}"`);
  expect(withShortNames(report).findings[0]?.fingerprint).toBe('f0');
});

test('text and Atlantis have short names, too', () => {
  const report = reportOf(['x'.repeat(300)]);
  for (const text of [
    formatText(report, { width: 100_000 }),
    formatAtlantis({ report, hasFailed: true, failOn: 'high' }),
  ])
    expect(text).not.toContain('x'.repeat(201));
});

test('names with the same beginning differ, and a report with short names is unchanged', () => {
  const [one, other] = [shortName(`${'a'.repeat(250)}x`), shortName(`${'a'.repeat(250)}y`)];
  expect(one).not.toBe(other);
  expect(shortName('🦊'.repeat(200))).toBe('🦊'.repeat(200));
  expect(withShortNames(base)).toBe(base);
});
