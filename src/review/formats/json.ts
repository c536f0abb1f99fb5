/** Formats the report as JSON. */
import type { Report } from '../report/types/report';

/** Returns the report as indented JSON. */
export function formatJson(report: Report): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
