/** Formats the report for a terminal. */
import { CHANGE_KINDS, type Tone } from '../../page/change-kinds';
import type { Severity } from '../../rules';
import type { AffectedObject, Report, ReportedFinding, ReportedLine } from '../report/types/report';
import { assumeWithFindingsFirst, isLossFinding } from './expanded';
import { moveBlocks } from './move-blocks';
import { provenanceParts, headline, summary } from './headline';
import {
  accessTexts,
  assumeText,
  declaredText,
  earlyTexts,
  findingsByCause,
  idleText,
  inherited,
  namedText,
  ruleText,
  displayed,
  type CauseEntry,
} from './phrases';
import { printable } from '../../text/printable';
import { createPrinter, type Color, type TextOptions } from './printer';
import { createPlainSentence } from './marked-names';
import { withShortNames } from './short-names';
import { hintSections, type Hint } from './hints';
import { lineText, treeLines } from './tree';

const ofSeverity: Readonly<Record<Severity, Color>> = { high: 'red', medium: 'yellow', low: 'cyan' };

/** The maximum number of listed findings below high severity; high ones are always listed. */
const LISTED_FINDINGS = 20;
/** The maximum number of listed objects that a finding affects. */
const LISTED_OBJECTS = 50;
/** The maximum number of lines of access; more are summarized by role. */
const LISTED_ACCESS = 20;
/** The maximum number of entries in other sections. */
const LISTED_ENTRIES = 30;
/** The maximum number of lines of the tree; otherwise groups are folded. */
const TREE_LINES = 60;

