/** Tests that Atlantis reads the right verdict from the text, for any names and descriptions. */
import fc from 'fast-check';
import { formatAtlantis, type Report } from '../../../../src/review';
import { reviewOf } from '../../corpus';

/** Returns true if a custom policy check of Atlantis passes with this output of a command that exits with 0. */
function passes(output: string): boolean {
  if (output === '') return false;
  return !/([1-9][0-9]* failure|failures": \[)/.test(output) && !output.trim().startsWith('FAIL');
}

/** Returns true if a version that only searches for the word passes it. Go converts `İ` to `i`. */
const passesEarlier = (output: string) => !output.replaceAll('İ', 'i').toLowerCase().includes('fail');

const fragment = fc.constantFrom(
  ...['FAIL', 'fail', 'FaIl', 'faİl', 'f', 'ail', '2 failures', '1 failure', '10', ' ', 'failures": [', '```', '`'],
  ...['\n', '\r\n', '\u2060', '\u202e', '\0', 'PASS - ', '1 tests, 1 passed, 0 warnings, 0 failures, 0 exceptions'],
);
const hostile = fc.array(fragment, { maxLength: 6 }).map((parts) => parts.join(''));
const report = reviewOf('owner-added');
const [finding] = report.findings;

const hostileReport = fc
  .record({ subject: hostile, reason: hostile, witness: hostile, address: hostile, construct: hostile, who: hostile })
  .map(({ who, ...texts }): Report => {
    if (finding === undefined) throw new Error('The corpus has no finding.');
    const affected = [{ ...finding, ...texts }];
    const gained = report.access.lines.gained.map((line) => ({ ...line, identity: who, group: who }));
    const lines = { ...report.access.lines, gained };
    return { ...report, access: { ...report.access, lines }, findings: [{ ...finding, ...texts, affected }] };
  });

test('no number of backticks ends the block of code that Atlantis shows', () => {
  for (const length of [3, 4, 5, 6, 7])
    expect(formatAtlantis({ hasFailed: false, failOn: 'high', messages: ['`'.repeat(length)] })).not.toContain('```');
});

test('no name, description or message changes the verdict, or adds a line', () => {
  fc.assert(
    fc.property(hostileReport, hostile, fc.boolean(), (one, message, hasFailed) => {
      const text = formatAtlantis({ report: one, hasFailed, failOn: 'high', messages: [message] });
      expect(passes(text)).toBe(!hasFailed);
      expect(passesEarlier(text)).toBe(!hasFailed);
      expect(text.trimEnd().split('\n')).toHaveLength(4);
      expect(text).not.toContain('```');
    }),
    { numRuns: 300 },
  );
});

test.each(['one-cause', 'hostile-text', 'destroy-all', 'errored', 'nothing-to-do'])(
  '%s has a line for each finding, and both verdicts',
  (name) => {
    const one = reviewOf(name);
    for (const hasFailed of [true, false]) {
      const text = formatAtlantis({ report: one, hasFailed, failOn: 'medium' });
      expect([passes(text), passesEarlier(text)]).toEqual([!hasFailed, !hasFailed]);
      expect(text.match(/^(FAIL|WARN) - (high|medium|low) /gm) ?? []).toHaveLength(one.findings.length);
    }
  },
);

test('the text shows the effect, the findings at and below the limit, and the digest', () => {
  const one = reviewOf('claim-any-branch');
  const text = formatAtlantis({ report: one, hasFailed: true, failOn: 'medium' });
  expect(text).toMatch(/^FAIL - 1 failure: \S.*\nFAIL - medium claim-widened: \S/);
  expect(text).toContain(`\nDigest: ${one.digest ?? ''}\n`);
  expect(formatAtlantis({ report: one, hasFailed: false, failOn: 'high' })).toMatch(
    /^PASS - \S.*\nWARN - medium claim-widened: \S/,
  );
});

test('without a report it shows the reason', () => {
  expect(formatAtlantis({ hasFailed: true, failOn: 'high', messages: ['Cannot read plan.json: no such file.'] })).toBe(
    'FAIL - 1 failure: Inconclusive: the plans cannot be evaluated.\nNOTE - Cannot read plan.json: no such file.\n',
  );
});
