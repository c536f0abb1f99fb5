/** For a terminal or a log: how a report differs from the one that was approved. */
import { differencesOf } from './report-differences';
import type { Report } from '../report/types/report';
import { createPrinter, type TextOptions } from './printer';

/** So many lines of a section. */
const MOST = 20;

/** Several lines, of what is only in one of the two reports. */
export function formatDifferences(approved: Report, now: Report, options: TextOptions = {}): string {
  const { paint, wrap } = createPrinter(options);
  const differences = differencesOf(approved, now);
  if (differences.length === 0)
    return `${wrap('The two reports read the same. What differs is not told in them: what is set of something that is made or goes, or what is done to what is not judged.', 2)}\n`;
  const lines = [`  ${paint('+', 'green')} now only   ${paint('-', 'red')} approved only`];
  for (const section of new Set(differences.map((one) => one.section))) {
    const all = differences.filter((one) => one.section === section);
    lines.push(paint(`  ${section}`, 'bold'));
    for (const { side, text } of all.slice(0, MOST)) {
      const sign = side === 'new' ? paint('+', 'green') : paint('-', 'red');
      lines.push(`    ${sign} ${wrap(text, 8, 6).trimStart()}`);
    }
    if (all.length > MOST) lines.push(paint(`      … and ${all.length - MOST} more`, 'dim'));
  }
  return `${lines.join('\n')}\n`;
}
