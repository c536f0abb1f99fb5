/** Formats the report for a terminal. */
import { CHANGE_KINDS, type Tone } from '../page/change-kinds';
import type { Severity } from '../../access/rules';
import type { Report, ReportedLine } from '../report/types/report';
import { assumeWithFindingsFirst, isLossFinding } from './expanded';
import { BLOCKS_TO_PASTE, moveBlocks } from './move-blocks';
import { provenanceParts, headline, summary } from './headline';
import {
  accessTexts,
  assumeText,
  countsText,
  displayed,
  earlyTexts,
  idleText,
  inherited,
  isEffect,
  namedText,
} from './phrases';
import { printable } from '../../base/text/printable';
import { counted } from '../../base/text/words';
import { createPrinter, type Color, type TextOptions } from './printer';
import { createFirstSentence, createNameFinder, createPlainSentence } from './marked-names';
import { findingTexts, LONGER, SEVERITY_COLORS } from './text-findings';
import { fitBlocks, type TextBlock } from './text-blocks';
import { withShortNames } from './short-names';
import { hintSections, type Hint } from './hints';
import { lineText, treeLines } from './tree';

/** The lines of a report, unless it has more findings that need a decision. */
const MOST_LINES = 60;
/** The maximum number of lines of access; more are summarized by role. */
const LISTED_ACCESS = 20;
/** The maximum number of entries in other sections. */
const LISTED_ENTRIES = 30;
/** The maximum number of lines of the tree; otherwise groups are folded. */
const TREE_LINES = 60;

export interface ReportTextOptions extends TextOptions {
  /** Findings of this severity or higher need a decision. @default 'high' */
  readonly gate?: Severity | undefined;
  /** If true, the text lists everything. Otherwise a large report contains counts. @default false */
  readonly isWhole?: boolean | undefined;
}

/** A section, with a line that replaces its entries. */
interface Section {
  readonly title: string;
  readonly entries: readonly string[];
  readonly count: string;
}

