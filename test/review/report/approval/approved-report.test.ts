/** How a report differs from the one that was approved, in the words of a reviewer. */
import {
  ApprovedReportError,
  differencesOf,
  formatDifferences,
  formatJson,
  readApproved,
  readPlan,
  reviewPlans,
  InconclusiveReportError,
  type Report,
} from '../../../../src/review';
import { REPORT_VERSION } from '../../../../src/review/report/types/report';
import { corpusNames, corpusTexts, reviewOf } from '../../corpus';

const between = (approved: Report, now: Report) =>
  differencesOf(approved, now).map(({ section, side, text }) => `${side === 'new' ? '+' : '-'} ${section}: ${text}`);

test.each(corpusNames.filter((name) => reviewOf(name).verdict.result !== 'unjudged'))(
  '%s differs in nothing from its own report, read again',
  (name) => {
    const report = reviewOf(name);
    expect(differencesOf(readApproved(formatJson(report), 'report.json'), report)).toEqual([]);
  },
);

test('findings, access, who can assume and changes are told, as they are now and as they were approved', () => {
  const [approved, now] = [reviewOf('owner-added'), reviewOf('claim-any-branch')];
  expect(between(approved, now)).toEqual([
    expect.stringMatching(/^\+ Findings: medium claim-widened: /),
    expect.stringMatching(/^- Findings: high owner-gained: acme\/payments\/ci becomes an owner: /),
    expect.stringMatching(
      /^- Access: acme\/payments\/ci gains role_bindings, identity, .+ and 9 more in acme\/payments and beneath$/,
    ),
    expect.stringMatching(/^\+ Who can assume: acme\/payments\/ci: any workflow on branch main of acme\/shop → /),
    expect.stringMatching(/^\+ Changes: updated identity acme\/payments\/ci \[claim_match\.subject: /),
    '- Changes: created role binding acme/payments/ci is owner in acme/payments',
  ]);
  const otherSide = (line: string) => (line.startsWith('+') ? `-${line.slice(1)}` : `+${line.slice(1)}`);
  expect(between(now, approved).sort()).toEqual(between(approved, now).map(otherSide).sort());
});

/** The plan of `custom-roles`, in which the role that somebody is given holds this, too. */
function auditorHolds(...more: readonly string[]): Report {
  const [plan] = corpusTexts('custom-roles');
  const capabilities = '"capabilities":["apk.create","groups.list"';
  expect(plan!.text).toContain(capabilities);
  const added = more.map((name) => `,"${name}"`).join('');
  return reviewPlans([readPlan(plan!.text.replaceAll(capabilities, `${capabilities}${added}`), plan!.name)]);
}

test('one right more of the same role in the same group is told as that right', () => {
  const [approved, now] = [auditorHolds(), auditorHolds('roles.update')];
  expect(between(approved, now)).toEqual([
    '+ Access: acme/payments/ci gains roles.update in acme/payments and beneath',
  ]);
  expect(between(now, approved)).toEqual([
    '- Access: acme/payments/ci gains roles.update in acme/payments and beneath',
  ]);
});

test('another owner of the same right is told, and what is unresolved, suppressed or not judged', () => {
  const approved = reviewOf('claim-unknown');
  expect(between(approved, { ...approved, unresolved: [], others: [] })).toEqual([
    '- Not known before the apply: claim_match of platform_identity.ci',
    '- Not judged: terraform_data terraform_data.later',
  ]);
  const [finding] = reviewOf('owner-added').findings;
  const suppressed = [{ ...finding!, suppression: { reason: 'Agreed upon.' } }];
  expect(between(reviewOf('owner-added'), { ...reviewOf('owner-added'), findings: [], suppressed })).toEqual([
    expect.stringMatching(/^- Findings: high owner-gained/),
    expect.stringMatching(/^\+ Suppressed: high owner-gained: .* \(Agreed upon\.\)$/),
  ]);
});

test('placeholders of two plans differ, and make no difference', () => {
  const text = formatJson(reviewOf('pair-first-apply'));
  const path = (digits: string) => `acme/${'ac3e'.repeat(10)}/00000000${digits}`;
  const { approvedWrites } = reviewOf('pair-first-apply');
  const named = (digits: string) => {
    const report = JSON.parse(text.replaceAll('acme/payments/ledger', path(digits))) as Report;
    return readApproved(formatJson({ ...report, approvedWrites }), 'report.json');
  };
  expect(named('0123abcd')).not.toEqual(named('4567ef01'));
  expect(differencesOf(named('0123abcd'), named('4567ef01'))).toEqual([]);
});

test('for a log they are lines with a sign; what no report shows is said to be that', () => {
  const lines = formatDifferences(reviewOf('owner-added'), reviewOf('claim-any-branch'), { width: 80 }).split('\n');
  expect(lines.slice(0, 2)).toEqual(['  + now only   - approved only', '  Findings']);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(lines).toContain('    - created role binding acme/payments/ci is owner in acme/payments');
  expect(formatDifferences(reviewOf('drift'), reviewOf('drift'))).toContain('The two reports read the same.');
});

test('many lines of a section are counted, and text of others cannot forge a line', () => {
  const report = reviewOf('pair-first-apply');
  const [first] = report.changes;
  const changes = Array.from({ length: 50 }, (_, index) => ({ ...first!, path: `acme/x\n    + ${index}\u001b[31m` }));
  const text = formatDifferences({ ...report, changes: [] }, { ...report, changes });
  expect(text.split('\n')).toHaveLength(2 + 20 + 1 + 1);
  expect(text).toContain('… and 30 more');
  expect(text).toContain(String.raw`acme/x\n    + 0\u001b[31m`.replace(/ {4}/, ' '.repeat(4)));
  expect(text).not.toContain('\u001b');
});

test('a report on what could not be judged is none that was approved, even if it has a digest', () => {
  const report = reviewOf('errored');
  for (const one of [report, { ...report, digest: 'a'.repeat(64) }])
    expect(() => readApproved(formatJson(one), 'report.json')).toThrow(
      new InconclusiveReportError(
        'report.json is a report on plans that could not be judged: nobody can have approved it. Review anew.',
      ),
    );
});

test.each([
  ['broken.json', '{"digest', 'broken.json is no JSON, or was cut off'],
  ['plan.json', '{"format_version":"1.2"}', 'plan.json is no report: it has no digest'],
  ['newer.json', JSON.stringify({ digest: 'a'.repeat(64), version: 99 }), 'newer.json is a report of version 99'],
  [
    'part.json',
    JSON.stringify({ digest: 'a'.repeat(64), version: REPORT_VERSION, access: {} }),
    'part.json is no whole report',
  ],
])('%s is no report that could have been approved', (name, text, message) => {
  expect(() => readApproved(text, name)).toThrow(ApprovedReportError);
  expect(() => readApproved(text, name)).toThrow(message);
});
