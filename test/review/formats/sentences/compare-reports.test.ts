import type { Report } from '../../../../src/review';
import { formatDifferences } from '../../../../src/review/formats/terminal/differences-text';
import { compareReports } from '../../../../src/review/formats/sentences/compare-reports';
import { corpusNames, reviewOf } from '../../corpus';

const shown = (approved: Report, now: Report) =>
  compareReports(approved, now).map(({ section, side, text }) => `${side} ${section}: ${text}`);

const owner = reviewOf('owner-added');
const nothing = reviewOf('nothing-to-do');

test('a report has no differences from itself', () => {
  for (const name of corpusNames.slice(0, 20)) expect(shown(reviewOf(name), reviewOf(name))).toEqual([]);
});

test('each part that only one report contains is listed with its side', () => {
  expect(shown(nothing, owner)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^new Findings: high owner-gained: acme\/payments\/ci becomes an owner/),
      expect.stringMatching(/^new Access: acme\/payments\/ci gains .+ in acme\/payments and beneath$/),
    ]),
  );
  const opposite = (line: string) => line.replace(/^\w+/, (side) => (side === 'new' ? 'gone' : 'new'));
  expect(shown(owner, nothing).sort()).toEqual(shown(nothing, owner).map(opposite).sort());
});

test('of access, only the capabilities that differ are listed', () => {
  const [row] = owner.access.gained;
  const fewer = { ...row!, capabilities: row!.capabilities.filter((name) => name !== 'role_bindings.create') };
  const approved = { ...owner, access: { ...owner.access, gained: [fewer] } };
  expect(shown(approved, owner)).toEqual([
    'new Access: acme/payments/ci gains role_bindings.create in acme/payments and beneath',
  ]);
  const excepted = { ...owner, access: { ...owner.access, gained: [{ ...row!, except: ['acme/payments/checkout'] }] } };
  expect(shown(owner, excepted)[0]).toMatch(/ in acme\/payments and beneath, but not in acme\/payments\/checkout$/);
});

test('another severity, and another reason of a suppression, is a difference', () => {
  const [finding] = owner.findings;
  const lower = { ...owner, findings: [{ ...finding!, severity: 'low' as const }] };
  expect(shown(owner, lower).map((line) => line.split(':').slice(0, 2).join(''))).toEqual([
    'new Findings low owner-gained',
    'gone Findings high owner-gained',
  ]);
  const suppression = { id: finding!.id, subject: finding!.subject, reason: 'Agreed.', expires: '2027-01-31' };
  const suppressed = (reason: string): Report => ({
    ...owner,
    findings: [],
    suppressed: [{ ...finding!, suppression: { ...suppression, reason } }],
  });
  expect(shown(suppressed('Agreed.'), suppressed('Agreed.'))).toEqual([]);
  expect(shown(suppressed('Agreed.'), suppressed('Other.'))).toHaveLength(2);
});

test('the text has a sign for each side, and says so if the reports show the same', () => {
  expect(formatDifferences(owner, owner)).toMatch(/^ {2}Both reports show the same\./);
  const text = formatDifferences(nothing, owner);
  expect(text).toMatch(/^ {2}\+ now only {3}- approved only\n/);
  expect(text).toContain('\n  Findings\n    + high owner-gained');
  expect(formatDifferences(owner, nothing)).toContain('\n    - high owner-gained');
});