/** Returns the report, in color and as wide as the terminal: the effect, what needs a decision, and the rest or its counts. */
export function formatText(whole: Report, options: ReportTextOptions = {}): string {
  const { gate = 'high', isWhole = false } = options;
  const report = withShortNames(whole);
  const findNames = createNameFinder(report);
  const printer = createPrinter(options, createPlainSentence(whole, findNames));
  const { paint, wrap } = printer;
  const { verdict } = report;
  const bold: Color[] = ['bold'];
  const provenance = provenanceParts(report).map(({ text, url }) => (url === undefined ? text : `${text} (${url})`));
  const lines = [paint(wrap(headline(report), 0), ...bold, ...(verdict.worst ? [SEVERITY_COLORS[verdict.worst]] : []))];
  if (verdict.result === 'unchanged') return `${[...lines, wrap(summary(report), 0)].join('\n')}\n`;
  if (provenance.length > 0) lines.push(paint(wrap(provenance.join(' · '), 0), 'dim'));
  lines.push(wrap(summary(report), 0));
  for (const problem of verdict.problems) lines.push(paint(wrap(`! ${problem}`, 2, 0), 'red'));

  const sections: Section[] = [];
  /** Each entry can have several lines. */
  const section = (
    title: string,
    entries: readonly string[],
    { most = LISTED_ENTRIES, count = counted(entries.length, 'entry') }: { most?: number; count?: string } = {},
  ) => {
    if (entries.length === 0) return;
    const shown = isWhole ? entries : entries.slice(0, most);
    const left = entries.length - shown.length;
    const more = left > 0 ? [paint(`  … and ${left} more (--verbose lists all)`, 'dim')] : [];
    sections.push({ title, entries: [...shown, ...more], count });
  };
  const access = (sign: string, of: Color, all: readonly ReportedLine[], most: number) =>
    accessTexts(all, most).map(({ who, where, roles, what, cause }) => {
      return `  ${paint(sign, of)} ${wrap(`${namedText(who)}  ${roles} in ${namedText(where)}: ${what} (${cause})`, 6, 4).trimStart()}`;
    });
  const { lines: accessLines, withoutEffect } = report.access;
  const accessMost = isWhole ? Infinity : LISTED_ACCESS;
  section('Access gained', access('+', 'green', accessLines.gained, accessMost), {
    count: accessCount(accessLines.gained),
  });
  section(
    'If the apply stops early',
    earlyTexts(report).map(({ who, where, roles, what, cause }) => {
      return `  ${paint('!', 'yellow')} ${wrap(`${namedText(who)}  ${roles} in ${namedText(where)}: ${what} (${cause})`, 6, 4).trimStart()}`;
    }),
  );
  const hasLossFinding = isLossFinding(report);
  section('Access lost', access('-', 'red', accessLines.lost, hasLossFinding ? Infinity : accessMost), {
    most: hasLossFinding ? Infinity : LISTED_ENTRIES,
    count: accessCount(accessLines.lost),
  });
  const hint = (sign: string) => (one: Hint) =>
    [`  ${paint(sign, 'yellow')} ${wrap(one.line, 6, 4).trimStart()}`, paint(wrap(one.note, 6), 'dim')].join('\n');
  for (const { title, sign, hints } of hintSections(report)) section(title, hints.map(hint(sign)));
  section(
    BLOCKS_TO_PASTE,
    moveBlocks(report).map(({ plan, text }, _, { length }) =>
      [
        ...(length > 1 ? [paint(`  # ${plan}`, 'dim')] : []),
        ...text.split('\n').map((line) => `  ${printable(line)}`),
      ].join('\n'),
    ),
    { most: Infinity },
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
    policies.all.map((assume) => {
      const { before, after } = assume;
      const sign =
        before === undefined ? paint('+', 'green') : after === undefined ? paint('-', 'red') : paint('~', 'yellow');
      const who = `${displayed(assume.identity)}: `;
      if (before === undefined || after === undefined)
        return `  ${sign} ${wrap(`${who}${after ?? before ?? ''}`, 6, 4).trimStart()}`;
      return [
        `  ${sign} ${wrap(`${who}${assumeText(assume)}`, 6, 4).trimStart()}`,
        `      ${paint('-', 'red')} ${wrap(before, 10, 8).trimStart()}`,
        `      ${paint('+', 'green')} ${wrap(after, 10, 8).trimStart()}`,
      ].join('\n');
    }),
    { most: policies.withFinding + LISTED_ENTRIES, count: counted(policies.all.length, 'identity') },
  );
  const tones: Readonly<Record<Tone, Color>> = { added: 'green', removed: 'red', changed: 'yellow' };
  section(
    'Structure',
    treeLines(report, isWhole ? Infinity : TREE_LINES).map((line) => {
      const indent = 4 + 2 * line.depth;
      const body = wrap(lineText(line), indent + 4, indent);
      return `  ${paint(line.sign, line.status === undefined ? 'dim' : tones[CHANGE_KINDS[line.status].tone])} ${body.slice(4)}`;
    }),
    { most: Infinity, count: countsText(verdict.counts) },
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
  const digest = report.digest === undefined ? [] : ['', paint(`Digest  ${report.digest}`, 'dim')];
  const { decisions, others } = findingTexts(report.findings, printer, {
    ...{ gate, isWhole },
    toFirstSentence: createFirstSentence(findNames),
  });
  const accept =
    decisions.length === 0
      ? []
      : [
          '',
          paint(
            wrap('To accept findings, paste the output of --format suppressions into review.config.json.', 2),
            'dim',
          ),
        ];
  const found = decisions.length + others.length > 0 ? ['', paint('Findings', 'bold')] : [];
  const blocks = sections.map(({ title, entries, count }): TextBlock => {
    const all = ['', paint(title, 'bold'), ...entries];
    return isWhole ? [all] : [[`  ${title}: ${count}`], all];
  });
  const fixed = [...lines, ...found, ...accept, ...digest].join('\n').split('\n').length + 2;
  const most = MOST_LINES + Math.max(0, decisions.length - LONGER) - fixed;
  const fitted = fitBlocks([...decisions, ...others, ...blocks], most);
  const shown = fitted.splice(decisions.length + others.length);
  const isCount = (block: readonly string[], index: number) => !isWhole && block === blocks[index]?.[0];
  const counts = shown.filter(isCount);
  const hasShort =
    counts.length > 0 || fitted.some((block, index) => block !== [...decisions, ...others][index]?.at(-1));
  return `${[
    ...lines,
    ...found,
    ...fitted.flat(),
    ...accept,
    ...shown.filter((block, index) => !isCount(block, index)).flat(),
    ...(counts.length > 0 ? ['', ...counts.flat()] : []),
    ...(hasShort ? [paint('  To list everything, pass --verbose.', 'dim')] : []),
    ...digest,
  ].join('\n')}\n`;
}

/** Returns `24 identities in 20 groups`. */
function accessCount(lines: readonly ReportedLine[]): string {
  const distinct = (of: (line: ReportedLine) => string) => new Set(lines.filter(isEffect).map(of)).size;
  return `${counted(
    distinct(({ identity }) => identity),
    'identity',
  )} in ${counted(
    distinct(({ group }) => group),
    'group',
  )}`;
}
