/** The findings of a report in a terminal: each in full, short, or as one line. */
import { isAtLeast, SEVERITIES, type Severity } from '../../access/rules';
import { printable } from '../../base/text/printable';
import { counted, few } from '../../base/text/words';
import { groupBy } from '../../access/graph/paths';
import type { AffectedObject, ReportedFinding } from '../report/types/report';
import { declaredText, displayed, findingsByCause, listedFindings, ruleText, type CauseEntry } from './phrases';
import type { Color, Printer } from './printer';
import type { TextBlock } from './text-blocks';

export const SEVERITY_COLORS: Readonly<Record<Severity, Color>> = { high: 'red', medium: 'yellow', low: 'cyan' };

/** The maximum number of listed objects that a finding affects. */
const LISTED_OBJECTS = 50;
/** The number of findings that are longer than a line, if there is room. */
export const LONGER = 20;

/** The findings of a report, those that need a decision first. */
export interface FindingTexts {
  /** The findings at or above the gate, one block each. */
  readonly decisions: readonly TextBlock[];
  /** The other findings: their number by kind, or each in full. */
  readonly others: readonly TextBlock[];
}

function rank({ severity }: CauseEntry): number {
  return SEVERITIES.indexOf(severity);
}

/** Returns the findings as blocks: first those that affect most. */
export function findingTexts(
  findings: readonly ReportedFinding[],
  { paint, wrap }: Printer,
  { gate, isWhole }: { readonly gate: Severity; readonly isWhole: boolean },
): FindingTexts {
  const entries = findingsByCause(listedFindings(findings));
  const isDecision = ({ severity }: CauseEntry) => isAtLeast(severity, gate);
  const place = (object: AffectedObject): string[] => {
    const [declared, rule] = [declaredText(object), ruleText(object)];
    return [
      ...(object.address === undefined ? [] : [paint(wrap(`at ${object.address}`, 10), 'dim')]),
      ...(declared === undefined ? [] : [paint(wrap(`declared in ${declared}`, 10), 'dim')]),
      ...(rule === undefined ? [] : [paint(wrap(`rule in ${rule}`, 10), 'dim')]),
    ];
  };
  const affected = (all: readonly AffectedObject[]): string[] => {
    const shown = isWhole ? all : all.slice(0, LISTED_OBJECTS);
    const isSame = new Set(all.map(({ witness }) => witness)).size === 1;
    return [
      ...shown.flatMap(({ subject, witness }) => [
        wrap(`- ${displayed(subject)}`, 12, 10),
        ...(witness === undefined || isSame ? [] : [paint(wrap(displayed(witness), 14, 12), 'dim')]),
      ]),
      ...(all.length > shown.length
        ? [paint(`          … and ${all.length - shown.length} more (--verbose lists all)`, 'dim')]
        : []),
    ];
  };
  const paste = ({ cause }: ReportedFinding): string[] =>
    cause?.paste === undefined
      ? []
      : [wrap('To declare it, add to review.config.json:', 10), `            ${printable(cause.paste)}`];
  const full = (finding: ReportedFinding): string[] => [
    wrap(displayed(finding.reason), 10),
    ...paste(finding),
    ...(finding.witness === undefined ? [] : [paint(wrap(displayed(finding.witness), 12, 10), 'dim')]),
    ...affected(finding.affected ?? []),
    ...place(finding),
  ];
  const mark = (severity: Severity) => paint(severity.padEnd(6), SEVERITY_COLORS[severity], 'bold');
  const fullEntry = ({ severity, cause, findings: [first, ...others] }: CauseEntry): string[] => {
    if (others.length === 0) return [`  ${mark(severity)}  ${paint(first.id, 'bold')}`, ...full(first)];
    return [
      `  ${mark(severity)}  ${paint(wrap(displayed(cause ?? ''), 10).trimStart(), 'bold')}`,
      ...[first, ...others].flatMap((finding) => [`          ${paint(finding.id, 'bold')}`, ...full(finding)]),
    ];
  };
  const line = ({ severity, findings: all }: CauseEntry): string => {
    const [{ subject, affected: objects = [] }] = all;
    const ids = [...new Set(all.map(({ id }) => id))].join(', ');
    const whom =
      objects.length > 0 ? `${displayed(subject)} (${counted(objects.length, 'object')})` : displayed(subject);
    return `  ${mark(severity)}  ${wrap(`${ids}: ${whom}`, 10).trimStart()}`;
  };
  const short = ({ severity, findings: all }: CauseEntry): string[] =>
    all.flatMap((finding, index) => {
      const declared = declaredText(finding);
      const where = declared === undefined ? '' : `  ${paint(declared, 'dim')}`;
      const objects =
        finding.affected === undefined ? [] : [few(finding.affected.map(({ subject }) => displayed(subject)))];
      return [
        `  ${index === 0 ? mark(severity) : '      '}  ${paint(finding.id, 'bold')}${where}`,
        wrap([displayed(finding.reason), ...objects].join(' '), 10),
        ...paste(finding),
      ];
    });
  const size = ({ findings: all }: CauseEntry) => Math.max(...all.map((finding) => finding.affected?.length ?? 1));
  const decided = entries.filter(isDecision).sort((one, other) => rank(other) - rank(one) || size(other) - size(one));
  const decisions = decided.map((entry, index): TextBlock => {
    if (isWhole) return [fullEntry(entry)];
    return index < LONGER ? [[line(entry)], short(entry), fullEntry(entry)] : [[line(entry)]];
  });
  const rest = entries.filter((entry) => !isDecision(entry));
  if (isWhole) return { decisions, others: rest.map((entry): TextBlock => [fullEntry(entry)]) };
  const kinds = groupBy(rest, ({ severity, findings: [{ id }] }) => `${severity} ${id}`);
  const others = [...kinds.values()].map((alike): TextBlock => {
    const [first] = alike as [CauseEntry];
    const counts = `  ${mark(first.severity)}  ${first.findings[0].id}: ${counted(alike.length, 'finding')}`;
    return [[counts], alike.map(line), alike.flatMap(fullEntry)];
  });
  return { decisions, others };
}
