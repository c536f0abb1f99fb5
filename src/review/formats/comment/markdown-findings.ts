/** The findings in a comment: the rows outside of folded sections, which contain each high finding, and the rows of the folded section. */
import { groupBy } from '../../../access/graph/paths';
import type { Severity } from '../../../access/rules';
import { codeSpan, prose } from '../../../base/text/markdown';
import { counted } from '../../../base/text/words';
import type { Report, ReportedFinding } from '../../report/types/report';
import { createLateRow, type LateRow, MORE, tableLines } from './comment-limit';
import type { Sentence } from '../sentences/marked-names';
import {
  clauseText,
  countByPlace,
  findingsByCause,
  groupAlike,
  objectText,
  severityCounts,
  unnamedSubjects,
  type AlikeEntries,
  type CauseEntry,
} from '../sentences/finding-entries';
import { declaredText, displayed, findingRuleText } from '../sentences/phrases';
import { alikeTextsWithExample } from '../sentences/several-findings';
import { refusedDeletions } from '../sentences/refused-deletions';
import { shortName } from '../sentences/short-names';

export const icons: Readonly<Record<Severity, string>> = { high: '🔴', medium: '🟡', low: '🔵' };

/** The number of findings and lines of access outside of folded sections. High findings are always outside. */
export const SEEN = 8;

/** Returns the number of rows to show: a row that counts one other row needs its place. */
export function countSeen(rows: number): number {
  return rows === SEEN + 1 ? rows : SEEN;
}

/** @param isShort if true, high findings have one row for each kind instead of each entry */
export function seenFindings({ findings }: Report, sentence: Sentence, isShort = false): string[] {
  if (findings.length === 0) return [];
  const { high, others, rest } = splitByRow(findings);
  const left = `${counted(rest.flat().length, 'more finding')} below high severity: ${severityCounts(rest.flat())}`;
  const rows = [
    ...(isShort ? rowsByKind(high.flat(), sentence) : high.map((alike) => alikeRow(alike, sentence))),
    ...others.map((alike) => alikeRow(alike, sentence)),
    ...(rest.length > 0 ? [`| ${MORE} | | ${left} |`] : []),
  ];
  return ['', ...tableLines(['Severity', 'Finding', 'Reason'], rows)];
}

/** Returns the entries with a row outside of folded sections, and all other entries. */
function splitByRow(findings: readonly ReportedFinding[]) {
  const alike = groupAlike(findingsByCause(findings));
  const high = alike.filter(([{ severity }]) => severity === 'high');
  const [others, rest] = [alike.slice(high.length), alike.slice(Math.max(high.length, countSeen(alike.length)))];
  return { high, others: others.slice(0, others.length - rest.length), rest };
}

/** The reason of a finding in a folded section. */
export interface FoldedReason {
  readonly write: (finding: ReportedFinding) => string;
  /** Returns a text that is at most as long, as in {@link createLateRow}. */
  readonly shortest: (finding: ReportedFinding) => string;
}

/** Returns the reasons without most of what the rows outside contain. */
export function createFoldedReason({ findings }: Report, sentence: Sentence, toFirst: Sentence): FoldedReason {
  const { high, others } = splitByRow(findings);
  const seen = [...high, ...others];
  const inFull = new Set(seen.flatMap(([entry, ...more]) => (more.length > 0 ? [] : entry.findings)));
  const inPart = new Set(seen.flatMap((alike) => alike.flatMap((entry) => entry.findings)));
  return {
    write: (finding) => {
      if (inFull.has(finding)) return codeSpan(displayed(objectText(finding)));
      return sentence(inPart.has(finding) ? toFirst(finding.reason) : finding.reason);
    },
    shortest: (finding) => {
      if (inFull.has(finding)) return objectText(finding);
      // A period in a name ends no sentence.
      return inPart.has(finding) ? (finding.reason.split('. ', 1)[0] ?? '') : finding.reason;
    },
  };
}

/** Returns the number of findings with the command that shows them, then one line for each high finding. */
export function shortFindings({ findings, verdict }: Report): string[] {
  const entries = findingsByCause(findings).filter(({ severity }) => severity === 'high');
  const high = entries.flatMap(({ findings: all }) => all.map(lineRow));
  return [
    `### ${icons[verdict.worst ?? 'low']} Findings: ${severityCounts(findingsByCause(findings))}. Run \`platform-iac review --format text --verbose\` to read their reasons: they do not fit into a comment.`,
    ...(high.length === 0 ? [] : ['', '| Severity | Finding | Subject |', '|---|---|---|']),
    ...high,
  ];
}

/** Returns a row with the subject instead of the reason. */
function lineRow({ severity, id, subject, affected = [] }: ReportedFinding): string {
  const more = affected.length > 0 ? `: ${counted(affected.length, 'object')}` : '';
  return `| ${icons[severity]} ${severity} | ${codeSpan(id)} | ${codeSpan(shortName(displayed(subject)))}${more} |`;
}

/** Returns one row for findings that differ only in their objects. */
function alikeRow(alike: AlikeEntries, sentence: Sentence): string {
  const [entry, ...others] = alike;
  if (others.length === 0) return causeRow(entry, sentence);
  const { severity, findings } = entry;
  const [{ source }] = findings;
  const declared = source === undefined ? '' : `Declared in ${codeSpan(declaredText({ source }) ?? '')}.`;
  const objects = alike
    .slice(0, countSeen(alike.length))
    .map(({ findings: [finding] }) => codeSpan(displayed(objectText(finding))));
  const left = alike.length - objects.length;
  const texts = [
    ...alikeTextsWithExample(alike).map(sentence),
    ...objects,
    left > 0 ? sentence(`and ${left} more${countByPlace(alike, objects.length)}`) : '',
    declared,
  ];
  const ids = findings.map(({ id }) => codeSpan(id)).join(' ');
  return `| ${icons[severity]}&nbsp;${severity} | ${ids} | ${lines(texts)} |`;
}

