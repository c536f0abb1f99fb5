/** The report for other programs. */
import type { Report } from '../report';

/** The whole report as JSON, over several lines. */
export function formatJson(report: Report): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
