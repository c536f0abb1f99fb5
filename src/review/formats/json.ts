/** The report for other programs; `review.schema.json` says what is in it. */
import type { Report } from '../report';

export function formatJson(report: Report): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
