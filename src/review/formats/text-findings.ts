/** The findings of a report in a terminal: each in full, short, or as one line. */
import { isAtLeast, SEVERITIES, type FindingId, type Severity } from '../../access/rules';
import { printable } from '../../base/text/printable';
import { counted, few } from '../../base/text/words';
import { groupBy } from '../../access/graph/paths';
import type { AffectedObject, ReportedFinding } from '../report/types/report';
import {
  clauseText,
  declaredText,
  displayed,
  findingsByCause,
  listedFindings,
  ruleText,
  type CauseEntry,
} from './phrases';
import type { Color, Printer } from './printer';
import type { TextBlock } from './text-blocks';

export const SEVERITY_COLORS: Readonly<Record<Severity, Color>> = { high: 'red', medium: 'yellow', low: 'cyan' };

/** The maximum number of listed objects that a finding affects. */
const LISTED_OBJECTS = 50;
/** A paragraph about one line of code has the sentences of this many findings. */
const FEW_SENTENCES = 5;
/** The number of findings that are longer than a line, if there is room. */
export const LONGER = 20;

/** The findings of a report, those that need a decision first. */
export interface FindingTexts {
  /** The findings at or above the gate, one block each. */
  readonly decisions: readonly TextBlock[];
  /** The other findings: their number by kind, or each in full. */
  readonly others: readonly TextBlock[];
}

interface FindingTextOptions {
  readonly gate: Severity;
  readonly isWhole: boolean;
  readonly toFirstSentence: (text: string) => string;
}

/** The kinds of dangerous access, the most dangerous first. */
const DANGERS: readonly FindingId[] = [
  ...(['pull-request-can-write', 'outsider-can-assume', 'owner-gained'] as const),
  ...(['escalation-path', 'early-access'] as const),
];

function rank({ severity }: CauseEntry): number {
  return SEVERITIES.indexOf(severity);
}

function danger({ findings }: CauseEntry): number {
  const index = DANGERS.findIndex((id) => findings.some((finding) => finding.id === id));
  return index < 0 ? DANGERS.length : index;
}

/** Returns a key that is equal for single findings of one kind about one line of code. */
function getLine(entry: CauseEntry): unknown {
  const { severity, findings } = entry;
  const [{ id, source, cause, affected }] = findings;
  const isSingle = findings.length === 1 && affected === undefined && cause?.paste === undefined;
  return isSingle && source !== undefined ? JSON.stringify([severity, id, source]) : entry;
}

