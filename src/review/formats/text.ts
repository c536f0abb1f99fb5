/** The report for a terminal. */
import type { Severity } from '../finding';
import type { Report, ReportedFinding, ReportedLine } from '../report';
import {
  accessTexts,
  assumeText,
  counted,
  declaredText,
  groupedFindings,
  headline,
  idleText,
  isEffect,
  namedText,
  shown,
  summary,
} from './phrases';
import { createPrinter, type Colour, type TextOptions } from './printer';
import { lineText, treeLines, type Sign } from './tree';

const ofSeverity: Readonly<Record<Severity, Colour>> = { high: 'red', medium: 'yellow', low: 'cyan' };

/** So many of a kind are shown each by itself. */
const FEW = 5;
/** So many lines of access; more are told by role. */
const LISTED = 20;
/** And so many lines of a section. */
const MOST = 30;

/** The whole report; on a terminal in colour, as wide as that is. */
export function formatText(report: Report, options: TextOptions = {}): string {
  const { paint, wrap } = createPrinter(options);
  const { verdict } = report;
  const bold: Colour[] = ['bold'];
  const lines = [paint(wrap(headline(report), 0), ...bold, ...(verdict.worst ? [ofSeverity[verdict.worst]] : []))];
  lines.push(wrap(summary(report), 0));
  if (verdict.result === 'unchanged') return `${lines.join('\n')}\n`;
  for (const problem of verdict.problems) lines.push(paint(wrap(`! ${problem}`, 2, 0), 'red'));

  const section = (title: string, body: readonly string[]) => {
    if (body.length === 0) return;
    lines.push('', paint(title, 'bold'), ...body.slice(0, MOST));
    if (body.length > MOST) lines.push(paint(`  … and ${body.length - MOST} more (--format json has all)`, 'dim'));
  };
  const finding = (one: ReportedFinding): string[] => {
    const { severity, id, reason, witness, address } = one;
    const declared = declaredText(one);
    return [
      `  ${paint(severity.padEnd(6), ofSeverity[severity], 'bold')}  ${paint(id, 'bold')}`,
      wrap(shown(reason), 10),
      ...(witness === undefined ? [] : [paint(wrap(shown(witness), 12, 10), 'dim')]),
      ...(address === undefined ? [] : [paint(wrap(`at ${address}`, 10), 'dim')]),
      ...(declared === undefined ? [] : [paint(wrap(`declared in ${declared}`, 10), 'dim')]),
    ];
  };
  section(
    'Findings',
    groupedFindings(report.findings).flatMap((group) => [
      ...group.slice(0, FEW).flatMap(finding).join('\n').split('\n'),
      ...(group.length > FEW ? [paint(`          … and ${group.length - FEW} more ${group[0].id}`, 'dim')] : []),
    ]),
  );
  const access = (sign: string, of: Colour, all: readonly ReportedLine[]) =>
    accessTexts(all, LISTED).map(({ who, where, roles, what, cause }) => {
      return `  ${paint(sign, of)} ${wrap(`${namedText(who)}  ${roles} in ${namedText(where)}: ${what} (${cause})`, 6, 4).trimStart()}`;
    });
  section('Access', [
    ...access('+', 'green', report.access.lines.gained),
    ...access('-', 'red', report.access.lines.lost),
    ...inherited(report).map((text) => `    ${paint(wrap(text, 6, 4).trimStart(), 'dim')}`),
    ...report.access.withoutEffect.map(
      (grant) =>
        `  ${paint('=', 'dim')} ${wrap(`${shown(grant)}: changes nothing, others give the same`, 6, 4).trimStart()}`,
    ),
  ]);
  section(
    'Who can assume',
    report.assume.flatMap((one) => {
      const { before, after } = one;
      const sign =
        before === undefined ? paint('+', 'green') : after === undefined ? paint('-', 'red') : paint('~', 'yellow');
      const who = `${shown(one.identity)}: `;
      if (before === undefined || after === undefined)
        return [`  ${sign} ${wrap(`${who}${after ?? before ?? ''}`, 6, 4).trimStart()}`];
      return [
        `  ${sign} ${wrap(`${who}${assumeText(one)}`, 6, 4).trimStart()}`,
        `      ${paint('-', 'red')} ${wrap(before, 10, 8).trimStart()}`,
        `      ${paint('+', 'green')} ${wrap(after, 10, 8).trimStart()}`,
      ];
    }),
  );
  const signs: Readonly<Record<Sign, Colour>> = { '+': 'green', '-': 'red', '~': 'yellow', ' ': 'dim' };
  section(
    'Structure',
    treeLines(report, MOST).map((line) => {
      const indent = 4 + 2 * line.depth;
      const body = wrap(lineText(line), indent + 4, indent);
      return `  ${paint(line.sign, signs[line.sign])} ${body.slice(4)}`;
    }),
  );
  section(
    'Changed outside of the configuration',
    report.drift.map(({ kind, path, status, fields }) =>
      wrap(
        `${kind} ${shown(path)}: ${status === 'removed' ? 'deleted' : fields.map(({ field }) => field).join(', ')}`,
        4,
        2,
      ),
    ),
  );
  section('Suppressed', [
    ...report.suppressed.map(({ id, subject, suppression }) =>
      wrap(`${id} of ${shown(subject)}: ${suppression.reason}`, 4, 2),
    ),
    ...report.idleSuppressions.map(({ id, subject, why }) =>
      wrap(`${id} of ${shown(subject)}: ${idleText(why)}`, 4, 2),
    ),
  ]);
  if (report.digest !== undefined) lines.push('', paint(`Digest  ${report.digest}`, 'dim'));
  return `${lines.join('\n')}\n`;
}

/** In groups that are new, or that go. */
export function inherited({ access }: Report): string[] {
  const told = (lines: readonly ReportedLine[], words: string) => {
    const found = lines.filter((line) => !isEffect(line));
    if (found.length === 0) return [];
    const groups = new Set(found.map(({ group }) => group)).size;
    const identities = new Set(found.map(({ identity }) => identity)).size;
    return [
      `${counted(identities, 'identity inherits', 'identities inherit')} access in ${counted(groups, 'group', 'groups')} that this ${words}`,
    ];
  };
  return [...told(access.lines.gained, 'makes'), ...told(access.lines.lost, 'deletes')];
}
