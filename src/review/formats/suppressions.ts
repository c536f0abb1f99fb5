/** Formats the suppressions of a report, and new ones for its findings, for `review.config.json`. */
import type { Report, ReportedFinding } from '../report/types/report';
import { codeSpan, prose } from '../../base/text/markdown';
import { idleText, displayed } from './sentences/phrases';

/** Returns the rows of a Markdown table: suppressed findings, and suppressions that accept nothing. */
export function suppressedRows({ suppressed, idleSuppressions }: Report): string[] {
  return [
    ...suppressed.map(
      ({ id, subject, suppression }) =>
        `| ${codeSpan(id)} | ${codeSpan(displayed(subject))} | ${prose(suppression.reason)} |`,
    ),
    ...idleSuppressions.map(
      ({ id, subject, why }) => `| ${codeSpan(id)} | ${codeSpan(displayed(subject))} | ${idleText(why)} |`,
    ),
  ];
}

/** Returns the elements of a JSON array, one line for each finding that counts. The author adds the reason and the expiry day. */
export function suppressionLines({ findings }: Pick<Report, 'findings'>): string[] {
  return findings.map((finding, index) => `${suppressionLine(finding)}${index < findings.length - 1 ? ',' : ''}`);
}

/** Returns the suppression of one finding as JSON, without a reason and an expiry day. */
export function suppressionLine({ id, subject, fingerprint }: ReportedFinding): string {
  return JSON.stringify({ id, subject, fingerprint, reason: '', expires: '' });
}

/** Returns the `suppressions` of `review.config.json` that would accept all findings that count. */
export function formatSuppressions(report: Report): string {
  const lines = suppressionLines(report).map((line) => `    ${line}`);
  return lines.length === 0 ? '{ "suppressions": [] }\n' : `{\n  "suppressions": [\n${lines.join('\n')}\n  ]\n}\n`;
}
