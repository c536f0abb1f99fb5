/** Formats the differences between a report and the approved one, for a terminal or a log. */
import { compareReports } from '../sentences/compare-reports';
import type { Report } from '../../report/types/report';
import { createPlainSentence } from '../sentences/marked-names';
import { createPrinter, type TextOptions } from './printer';

/** The maximum number of lines in a section. */
const MOST = 20;

/** Returns the parts that only one of the two reports contains. */
export function formatDifferences(approved: Report, now: Report, options: TextOptions = {}): string {
  const both = (list: 'changes' | 'drift') => [...approved[list], ...now[list]];
  const findings = [...approved.findings, ...now.findings];
  const suppressed = [...approved.suppressed, ...now.suppressed];
  const names = { others: [approved, now], changes: both('changes'), drift: both('drift'), findings, suppressed };
  const { paint, wrap } = createPrinter(options, createPlainSentence(names));
  const differences = compareReports(approved, now);
  if (differences.length === 0)
    return `${wrap('Both reports show the same. The difference is in values that a report does not show: fields of created or deleted objects, or objects that are not evaluated.', 2)}\n`;
  const lines = [`  ${paint('+', 'green')} now only   ${paint('-', 'red')} approved only`];
  for (const section of new Set(differences.map((difference) => difference.section))) {
    const all = differences.filter((difference) => difference.section === section);
    lines.push(paint(`  ${section}`, 'bold'));
    for (const { side, text } of all.slice(0, MOST)) {
      const sign = side === 'new' ? paint('+', 'green') : paint('-', 'red');
      lines.push(`    ${sign} ${wrap(text, 8, 6).trimStart()}`);
    }
    if (all.length > MOST) lines.push(paint(`      … and ${all.length - MOST} more`, 'dim'));
  }
  return `${lines.join('\n')}\n`;
}