function causeRow({ severity, cause, findings }: CauseEntry, sentence: Sentence): string {
  const [first] = findings;
  const [declared, rule] = [declaredText(first), findingRuleText(first)];
  const ids = [...new Set(findings.map(({ id }) => codeSpan(id)))].join(' ');
  const isNamed = cause !== undefined && findings.length > 1;
  const reasons = findings.map((finding) => {
    const { reason, cause: of } = finding;
    return [
      sentence(isNamed ? clauseText(finding) : reason) + pasteText(of) + subjectsText(unnamedSubjects(finding)),
      ...unmanagedTexts(finding),
    ].join('<br>');
  });
  const texts = [isNamed ? `**${sentence(cause)}**` : '', ...reasons];
  const where = [
    declared === undefined ? '' : `Declared in ${codeSpan(declared)}.`,
    rule === undefined ? '' : `Rule in ${codeSpan(rule)}.`,
  ].filter((text) => text !== '');
  return `| ${icons[severity]}&nbsp;${severity} | ${ids} | ${lines([...texts, where.join(' ')])} |`;
}

function pasteText(cause: ReportedFinding['cause']): string {
  return cause?.paste === undefined
    ? ''
    : `<br>To declare it, add to review.config.json: ${codeSpan(displayed(cause.paste))}`;
}

/** Returns the first unmanaged objects of a deletion; the folded section lists all. */
function unmanagedTexts({ unmanaged }: ReportedFinding): string[] {
  if (unmanaged === undefined || unmanaged.objects.length === 0) return [];
  const shown = unmanaged.objects.slice(0, countSeen(unmanaged.objects.length));
  const left = unmanaged.count - shown.length;
  return [
    ...shown.map(({ kind, name }) => `– ${kind} ${codeSpan(displayed(name))}`),
    ...(left > 0 ? [`… and ${left} more`] : []),
  ];
}

/** Returns the rows of all unmanaged objects of deletions. */
export function unmanagedRows(report: Report): LateRow[] {
  return refusedDeletions(report).flatMap(({ unmanaged }) =>
    (unmanaged?.objects ?? []).map(({ kind, name, uid, users = '' }) =>
      createLateRow([kind, name, users, uid], () => {
        // A whole uid is wider than a comment. Its last part identifies the object, and drift shows all of it.
        const short = `…${uid.slice(uid.lastIndexOf('/') + 1)}`;
        const cells = [kind, codeSpan(displayed(name)), prose(displayed(users)), codeSpan(short)];
        return `| ${cells.join(' | ')} |`;
      }),
    ),
  );
}

/** The maximum number of subjects in a row; the folded section lists all. */
const SUBJECTS = 3;

function subjectsText(subjects: readonly string[]): string {
  if (subjects.length === 0) return '';
  const left = subjects.length - SUBJECTS;
  const named = subjects.slice(0, SUBJECTS).map((subject) => codeSpan(displayed(subject)));
  return `<br>${named.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

/** Returns one row for each kind of finding. */
function rowsByKind(causes: readonly CauseEntry[], sentence: Sentence): string[] {
  const kinds = groupBy(
    causes.flatMap(({ findings }) => findings),
    ({ id }) => id,
  );
  return [...kinds].map(([id, all]) => {
    const { severity } = all[0] ?? { severity: 'high' };
    const text =
      all.length === 1
        ? sentence(all[0]?.reason ?? '')
        : `${all.length} findings${subjectsText(all.map(({ subject }) => subject))}`;
    return `| ${icons[severity]}&nbsp;${severity} | ${codeSpan(id)} | ${text} |`;
  });
}

/** Returns the row of the findings of a cause. */
export function findingRow(entry: CauseEntry, folded: FoldedReason): LateRow {
  const [first] = entry.findings;
  return createLateRow([first.id, folded.shortest(first), first.address ?? ''], () => writeFinding(entry, folded));
}

function writeFinding({ severity, findings }: CauseEntry, { write }: FoldedReason): string {
  const ids = [...new Set(findings.map(({ id }) => codeSpan(id)))];
  const where = findings.flatMap((finding) =>
    [finding.address, declaredText(finding), findingRuleText(finding)].flatMap((text) =>
      text === undefined ? [] : codeSpan(text),
    ),
  );
  const reasons = new Set(findings.flatMap((finding) => reasonTexts(finding, write(finding))));
  return `| ${icons[severity]}&nbsp;${severity} | ${lines(ids)} | ${lines([...reasons])} | ${lines([...new Set(where)])} |`;
}

/** Returns the reason, and the first affected objects with their witnesses: a cell is not a list of all objects. */
function reasonTexts({ witness, affected = [] }: ReportedFinding, reason: string): string[] {
  const witnessText = (text: string | undefined) => (text === undefined ? '' : codeSpan(displayed(text)));
  const left = affected.length - SEEN;
  return [
    reason,
    witnessText(witness),
    ...affected
      .slice(0, SEEN)
      .map((object) => `${codeSpan(displayed(object.subject))} ${witnessText(object.witness)}`.trim()),
    left > 0 ? `and ${left} more. Run \`platform-iac review --format text --verbose\` to list all.` : '',
  ];
}

/** Joins lines within a cell of a table. */
function lines(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('<br>');
}
