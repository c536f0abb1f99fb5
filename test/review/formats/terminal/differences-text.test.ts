import type { Report } from '../../../../src/review';
import { formatDifferences } from '../../../../src/review/formats/terminal/differences-text';
import { reviewOf } from '../../corpus';

const report = reviewOf('nothing-to-do');
const withProblems = (count: number): Report => ({
  ...report,
  verdict: { ...report.verdict, problems: Array.from({ length: count }, (_, index) => `Problem ${index}.`) },
});

test('a section lists twenty parts and counts the rest', () => {
  expect(formatDifferences(report, withProblems(20))).not.toContain('more');
  const text = formatDifferences(report, withProblems(23));
  expect(text.match(/^ {4}\+ Problem \d+\.$/gm)).toHaveLength(20);
  expect(text).toMatch(/\n {6}… and 3 more\n$/);
});

test('a long text is wrapped, and its lines are indented', () => {
  const problem = 'word '.repeat(60).trim();
  const now = { ...report, verdict: { ...report.verdict, problems: [problem] } };
  const lines = formatDifferences(report, now, { width: 60 }).trimEnd().split('\n').slice(2);
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.every((line) => line.length <= 60)).toBe(true);
  expect(lines.slice(1).every((line) => line.startsWith('        word'))).toBe(true);
});
