/** Formats the report as a comment on GitHub or GitLab: effects, findings and gained access first, the rest in folded sections. */
import { CHANGE_TEXTS, type Tone } from '../../words/change-texts';
import { isAtLeast, type Severity } from '../../../access/rules';
import type { Report, ReportedAssume, ReportedFinding } from '../../report/types/report';
import {
  commentCode,
  createLateRow,
  fits,
  type LateRow,
  MORE,
  type Section,
  table,
  tableLines,
  withinLimit,
} from './comment-limit';
import { codeSpan, prose } from '../../../base/text/markdown';
import { counted } from '../../../base/text/words';
import { visible } from '../../../base/text/visible';
import { assumeWithFindingsFirst, isLossFinding, sortGained } from '../expanded';
import { ownersText } from './markdown-owners';
import { headlineSentences, provenanceParts, summary } from '../sentences/headline';
import { drawMermaid } from './mermaid';
import {
  createFirstSentence,
  createMarkdownSentence,
  createNameFinder,
  type Sentence,
} from '../sentences/marked-names';
import {
  countSeen,
  createFoldedReason,
  findingRow,
  type FoldedReason,
  icons,
  SEEN,
  seenFindings,
  shortFindings,
  unmanagedRows,
} from './markdown-findings';
import { BLOCKS_TO_PASTE, INHERITED_ACCESS, REDUNDANT_GRANTS } from '../../words/section-titles';
import { moveBlocks } from '../move-blocks';
import { findingsByCause, listedFindings } from '../sentences/finding-entries';
import {
  type AccessText,
  accessTexts,
  assumeText,
  earlyTexts,
  inherited,
  displayed,
  type Named,
} from '../sentences/phrases';
import { withShortNames } from '../sentences/short-names';
import { hintSections, type Hint } from '../sentences/hints';
import { suppressedRows, suppressionLines } from '../suppressions';
import { treeLineText, treeLines, type TreeLine } from '../tree';

/** Identifies the comment, so that it can be updated in place. */
export const COMMENT_MARKER = '<!-- platform-iac review -->';

/** The limit of GitHub; that of GitLab is higher. */
export const LONGEST_COMMENT = 65_536;

/** The maximum number of lines of the tree; otherwise groups are folded. */
const TREE = 150;

export interface MarkdownOptions {
  /** The maximum number of characters. @default the limit of GitHub */
  readonly longest?: number | undefined;
  /** The comment contains suppressions for findings of this severity or higher. @default 'high' */
  readonly gate?: Severity | undefined;
}

/**
 * Returns the report as a comment of at most `longest` characters, with the number of omitted lines. No high finding is
 * omitted as long as one line for each fits.
 */
export function formatMarkdown(
  whole: Report,
  { longest = LONGEST_COMMENT, gate = 'high' }: MarkdownOptions = {},
): string {
  const report = withShortNames(whole);
  const { verdict, findings } = report;
  const listed = { ...report, findings: listedFindings(findings) };
  const sentence = createMarkdownSentence(report);
  const [first = '', ...effects] = headlineSentences(report).map(sentence);
  const icon = verdict.result === 'unjudged' ? '⛔' : verdict.worst === undefined ? '🟢' : icons[verdict.worst];
  if (verdict.result === 'unchanged')
    return `${COMMENT_MARKER}\n**${icon} ${[first, ...effects].join(' ')}** ${sentence(summary(report))}\n`;
  const top = [
    COMMENT_MARKER,
    `### ${icon} ${first}`,
    ...(effects.length > 0 ? ['', ...effects.map((text) => `- ${text}`)] : []),
    ...provenanceLines(report, sentence),
    '',
    sentence(summary(report)),
    ...ownersText(report, sentence),
  ];
  for (const problem of verdict.problems) top.push('', `> ⛔ ${sentence(problem)}`);
  const digest = report.digest === undefined ? [] : ['', `<sub>Digest: ${codeSpan(report.digest)}</sub>`];
  top.push(...seenHints(listed, sentence));
  const all = [...top, ...seenFindings(listed, sentence)];
  const hasAll = fits(all, longest);
  const lead = hasAll ? all : shorterLead(top, listed, sentence, longest);
  const folded = hasAll
    ? createFoldedReason(listed, sentence, createFirstSentence(createNameFinder(report)))
    : { write: ({ reason }: ReportedFinding) => sentence(reason), shortest: ({ reason }: ReportedFinding) => reason };
  top.splice(0, Infinity, ...lead, ...seenAccess(report), ...digest, '');
  // The author can accept these findings.
  const acceptable = { ...whole, findings: whole.findings.filter(({ severity }) => isAtLeast(severity, gate)) };
  const sections = getSections(listed, acceptable, { sentence, folded }).filter(({ rows }) => rows.length > 0);
  return withinLimit(top, sections, longest);
}

