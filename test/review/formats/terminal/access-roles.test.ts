/** Tests the lines about gained access of a large report. */
import { sortAccess } from '../../../../src/review/access/rights';
import { formatText, type Report } from '../../../../src/review';
import { createPrinter } from '../../../../src/review/formats/terminal/printer';
import { accessByRole } from '../../../../src/review/formats/terminal/access-roles';
import type { ReportedLine } from '../../../../src/review/report/types/report';
import { reviewOf } from '../../corpus';

const toLine = (identity: string, group: string, role: string, capabilities: readonly string[]): ReportedLine => ({
  ...{ identity, group, roles: [role], capabilities, beneath: 0, fresh: 1, cause: 'granted' },
});
const lines = Array.from({ length: 12 }, (_, index) => `acme/area-${index}`).flatMap((group, index) => [
  toLine(`${group}/ci`, group, 'viewer', ['groups.list']),
  toLine(`lead-${index}`, group, 'editor', ['repo.create', 'repo.delete']),
  toLine(`chief-${index}`, group, 'owner', ['role_bindings.create']),
  toLine(`helper-${index}`, group, 'acme/granting', ['role_bindings.delete']),
]);

test('the most powerful role is first, and places are in natural order', () => {
  const longest = accessByRole(sortAccess(lines), '+', 'green', createPrinter({})).at(-1)!;
  const titles = longest.filter((line) => line.startsWith('  + '));
  expect(titles.map((line) => /groups {2}([^:]+):/.exec(line)?.[1])).toEqual([
    ...['owner', 'acme/granting', 'editor', 'viewer'],
  ]);
  const start = longest.findIndex((line) => line.includes('  owner:'));
  expect(longest.slice(start + 1, start + 8)).toEqual([
    ...[0, 1, 2, 3, 4, 5].map((index) => `      chief-${index}  in acme/area-${index}`),
    '      … and 6 more (--verbose lists all)',
  ]);
});

test('identities of one name, each in its own group, share a line', () => {
  const longest = accessByRole(sortAccess(lines), '+', 'green', createPrinter({})).at(-1)!;
  expect(longest.at(-1)).toBe(
    '      12 called ci, each in its own group: acme/area-0, acme/area-1, acme/area-2 and 9 more',
  );
});

test('the names of a role are aligned', () => {
  const pairs = [...Array(21).keys()].map((index) => toLine('a'.repeat(index + 1), `acme/${index}`, 'viewer', []));
  const longest = accessByRole(pairs, '+', 'green', createPrinter({})).at(-1)!;
  const columns = longest.slice(1, -1).map((line) => line.indexOf(' in acme'));
  expect(new Set(columns).size).toBe(1);
});

test('a large report has no list of pairs in a sentence, and --verbose lists each identity', () => {
  const base = reviewOf('owner-added');
  const report: Report = { ...base, access: { ...base.access, lines: { gained: lines, lost: [] } } };
  const text = formatText(report);
  expect(text).not.toContain(' → acme');
  expect(text).toContain('--verbose');
  const whole = formatText(report, { isWhole: true });
  for (const { identity } of lines) expect(whole).toContain(`  + ${identity}  `);
});

test('of each level, identities of strangers are before the others', () => {
  const base = reviewOf('owner-added');
  const [finding] = base.findings;
  const strange = {
    ...finding!,
    id: 'undeclared-owner' as const,
    severity: 'high' as const,
    subject: 'helper-7',
    identity: 'helper-7',
  };
  const report: Report = {
    ...base,
    findings: [strange],
    access: { ...base.access, lines: { gained: lines, lost: [] } },
  };
  const whole = formatText(report, { isWhole: true }).split('\n');
  const start = whole.findIndex((line) => line.startsWith('  + helper-'));
  expect(whole[start]).toContain('  + helper-7  ');
  expect(whole[start - 1]).toContain('  + chief-11  ');
  expect(whole[start + 1]).toContain('  + helper-0  ');
  expect(formatText(report).indexOf(' helper-7 ')).toBeLessThan(formatText(report).indexOf(' helper-0 '));
});
