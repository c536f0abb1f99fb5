/** The findings in a comment: the rows outside of folded sections, which contain each high finding. */
import { groupBy } from '../../access/graph/paths';
import { SEVERITIES, type Severity } from '../../access/rules';
import { code } from '../../base/text/markdown';
import { counted } from '../../base/text/words';
import type { Report, ReportedFinding } from '../report/types/report';
import { MORE, tableLines } from './comment-limit';
import type { Sentence } from './marked-names';
import { clauseText, declaredText, displayed, findingsByCause, ruleText, type CauseEntry } from './phrases';
import { shortName } from './short-names';

export const icons: Readonly<Record<Severity, string>> = { high: '🔴', medium: '🟡', low: '🔵' };

/** The number of findings and lines of access outside of folded sections. High findings are always outside. */
export const SEEN = 8;

/** With more causes than this, each high finding is a row with its subject. */
const MOST_CAUSES = 12;

/** @param row returns the row of one of many findings. @default one row for each kind */
export function seenFindings(
  { findings }: Report,
  sentence: Sentence,
  row?: (finding: ReportedFinding) => string,
): string[] {
  const causes = findingsByCause(findings);
  if (causes.length === 0) return [];
  const high = causes.filter(({ severity }) => severity === 'high');
  const others = causes.slice(high.length);
  const room = Math.max(0, SEEN - high.length);
  const left = others.length - room;
  const many = row === undefined ? rowsByKind(high, sentence) : high.flatMap(({ findings: all }) => all.map(row));
  const rows = [
    ...(high.length > MOST_CAUSES ? many : high.map((entry) => causeRow(entry, sentence))),
    ...others.slice(0, room).map((entry) => causeRow(entry, sentence)),
    ...(left > 0 ? [`| ${MORE} | | ${counted(left, 'more finding')} below high severity |`] : []),
  ];
  return ['', ...tableLines(['Severity', 'Finding', 'Reason'], rows)];
}

/** Returns the number of findings with the command that shows them, then one line for each high finding. */
export function shortFindings({ findings, verdict }: Report): string[] {
  const counts = SEVERITIES.toReversed().flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : `${count} ${severity}`;
  });
  const high = findings.filter(({ severity }) => severity === 'high').map(lineRow);
  return [
    `### ${icons[verdict.worst ?? 'low']} Findings: ${counts.join(', ')}. Run \`platform-iac review --format text --verbose\` to read their reasons: they do not fit into a comment.`,
    ...(high.length === 0 ? [] : ['', '| Severity | Finding | Subject |', '|---|---|---|']),
    ...high,
  ];
}

/** Returns a row with the subject instead of the reason. */
export function lineRow({ severity, id, subject, affected = [] }: ReportedFinding): string {
  const more = affected.length > 0 ? `: ${counted(affected.length, 'object')}` : '';
  return `| ${icons[severity]} ${severity} | ${code(id)} | ${code(shortName(displayed(subject)))}${more} |`;
}

function causeRow({ severity, cause, findings }: CauseEntry, sentence: Sentence): string {
  const [first] = findings;
  const [declared, rule] = [declaredText(first), ruleText(first)];
  const ids = [...new Set(findings.map(({ id }) => code(id)))].join(' ');
  const isNamed = cause !== undefined && findings.length > 1;
  const reasons = findings.map((finding) => {
    const { reason, affected = [], cause: of } = finding;
    return sentence(isNamed ? clauseText(finding) : reason) + pasteText(of) + subjectsText(affected);
  });
  const texts = [isNamed ? `**${sentence(cause)}**` : '', ...reasons];
  const where = [
    declared === undefined ? '' : `Declared in ${code(declared)}.`,
    rule === undefined ? '' : `Rule in ${code(rule)}.`,
  ].filter((text) => text !== '');
  return `| ${icons[severity]}&nbsp;${severity} | ${ids} | ${lines([...texts, where.join(' ')])} |`;
}

function pasteText(cause: ReportedFinding['cause']): string {
  return cause?.paste === undefined
    ? ''
    : `<br>To declare it, add to review.config.json: ${code(displayed(cause.paste))}`;
}

/** The maximum number of subjects in a row; the folded section lists all. */
const SUBJECTS = 3;

function subjectsText(affected: readonly { readonly subject: string }[]): string {
  if (affected.length === 0) return '';
  const left = affected.length - SUBJECTS;
  const named = affected.slice(0, SUBJECTS).map(({ subject }) => code(displayed(subject)));
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
    const text = all.length === 1 ? sentence(all[0]?.reason ?? '') : `${all.length} findings${subjectsText(all)}`;
    return `| ${icons[severity]}&nbsp;${severity} | ${code(id)} | ${text} |`;
  });
}

/** Joins lines within a cell of a table. */
export function lines(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('<br>');
}