/** Returns the lines outside of folded sections without reasons, or with one row for each kind of finding. */
function shorterLead([marker = '', ...others]: readonly string[], listed: Report, sentence: Sentence, longest: number) {
  const [counts = '', ...short] = shortFindings(listed);
  const shortened = [marker, counts, ...short, '', ...others];
  return fits(shortened, longest)
    ? shortened
    : [marker, counts, '', ...others, ...seenFindings(listed, sentence, true)];
}

/** Returns the origin of the change, if it is known. The pull request has a link if its address has only plain characters. */
function provenanceLines(report: Report, sentence: Sentence): string[] {
  const origin = provenanceParts(report)
    .map(({ text, url }) => {
      const isPlain = url !== undefined && /^https:\/\/[\w.:-]+\/[\w./~-]+$/.test(url);
      return isPlain ? `[${sentence(text)}](${url})` : sentence(text);
    })
    .join(' · ');
  return origin === '' ? [] : ['', origin];
}

function seenAccess(report: Report): string[] {
  const gained = accessTexts(sortGained(report), SEEN, true);
  if (gained.length === 0) return [];
  const seen = countSeen(gained.length);
  const more = gained.length > seen ? [`| ${MORE} | ${gained.length - seen} more | | |`] : [];
  const rows = [...gained.slice(0, seen).map(writeAccess), ...more];
  return ['', ...tableLines(['Gains access', 'Group', 'Access', 'Cause'], rows)];
}

function accessRow(text: AccessText): LateRow {
  const { who, where, roles, what, cause } = text;
  return createLateRow([...who.names, ...where.names, roles, what, cause], () => writeAccess(text));
}

function writeAccess({ who, where, roles, what, cause }: AccessText): string {
  return `| ${named(who)} | ${named(where)} | ${codeSpan(roles)}: ${prose(what)} | ${prose(cause)} |`;
}

function named({ names, words }: Named): string {
  return [names.map((name) => codeSpan(name)).join(', '), words === undefined ? '' : prose(words)]
    .filter(Boolean)
    .join(' ');
}

function createHintRow(sentence: Sentence, about?: string): (hint: Hint) => string {
  return ({ line, note }) => `| ${codeSpan(line)} | ${sentence([about, note].filter(Boolean).join(' '))} |`;
}

/** With more hints or blocks than this, the list is in a folded section. */
const FEW = 3;

function isFew(list: readonly unknown[]): boolean {
  return list.length <= FEW;
}

/** Returns the first hints about deletions that blocks avoid. */
function seenHints(report: Report, sentence: Sentence): string[] {
  return hintSections(report)
    .filter(({ hints, isFirst = false }) => isFirst && hints.length > 0)
    .flatMap(({ title, columns: [, next], hints }) => {
      const left = hints.length - FEW;
      const rows = hints.slice(0, FEW).map(createHintRow(sentence));
      return ['', ...tableLines([title, next], [...rows, ...(left > 0 ? [`| ${MORE} | ${left} more |`] : [])])];
    });
}

const ALL = Infinity;