/** Returns the findings as blocks: first the most dangerous, and those that affect most. */
export function findingTexts(
  findings: readonly ReportedFinding[],
  { paint, wrap }: Printer,
  { gate, isWhole, toFirstSentence }: FindingTextOptions,
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
  const full = (finding: ReportedFinding, text = finding.reason): string[] => [
    wrap(displayed(text), 10),
    ...paste(finding),
    ...(finding.witness === undefined ? [] : [paint(wrap(displayed(finding.witness), 12, 10), 'dim')]),
    ...affected(finding.affected ?? []),
    ...place(finding),
  ];
  const mark = (severity: Severity) => paint(severity.padEnd(6), SEVERITY_COLORS[severity], 'bold');
  const title = ({ severity, cause = '' }: CauseEntry) =>
    `  ${mark(severity)}  ${paint(wrap(displayed(cause), 10).trimStart(), 'bold')}`;
  const fullEntry = (entry: CauseEntry): string[] => {
    const [first, ...others] = entry.findings;
    if (others.length === 0) return [`  ${mark(entry.severity)}  ${paint(first.id, 'bold')}`, ...full(first)];
    return [
      title(entry),
      ...entry.findings.flatMap((finding) => [
        `          ${paint(finding.id, 'bold')}`,
        ...full(finding, clauseText(finding)),
      ]),
    ];
  };
  const line = ({ severity, findings: all }: CauseEntry): string => {
    const [{ subject, affected: objects = [] }] = all;
    const ids = [...new Set(all.map(({ id }) => id))].join(', ');
    const whom =
      objects.length > 0 ? `${displayed(subject)} (${counted(objects.length, 'object')})` : displayed(subject);
    return `  ${mark(severity)}  ${wrap(`${ids}: ${whom}`, 10).trimStart()}`;
  };
  const sentence = (entry: CauseEntry): string[] => {
    const text = ({ id }: ReportedFinding, reason: string) =>
      wrap(`${id}: ${displayed(toFirstSentence(reason))}`, 10).replace(id, paint(id, 'bold'));
    const [first, ...others] = entry.findings;
    if (others.length === 0) return [`  ${mark(entry.severity)}  ${text(first, first.reason).trimStart()}`];
    return [title(entry), ...entry.findings.map((finding) => text(finding, clauseText(finding)))];
  };
  const short = (entry: CauseEntry, isNamed: boolean): string[] => {
    const isSeveral = entry.findings.length > 1;
    const texts = entry.findings.flatMap((finding, index) => {
      const declared = declaredText(finding);
      const where = declared === undefined ? '' : `  ${paint(declared, 'dim')}`;
      const objects =
        isNamed && finding.affected ? [few(finding.affected.map(({ subject }) => displayed(subject)))] : [];
      const reason = displayed(isSeveral ? clauseText(finding) : finding.reason);
      return [
        `  ${index === 0 && !isSeveral ? mark(entry.severity) : '      '}  ${paint(finding.id, 'bold')}${where}`,
        wrap([reason, ...objects].join(' '), 10),
        ...paste(finding),
      ];
    });
    return isSeveral ? [title(entry), ...texts] : texts;
  };
  /** Returns the sentences of several findings about one line of code, as one paragraph. */
  const paragraph = (entries: readonly CauseEntry[], toText: (reason: string) => string): string => {
    const texts = entries.slice(0, FEW_SENTENCES).map(({ findings: [{ reason }] }) => displayed(toText(reason)));
    const more = entries.length - texts.length;
    return [...texts, ...(more > 0 ? [`${counted(more, 'more finding')}.`] : [])].join(' ');
  };
  const block = (alike: readonly [CauseEntry, ...CauseEntry[]]): TextBlock => {
    const [entry, ...others] = alike;
    if (others.length === 0) return [sentence(entry), short(entry, false), short(entry, true), fullEntry(entry)];
    const [{ id }, where] = [entry.findings[0], declaredText(entry.findings[0]) ?? ''];
    const text = wrap(`${id}: ${paragraph(alike, toFirstSentence)}`, 10).trimStart();
    return [
      [`  ${mark(entry.severity)}  ${text.replace(id, paint(id, 'bold'))}`],
      [`  ${mark(entry.severity)}  ${paint(id, 'bold')}  ${paint(where, 'dim')}`, wrap(paragraph(alike, String), 10)],
      alike.flatMap(fullEntry),
    ];
  };
  const size = ({ findings: all }: CauseEntry) => Math.max(...all.map((finding) => finding.affected?.length ?? 1));
  const decided = entries
    .filter(isDecision)
    .sort((one, other) => rank(other) - rank(one) || danger(one) - danger(other) || size(other) - size(one));
  const decisions = isWhole
    ? decided.map((entry): TextBlock => [fullEntry(entry)])
    : [
        ...[...groupBy(decided.slice(0, LONGER), getLine).values()].map((alike) =>
          block(alike as [CauseEntry, ...CauseEntry[]]),
        ),
        ...decided.slice(LONGER).map((entry): TextBlock => [[line(entry)]]),
      ];
  const rest = entries.filter((entry) => !isDecision(entry));
  if (isWhole) return { decisions, others: rest.map((entry): TextBlock => [fullEntry(entry)]) };
  const kinds = groupBy(rest, ({ severity, findings: [{ id }] }) => `${severity} ${id}`);
  const others = [...kinds.values()].map((alike): TextBlock => {
    const [first] = alike as [CauseEntry];
    const counts = `  ${mark(first.severity)}  ${first.findings[0].id}: ${counted(alike.length, 'finding')}`;
    return [[counts], alike.flatMap(sentence), alike.flatMap(fullEntry)];
  });
  return { decisions, others };
}