/** Returns the whole report, in color and as wide as the terminal. */
export function formatText(whole: Report, options: TextOptions = {}): string {
  const report = withShortNames(whole);
  const { paint, wrap } = createPrinter(options, createPlainSentence(whole));
  const { verdict } = report;
  const bold: Color[] = ['bold'];
  const provenance = provenanceParts(report).map(({ text, url }) => (url === undefined ? text : `${text} (${url})`));
  const lines = [paint(wrap(headline(report), 0), ...bold, ...(verdict.worst ? [ofSeverity[verdict.worst]] : []))];
  if (verdict.result === 'unchanged') return `${[...lines, wrap(summary(report), 0)].join('\n')}\n`;
  if (provenance.length > 0) lines.push(paint(wrap(provenance.join(' · '), 0), 'dim'));
  lines.push(wrap(summary(report), 0));
  for (const problem of verdict.problems) lines.push(paint(wrap(`! ${problem}`, 2, 0), 'red'));

  /** Each entry can have several lines. */
  const section = (title: string, entries: readonly string[], most = LISTED_ENTRIES) => {
    if (entries.length === 0) return;
    const left = entries.length - most;
    lines.push('', paint(title, 'bold'), ...entries.slice(0, most));
    if (left > 0) lines.push(paint(`  … and ${left} more (--format json lists all)`, 'dim'));
  };
  const place = (one: AffectedObject): string[] => {
    const [declared, rule] = [declaredText(one), ruleText(one)];
    return [
      ...(one.address === undefined ? [] : [paint(wrap(`at ${one.address}`, 10), 'dim')]),
      ...(declared === undefined ? [] : [paint(wrap(`declared in ${declared}`, 10), 'dim')]),
      ...(rule === undefined ? [] : [paint(wrap(`rule in ${rule}`, 10), 'dim')]),
    ];
  };
  const affected = (all: readonly AffectedObject[]): string[] => {
    const left = all.length - LISTED_OBJECTS;
    const isSame = new Set(all.map(({ witness }) => witness)).size === 1;
    return [
      ...all
        .slice(0, LISTED_OBJECTS)
        .flatMap(({ subject, witness }) => [
          wrap(`- ${displayed(subject)}`, 12, 10),
          ...(witness === undefined || isSame ? [] : [paint(wrap(displayed(witness), 14, 12), 'dim')]),
        ]),
      ...(left > 0 ? [paint(`          … and ${left} more (--format json lists all)`, 'dim')] : []),
    ];
  };
  const finding = (one: ReportedFinding): string[] => [
    wrap(displayed(one.reason), 10),
    ...(one.witness === undefined ? [] : [paint(wrap(displayed(one.witness), 12, 10), 'dim')]),
    ...affected(one.affected ?? []),
    ...place(one),
  ];
  const entry = ({ severity, cause, findings }: CauseEntry): string => {
    const mark = paint(severity.padEnd(6), ofSeverity[severity], 'bold');
    const [first, ...others] = findings;
    if (others.length === 0) return [`  ${mark}  ${paint(first.id, 'bold')}`, ...finding(first)].join('\n');
    return [
      `  ${mark}  ${paint(wrap(displayed(cause ?? ''), 10).trimStart(), 'bold')}`,
      ...findings.flatMap((one) => [`          ${paint(one.id, 'bold')}`, ...finding(one)]),
    ].join('\n');
  };
  const entries = findingsByCause(report.findings);
  const high = entries.filter(({ severity }) => severity === 'high');
  section('Findings', entries.map(entry), high.length + LISTED_FINDINGS);
  if (entries.length > 0)
    lines.push(
      '',
      paint(wrap('To accept findings, paste the output of --format suppressions into review.config.json.', 2), 'dim'),
    );
  const access = (sign: string, of: Color, all: readonly ReportedLine[], most: number) =>
    accessTexts(all, most).map(({ who, where, roles, what, cause }) => {
      return `  ${paint(sign, of)} ${wrap(`${namedText(who)}  ${roles} in ${namedText(where)}: ${what} (${cause})`, 6, 4).trimStart()}`;
    });
  const { lines: accessLines, withoutEffect } = report.access;
  section('Access gained', access('+', 'green', accessLines.gained, LISTED_ACCESS));
  section(
    'If the apply stops early',
    earlyTexts(report).map(({ who, where, roles, what, cause }) => {
      return `  ${paint('!', 'yellow')} ${wrap(`${namedText(who)}  ${roles} in ${namedText(where)}: ${what} (${cause})`, 6, 4).trimStart()}`;
    }),
  );
  const hasLossFinding = isLossFinding(report);
  section(
    'Access lost',
    access('-', 'red', accessLines.lost, hasLossFinding ? Infinity : LISTED_ACCESS),
    hasLossFinding ? Infinity : LISTED_ENTRIES,
  );
  section('Access without a change', [
    ...inherited(report).map((text) => `    ${paint(wrap(text, 6, 4).trimStart(), 'dim')}`),
    ...withoutEffect.map(
      (grant) =>
        `  ${paint('=', 'dim')} ${wrap(`${displayed(grant)}: no effect, other grants give the same access`, 6, 4).trimStart()}`,
    ),
  ]);
  const policies = assumeWithFindingsFirst(report);
  section(
    'Trust policies',
    policies.all.map((one) => {
      const { before, after } = one;
      const sign =
        before === undefined ? paint('+', 'green') : after === undefined ? paint('-', 'red') : paint('~', 'yellow');
      const who = `${displayed(one.identity)}: `;
      if (before === undefined || after === undefined)
        return `  ${sign} ${wrap(`${who}${after ?? before ?? ''}`, 6, 4).trimStart()}`;
      return [
        `  ${sign} ${wrap(`${who}${assumeText(one)}`, 6, 4).trimStart()}`,
        `      ${paint('-', 'red')} ${wrap(before, 10, 8).trimStart()}`,
        `      ${paint('+', 'green')} ${wrap(after, 10, 8).trimStart()}`,
      ].join('\n');
    }),
    policies.withFinding + LISTED_ENTRIES,
  );
  const tones: Readonly<Record<Tone, Color>> = { added: 'green', removed: 'red', changed: 'yellow' };
  section(
    'Structure',
    treeLines(report, TREE_LINES).map((line) => {
      const indent = 4 + 2 * line.depth;
      const body = wrap(lineText(line), indent + 4, indent);
      return `  ${paint(line.sign, line.status === undefined ? 'dim' : tones[CHANGE_KINDS[line.status].tone])} ${body.slice(4)}`;
    }),
    Infinity,
  );
  const hint = (sign: string) => (one: Hint) =>
    [`  ${paint(sign, 'yellow')} ${wrap(one.line, 6, 4).trimStart()}`, paint(wrap(one.note, 6), 'dim')].join('\n');
  for (const { title, sign, hints } of hintSections(report)) section(title, hints.map(hint(sign)));
  section(
    'Blocks that keep objects',
    moveBlocks(report).map(({ plan, text }) =>
      [paint(`  # ${plan}`, 'dim'), ...text.split('\n').map((line) => `  ${printable(line)}`)].join('\n'),
    ),
    Infinity,
  );
  section(
    'Changed outside of Terraform',
    report.drift.map(({ kind, path, status, fields }) =>
      wrap(
        `${kind} ${displayed(path)}: ${status === 'removed' ? CHANGE_KINDS.removed.word : fields.map(({ field }) => field).join(', ')}`,
        4,
        2,
      ),
    ),
  );
  section('Suppressed', [
    ...report.suppressed.map(({ id, subject, suppression }) =>
      wrap(`${id} of ${displayed(subject)}: ${suppression.reason}`, 4, 2),
    ),
    ...report.idleSuppressions.map(({ id, subject, why }) =>
      wrap(`${id} of ${displayed(subject)}: ${idleText(why)}`, 4, 2),
    ),
  ]);
  if (report.digest !== undefined) lines.push('', paint(`Digest  ${report.digest}`, 'dim'));
  return `${lines.join('\n')}\n`;
}