/** @param whole the report with whole names, for what the author copies */
function getSections(
  report: Report,
  whole: Report,
  { sentence, folded }: { readonly sentence: Sentence; readonly folded: FoldedReason },
): Section[] {
  const { findings, access, drift } = report;
  /** The first character decides the color of a line in a diff. */
  const marks: Readonly<Record<Tone, string>> = { added: '+', removed: '-', changed: '!' };
  const mark = ({ status, sign }: TreeLine) => {
    const first = status === undefined ? ' ' : marks[CHANGE_TEXTS[status].tone];
    return (first === sign ? first : `${first} ${sign}`).padEnd(3);
  };
  const [hints, plans] = [hintSections(report), moveBlocks(whole)];
  const policies = assumeWithFindingsFirst(report);
  const causes = findingsByCause(findings);
  const graph = drawMermaid(report);
  const gained = accessTexts(sortGained(report), ALL, true);
  // Do not repeat the rows above.
  const isSeen = gained.length <= SEEN;
  return [
    ...hints
      .filter(({ hints: all, isFirst = false }) => isFirst && !isFew(all))
      .map(({ title, columns, about, hints: all }) => table(title, columns, all.map(createHintRow(sentence, about)))),
    commentCode(
      BLOCKS_TO_PASTE,
      plans.flatMap(({ plan, blocks }) =>
        [...(plans.length > 1 ? [`# ${plan}`] : []), ...blocks.flatMap((text) => text.split('\n'))].map(visible),
      ),
      'hcl',
      isFew(plans.flatMap(({ blocks }) => blocks)),
    ),
    {
      title: 'Graph: access gained (thick, green) and lost (dotted, red)',
      head: ['```mermaid'],
      rows: [graph.lines.join('\n')].filter(Boolean),
      end: ['```', ...(graph.merged > 0 ? ['', mergedText(graph.merged)] : [])],
    },
    table(
      `Findings (${causes.length})`,
      ['Severity', 'Finding', 'Details', 'Where'],
      causes.map((entry) => findingRow(entry, folded)),
    ),
    table(
      'Unmanaged objects: the API refuses to delete what they need',
      ['Kind', 'Object', 'Used by', 'Uid'],
      unmanagedRows(report),
    ),
    table('Access gained', ['Identity', 'Group', 'Access', 'Cause'], isSeen ? [] : gained.map(accessRow)),
    table(
      'If the apply stops early',
      ['Identity', 'Group', 'Access', 'Between'],
      earlyTexts(report).map(accessRow),
      true,
    ),
    table(
      'Access lost',
      ['Identity', 'Where', 'Access', 'Cause'],
      accessTexts(access.lines.lost, ALL).map(accessRow),
      isLossFinding(report),
    ),
    ...hints
      .filter(({ isFirst = false }) => !isFirst)
      .map(({ title, columns, about, hints: all }) => table(title, columns, all.map(createHintRow(sentence, about)))),
    table(
      INHERITED_ACCESS,
      ['Access'],
      inherited(report).map((text) => `| ${sentence(text)} |`),
    ),
    table(
      REDUNDANT_GRANTS,
      ['Grant'],
      access.withoutEffect.map((grant) => `| ${codeSpan(displayed(grant))} |`),
    ),
    table(
      `Trust policies (${policies.all.length})`,
      ['Identity', 'Change', 'Before', 'After'],
      policies.all.map((assume) => {
        const { identity, before = '', after = '' } = assume;
        return createLateRow([identity, before, after], () => writePolicy(assume, sentence));
      }),
      policies.hasChangeWithFinding,
    ),
    commentCode(
      'Structure',
      treeLines(report, TREE).map((line) => `${mark(line)} ${'  '.repeat(line.depth)}${visible(treeLineText(line))}`),
      'diff',
    ),
    table(
      'Changed outside of Terraform',
      ['Kind', 'Object', 'Fields'],
      drift.map(
        ({ kind, path, status, fields }) =>
          `| ${kind} | ${codeSpan(displayed(path))} | ${status === 'removed' ? CHANGE_TEXTS.removed.word : codeSpan(fields.map(({ field }) => field).join(', '))} |`,
      ),
    ),
    table('Suppressed', ['Finding', 'Subject', 'Reason'], suppressedRows(report)),
    commentCode(
      'Accept a finding: add its line to "suppressions" in review.config.json, with a reason and an expiry day',
      suppressionLines(whole).map(visible),
      'json',
    ),
  ];
}

function mergedText(count: number): string {
  return `The graph does not name ${counted(count, 'identity')}. The page of \`--format html\` shows each of them.`;
}

function writePolicy(assume: ReportedAssume, sentence: Sentence): string {
  const [before, after] = [assume.before, assume.after].map((text) =>
    text === undefined ? '' : codeSpan(displayed(text)),
  );
  return `| ${codeSpan(displayed(assume.identity))} | ${sentence(assumeText(assume))} | ${before} | ${after} |`;
}
