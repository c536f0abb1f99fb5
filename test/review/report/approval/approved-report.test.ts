/** Tests the differences between a report and the approved one. */
import {
  ApprovedReportError,
  compareReports,
  formatDifferences,
  formatJson,
  readApproved,
  readPlan,
  reviewPlans,
  InconclusiveReportError,
  type Report,
} from '../../../../src/review';
import { isContext, sealReport } from '../../../../src/model/approval';
import { REPORT_VERSION } from '../../../../src/model/report';
import { corpusNames, corpusTexts, reviewOf } from '../../corpus';

const between = (approved: Report, now: Report) =>
  compareReports(approved, now).map(({ section, side, text }) => `${side === 'new' ? '+' : '-'} ${section}: ${text}`);

test.each(corpusNames.filter((name) => reviewOf(name).verdict.result !== 'unjudged'))(
  '%s equals its own stored report',
  (name) => {
    const report = reviewOf(name);
    expect(compareReports(readApproved(formatJson(report), 'report.json'), report)).toEqual([]);
  },
);

test('the differences contain new and approved findings, access, trust policies and changes', () => {
  const [approved, now] = [reviewOf('owner-added'), reviewOf('claim-any-branch')];
  expect(between(approved, now)).toEqual([
    expect.stringMatching(/^\+ Findings: medium claim-widened: /),
    expect.stringMatching(/^- Findings: high owner-gained: acme\/payments\/ci becomes an owner of /),
    expect.stringMatching(
      /^- Access: acme\/payments\/ci gains role_bindings, identity, .+, 9 more and all unknown capabilities in acme\/payments and beneath$/,
    ),
    expect.stringMatching(/^\+ Trust policies: acme\/payments\/ci: any workflow on branch main of acme\/shop → /),
    expect.stringMatching(/^\+ Changes: updated identity acme\/payments\/ci \[claim_match\.subject: /),
    '- Changes: created role binding acme/payments/ci is owner in acme/payments',
  ]);
  const otherSide = (line: string) => (line.startsWith('+') ? `-${line.slice(1)}` : `+${line.slice(1)}`);
  expect(between(now, approved).sort()).toEqual(between(approved, now).map(otherSide).sort());
});

/** Returns the report of `custom-roles` with further capabilities of the granted role. */
function auditorHolds(...more: readonly string[]): Report {
  const [plan] = corpusTexts('custom-roles');
  const capabilities = '"capabilities":["apk.create","groups.list"';
  expect(plan!.text).toContain(capabilities);
  const added = more.map((name) => `,"${name}"`).join('');
  return reviewPlans([readPlan(plan!.text.replaceAll(capabilities, `${capabilities}${added}`), plan!.name)]);
}

test('one more capability of a role is reported as that capability', () => {
  const [approved, now] = [auditorHolds('roles.create'), auditorHolds('roles.create', 'roles.update')];
  expect(between(approved, now)).toEqual([
    '+ Access: acme/payments/ci gains roles.update in acme/payments and beneath',
  ]);
  expect(between(now, approved)).toEqual([
    '- Access: acme/payments/ci gains roles.update in acme/payments and beneath',
  ]);
});

test('the differences contain other owners and unresolved, suppressed and unevaluated objects', () => {
  const approved = reviewOf('claim-unknown');
  expect(between(approved, { ...approved, unresolved: [], others: [] })).toEqual([
    '- Unknown until apply: claim_match of platform_identity.ci',
    '- Not evaluated: terraform_data terraform_data.later',
  ]);
  const [finding] = reviewOf('owner-added').findings;
  const suppressed = [{ ...finding!, suppression: { reason: 'Agreed upon.' } }];
  expect(between(reviewOf('owner-added'), { ...reviewOf('owner-added'), findings: [], suppressed })).toEqual([
    expect.stringMatching(/^- Findings: high owner-gained/),
    expect.stringMatching(/^\+ Suppressed: high owner-gained: .* \(Agreed upon\.\)$/),
  ]);
});

test('different placeholders make no difference', () => {
  const text = formatJson(reviewOf('pair-first-apply'));
  const path = (digits: string) => `acme/${'ac3e'.repeat(10)}/00000000${digits}`;
  const { approvedWrites } = reviewOf('pair-first-apply');
  const named = (digits: string) => {
    const report = JSON.parse(text.replaceAll('acme/payments/ledger', path(digits))) as Report;
    return readApproved(JSON.stringify(sealReport({ ...report, approvedWrites })), 'report.json');
  };
  expect(named('0123abcd')).not.toEqual(named('4567ef01'));
  expect(compareReports(named('0123abcd'), named('4567ef01'))).toEqual([]);
});

test('the text has lines with a sign, or explains a difference that no report shows', () => {
  const lines = formatDifferences(reviewOf('owner-added'), reviewOf('claim-any-branch'), { width: 80 }).split('\n');
  expect(lines.slice(0, 2)).toEqual(['  + now only   - approved only', '  Findings']);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(lines).toContain('    - created role binding acme/payments/ci is owner in acme/payments');
  expect(formatDifferences(reviewOf('drift'), reviewOf('drift'))).toContain('Both reports show the same.');
});

test('many lines of a section are counted, and external text cannot forge a line', () => {
  const report = reviewOf('pair-first-apply');
  const [first] = report.changes;
  const changes = Array.from({ length: 50 }, (_, index) => ({ ...first!, path: `acme/x\n    + ${index}\u001b[31m` }));
  const text = formatDifferences({ ...report, changes: [] }, { ...report, changes });
  expect(text.split('\n')).toHaveLength(2 + 20 + 1 + 1);
  expect(text).toContain('… and 30 more');
  expect(text).toContain(String.raw`acme/x\n    + 0\u001b[31m`.replace(/ {4}/, ' '.repeat(4)));
  expect(text).not.toContain('\u001b');
});

test('an inconclusive report is rejected, even if it has a digest', () => {
  const report = reviewOf('errored');
  for (const one of [report, { ...report, digest: 'a'.repeat(64) }])
    expect(() => readApproved(formatJson(one), 'report.json')).toThrow(
      new InconclusiveReportError(
        'Cannot use report.json: it is an inconclusive report, which nobody can approve. Review the plan again.',
      ),
    );
});

test.each([
  ['broken.json', '{"digest', 'Cannot read broken.json: it is not complete JSON'],
  ['plan.json', '{"format_version":"1.2"}', 'Cannot use plan.json: it has no digest'],
  ['newer.json', JSON.stringify({ digest: 'a'.repeat(64), version: 99 }), 'Cannot use newer.json: its version is 99'],
  [
    'part.json',
    JSON.stringify({ digest: 'a'.repeat(64), version: REPORT_VERSION, access: {} }),
    'Cannot use part.json: approvedWrites is missing',
  ],
])('%s is rejected as an approved report', (name, text, message) => {
  expect(() => readApproved(text, name)).toThrow(ApprovedReportError);
  expect(() => readApproved(text, name)).toThrow(message);
});

/** Returns the report once for each value in it, with that value changed, and each member removed or added. */
function* edits(
  value: unknown,
  path: readonly string[] = [],
): Generator<readonly [path: readonly string[], edited: unknown]> {
  if (Array.isArray(value)) {
    yield [
      [...path, '+'],
      [...value, 'added'],
    ];
    for (const [index, inner] of value.entries()) {
      yield [[...path, String(index)], value.toSpliced(index, 1)];
      for (const [at, edited] of edits(inner, [...path, String(index)])) yield [at, value.with(index, edited)];
    }
  } else if (typeof value === 'object' && value !== null) {
    yield [[...path, '+'], { ...value, added: 'x' }];
    for (const [name, inner] of Object.entries(value)) {
      const { [name]: _, ...rest } = value as Record<string, unknown>;
      yield [[...path, name], rest];
      for (const [at, edited] of edits(inner, [...path, name])) yield [at, { ...value, [name]: edited }];
    }
  } else yield [path, typeof value === 'string' ? `${value}0` : typeof value === 'number' ? value + 1 : value !== true];
}

const bounds = ['claim-any-branch', 'provisioner', 'pair-first-apply'];

test.each(bounds)('an edit of any part of the report of %s is refused', (name) => {
  const report: unknown = JSON.parse(formatJson(reviewOf(name)));
  let count = 0;
  for (const [, edited] of edits(report)) {
    expect(() => readApproved(JSON.stringify(edited), 'report.json')).toThrow(ApprovedReportError);
    count++;
  }
  expect(count).toBeGreaterThan(100);
});

test.each(bounds)('an edit of %s with a new digest has another digest, unless it only informs', (name) => {
  const report = JSON.parse(formatJson(reviewOf(name))) as Report;
  for (const [path, edited] of edits(report)) {
    const [part = '', last] = [path[0], path.at(-1)];
    const sealed = sealReport(edited as Record<string, unknown>);
    const isWording = part === 'proof' && ['plan', 'why'].includes(last ?? '');
    expect([part, last, sealed.digest === report.digest]).toEqual([part, last, isContext(part) || isWording]);
  }
});
