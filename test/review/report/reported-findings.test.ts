/** Tests the place of a finding that affects several objects. */
import type { Finding } from '../../../src/review/findings/shared/finding';
import { reportedFinding } from '../../../src/review/report/reported-findings';

test('a finding of several calls has the line in the function, and each object has its call', () => {
  const source = (line: number) => ({ file: 'team.ts', line: 5, caller: { file: 'main.ts', line } });
  const found = (subject: string): Finding => ({
    id: 'outsider-can-assume',
    severity: 'high',
    subject,
    reason: 'A reason.',
    evidence: [],
    address: subject,
  });
  const report = (lines: readonly number[]) => {
    const affected = lines.map((_, index) => found(`a.${index}`));
    const { source: whole, affected: parts } = reportedFinding(
      { ...found('a.0'), affected },
      (declared) => ({ ...declared, source: source(lines[Number(declared.address?.slice(2))] ?? 0) }),
      () => undefined,
    );
    return { whole, parts: parts?.map((part) => part.source) };
  };
  expect(report([7, 8])).toEqual({ whole: { file: 'team.ts', line: 5 }, parts: [source(7), source(8)] });
  expect(report([7, 7])).toEqual({ whole: source(7), parts: [source(7), source(7)] });
});
