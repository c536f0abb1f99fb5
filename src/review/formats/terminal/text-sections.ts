/** The sections of a report in a terminal: access, trust policies, structure. Each has a line with its counts instead. */
import { printable } from '../../../base/text/printable';
import { counted, few } from '../../../base/text/words';
import { CHANGE_TEXTS, type Tone } from '../../words/change-texts';
import { countedIdentities } from '../../words/identity-counts';
import type { Report, ReportedLine } from '../../report/types/report';
import { assumeWithFindingsFirst, findStrangers, isLossFinding } from '../expanded';
import { hintSections, type Hint } from '../sentences/hints';
import { createFormerAccessTests } from '../sentences/renames';
import { BLOCKS_TO_PASTE, INHERITED_ACCESS, REDUNDANT_GRANTS } from '../../words/section-titles';
import { moveBlocks } from '../move-blocks';
import {
  accessTexts,
  assumeText,
  kindsText,
  displayed,
  earlyTexts,
  idleText,
  inherited,
  isEffect,
  namedText,
} from '../sentences/phrases';
import type { Color, Printer } from './printer';
import type { TextBlock } from './text-blocks';
import { accessByRole, countGroups } from './access-roles';
import { mergeAlike, patternTexts } from './trust-patterns';
import { sortAccess } from '../../access/rights';
import { treeLineText, treeLines } from '../tree';

/** The maximum number of lines of access; more are listed by role. */
const LISTED_ACCESS = 20;
/** The maximum number of entries in other sections. */
const LISTED_ENTRIES = 30;
/** The number of trust policies that are more important than counts of them. */
const FEW_POLICIES = 5;
/** The first number of hints and blocks. */
const FEW_HINTS = 2;
/** The maximum number of lines of the tree; otherwise groups are folded. */
const TREE_LINES = 60;

/** A section: its count, then more and more of its entries. */
export interface TextSection {
  readonly forms: TextBlock;
  /** `lead` precedes the findings: what to paste. All other sections are more important than `detail`. */
  readonly rank?: 'lead' | 'detail' | undefined;
  /** True if --verbose lists entries that no form lists. */
  readonly isGrouped: boolean;
}

interface SectionOptions {
  /** The maximum number of entries. */
  readonly most?: number;
  /** The first number of entries. */
  readonly few?: number;
  readonly count?: string;
  readonly rank?: TextSection['rank'];
  /** A sentence about all entries. */
  readonly about?: string | undefined;
  /** The same in fewer lines, the shortest form first. */
  readonly grouped?: readonly (readonly string[])[] | undefined;
  /** True if only --verbose lists all entries. */
  readonly isGrouped?: boolean;
}

