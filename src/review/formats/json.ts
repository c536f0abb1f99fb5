/** The report as JSON. A file of its own, as every format has one. */
import type { Report } from '../report/types/report';

/** Returns the report for other programs, over several lines. */
export function formatJson(report: Report): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