/** Returns the sections in their order, only with all of their entries if `isWhole`. */
export function textSections(report: Report, printer: Printer, isWhole: boolean): TextSection[] {
  const { paint, wrap } = printer;
  const sections: TextSection[] = [];
  /** Each entry can have several lines. */
  const section = (
    title: string,
    entries: readonly string[],
    {
      most = LISTED_ENTRIES,
      few = Infinity,
      count = counted(entries.length, 'entry'),
      rank,
      about,
      grouped = [],
      isGrouped = false,
    }: SectionOptions = {},
  ) => {
    if (entries.length === 0) return;
    const head = ['', paint(title, 'bold'), ...(about === undefined ? [] : [paint(wrap(about, 4), 'dim')])];
    const form = (length: number) => {
      const left = entries.length - length;
      const more = left > 0 ? [paint(`  … and ${left} more (--verbose lists all)`, 'dim')] : [];
      return [...head, ...entries.slice(0, length), ...more];
    };
    const all = isWhole ? entries.length : Math.min(most, entries.length);
    const parts = [few, 2 * few, 4 * few].filter((length) => length < all);
    sections.push({
      forms: isWhole
        ? [form(all)]
        : [
            [wrap(`${title}: ${count}`, 4, 2)],
            ...grouped.map((lines) => [...head, ...lines]),
            ...(isGrouped && grouped.length > 0 ? [] : [...parts.map(form), form(all)]),
          ],
      rank,
      isGrouped,
    });
  };
  const access = (sign: string, color: Color, lines: readonly ReportedLine[]) =>
    accessTexts(lines, Infinity, sign === '+').map(({ who, where, roles, what, cause }) => {
      return `  ${paint(sign, color)} ${wrap(`${namedText(who)}  ${roles} in ${namedText(where)}: ${what} (${cause})`, 6, 4).trimStart()}`;
    });
  const byRole = (sign: string, color: Color, lines: readonly ReportedLine[]) =>
    lines.filter(isEffect).length > LISTED_ACCESS ? accessByRole(lines, sign, color, printer) : undefined;
  const hint = (sign: string) => (one: Hint) =>
    [`  ${paint(sign, 'yellow')} ${wrap(one.line, 6, 4).trimStart()}`, paint(wrap(one.note, 6), 'dim')].join('\n');
  const allHints = hintSections(report);
  for (const { title, sign, hints, about, isFirst = false } of allHints)
    section(title, hints.map(hint(sign)), { few: FEW_HINTS, about, rank: isFirst ? 'lead' : undefined });
  const blocks = moveBlocks(report).flatMap(({ plan, blocks: all }, _, { length }) =>
    all.map((text, index) =>
      [
        ...(length > 1 && index === 0 ? [paint(`  # ${plan}`, 'dim')] : []),
        ...text.split('\n').map((line) => `  ${printable(line)}`),
      ].join('\n'),
    ),
  );
  section(BLOCKS_TO_PASTE, blocks, {
    ...{ most: Infinity, few: FEW_HINTS },
    rank: allHints.some(({ isFirst = false, hints }) => isFirst && hints.length > 0) ? 'lead' : undefined,
    count: counted(blocks.length, 'block'),
  });
  const { lines: reportedLines, withoutEffect } = report.access;
  const strangers = findStrangers(report);
  const { isGainedAgain, isKept } = createFormerAccessTests(report);
  const accessLines = {
    gained: sortAccess(reportedLines.gained, strangers),
    lost: sortAccess(reportedLines.lost, strangers),
  };
  const gained = byRole('+', 'green', accessLines.gained);
  section('Access gained', access('+', 'green', accessLines.gained), {
    ...{ count: accessCount(accessLines.gained, isGainedAgain), most: Infinity },
    ...{ grouped: gained, isGrouped: gained !== undefined },
  });
  section(
    'If the apply stops early',
    earlyTexts(report).map(({ who, where, roles, what, cause }) => {
      return `  ${paint('!', 'yellow')} ${wrap(`${namedText(who)}  ${roles} in ${namedText(where)}: ${what} (${cause})`, 6, 4).trimStart()}`;
    }),
  );
  const hasLossFinding = isLossFinding(report);
  const lost = byRole('-', 'red', accessLines.lost);
  section('Access lost', access('-', 'red', accessLines.lost), {
    ...{ count: accessCount(accessLines.lost, isKept), most: Infinity },
    ...{ grouped: lost, isGrouped: lost !== undefined && !hasLossFinding },
  });
  section(
    INHERITED_ACCESS,
    inherited(report).map((text) => `    ${paint(wrap(text, 6, 4).trimStart(), 'dim')}`),
  );
  section(
    REDUNDANT_GRANTS,
    withoutEffect.map((grant) => `  ${paint('=', 'dim')} ${wrap(displayed(grant), 6, 4).trimStart()}`),
  );
  const policies = assumeWithFindingsFirst(report);
  const entries = isWhole || policies.all.length <= FEW_POLICIES ? policies.all : mergeAlike(policies.all);
  section(
    'Trust policies',
    entries.map((assume) => {
      if ('policies' in assume) {
        const [text, examples] = patternTexts(assume);
        const mark = assume.status === 'added' ? paint('+', 'green') : paint('-', 'red');
        return `  ${mark} ${wrap(text, 6, 4).trimStart()}\n${paint(wrap(examples, 8, 6), 'dim')}`;
      }
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
    {
      ...{ most: policies.withFinding + LISTED_ENTRIES, few: FEW_POLICIES },
      ...{ count: counted(policies.all.length, 'identity'), isGrouped: entries.length < policies.all.length },
    },
  );
  const tones: Readonly<Record<Tone, Color>> = { added: 'green', removed: 'red', changed: 'yellow' };
  section(
    'Structure',
    treeLines(report, isWhole ? Infinity : TREE_LINES).map((line) => {
      const indent = 4 + 2 * line.depth;
      const body = wrap(treeLineText(line), indent + 4, indent);
      return `  ${paint(line.sign, line.status === undefined ? 'dim' : tones[CHANGE_TEXTS[line.status].tone])} ${body.slice(4)}`;
    }),
    { most: Infinity, count: kindsText(report.changes), rank: 'detail' },
  );
  section(
    'Changed outside of Terraform',
    report.drift.map(({ kind, path, status, fields }) =>
      wrap(
        `${kind} ${displayed(path)}: ${status === 'removed' ? CHANGE_TEXTS.removed.word : fields.map(({ field }) => field).join(', ')}`,
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
  return sections;
}

/** Returns `11 people and 13 workloads in 20 groups: ada, acme/ci, acme/shop/ci and 21 more`, the most dangerous access first. */
/** Returns the count without access that a probable rename only moves, unless all of it is. */
function accessCount(lines: readonly ReportedLine[], isMoved: (line: ReportedLine) => boolean): string {
  const all = lines.filter(isEffect);
  const other = all.filter((line) => !isMoved(line));
  const effective = other.length > 0 ? other : all;
  const identities = new Set(effective.map(({ identity }) => identity));
  return `${countedIdentities(identities)} in ${countGroups(effective)}: ${few([...identities].map(displayed))}`;
}
