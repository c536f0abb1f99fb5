/** The report as a comment of GitHub or GitLab: what matters is seen at once, the rest is folded away. */
import type { Severity } from '../finding';
import type { Report, ReportedFinding } from '../report';
import { code, codeBlock, prose, visible } from './escape';
import { mermaidLines } from './mermaid';
import {
  accessTexts,
  assumeText,
  declaredText,
  groupedFindings,
  headline,
  idleText,
  type Named,
  shown,
  summary,
} from './phrases';
import { inherited } from './text';
import { lineText, treeLines } from './tree';

/** By this a comment is found again, to be updated in place. */
export const COMMENT_MARKER = '<!-- platform-iac review -->';

/** What GitHub takes; GitLab takes more. */
export const LONGEST_COMMENT = 65_536;

const icons: Readonly<Record<Severity, string>> = { high: '🔴', medium: '🟡', low: '🔵' };

/** So many kinds of findings, and so many lines of access, are seen without unfolding anything. */
const SEEN = 8;

/** So many lines of the structure, or groups are folded. */
const TREE = 150;

interface Section {
  readonly title: string;
  /** Before the rows: the head of a table, or the beginning of a block. */
  readonly head: readonly string[];
  readonly rows: readonly string[];
  readonly end: readonly string[];
}

export interface MarkdownOptions {
  /** The most characters. @default what GitHub takes */
  readonly longest?: number | undefined;
}

/** The report as a comment, of `longest` characters at most: what is cut to fit is counted. */
export function formatMarkdown(report: Report, { longest = LONGEST_COMMENT }: MarkdownOptions = {}): string {
  const { verdict } = report;
  const icon = verdict.result === 'unjudged' ? '⛔' : verdict.worst === undefined ? '🟢' : icons[verdict.worst];
  const top = [COMMENT_MARKER, `### ${icon} ${prose(headline(report))}`, '', prose(summary(report))];
  if (verdict.result === 'unchanged')
    return `${COMMENT_MARKER}\n**${icon} ${prose(headline(report))}.** ${prose(summary(report))}\n`;
  for (const problem of verdict.problems.slice(0, SEEN)) top.push('', `> ⛔ ${prose(problem)}`);
  const digest = report.digest === undefined ? [] : ['', `<sub>Digest: ${code(report.digest)}</sub>`];
  top.push(...seenFindings(report), ...seenAccess(report), ...digest, '');
  const sections = sectionsOf(report).filter(({ rows }) => rows.length > 0);
  return withinLimit(top, sections, longest);
}

function seenFindings({ findings }: Report): string[] {
  const groups = groupedFindings(findings);
  if (groups.length === 0) return [];
  const rows = groups.slice(0, SEEN).map(([first, ...others]) => {
    const more = others.length === 0 ? '' : ` (and ${others.length} more like it)`;
    const declared = declaredText(first);
    const where = declared === undefined ? '' : ` Declared in ${code(declared)}.`;
    return `| ${icons[first.severity]}&nbsp;${first.severity} | ${code(first.id)} | ${prose(shortReason(first))}${where}${more} |`;
  });
  return ['', '| Severity | Finding | Why |', '|---|---|---|', ...rows];
}

function shortReason({ reason }: ReportedFinding): string {
  const text = shown(reason);
  return text.length > 300 ? `${text.slice(0, 297)}…` : text;
}

function seenAccess({ access }: Report): string[] {
  const gained = accessTexts(access.lines.gained, SEEN);
  if (gained.length === 0) return [];
  const more = gained.length > SEEN ? [`| … | ${gained.length - SEEN} more | | |`] : [];
  return ['', '| Gains | Where | What | Why |', '|---|---|---|---|', ...gained.slice(0, SEEN).map(accessRow), ...more];
}

function accessRow({ who, where, roles, what, cause }: ReturnType<typeof accessTexts>[number]): string {
  return `| ${named(who)} | ${named(where)} | ${code(roles)}: ${prose(what)} | ${prose(cause)} |`;
}

function named({ name, words }: Named): string {
  return [name === undefined ? '' : code(name), words === undefined ? '' : prose(words)].filter(Boolean).join(' ');
}

/** Within a cell of a table. */
function lines(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('<br>');
}

const ALL = Infinity;

function sectionsOf(report: Report): Section[] {
  const { findings, access, assume, drift, suppressed, idleSuppressions } = report;
  const table = (title: string, names: readonly string[], rows: readonly string[]): Section => ({
    title,
    head: [`| ${names.join(' | ')} |`, `|${'---|'.repeat(names.length)}`],
    rows,
    end: [],
  });
  const block = (title: string, lines: readonly string[], language: string): Section => {
    const [first = '', ...rest] = codeBlock(lines, language);
    return { title, head: [first], rows: rest.slice(0, -1), end: rest.slice(-1) };
  };
  const signs = { '+': '+', '-': '-', '~': '!', ' ': ' ' } as const;
  const graph = mermaidLines(report);
  const gained = accessTexts(access.lines.gained, ALL);
  // What is seen above is not told again.
  const isSeen = gained.length <= SEEN;
  return [
    {
      title: 'Graph: who gains (thick, green) and who loses (dotted, red)',
      head: ['```mermaid'],
      rows: [graph.join('\n')].filter(Boolean),
      end: ['```'],
    },
    table(
      `Findings (${findings.length})`,
      ['Severity', 'Finding', 'Why', 'Where'],
      findings.map((finding) => {
        const { severity, id, reason, witness, address } = finding;
        const why = [prose(shown(reason)), witness === undefined ? '' : code(shown(witness))];
        const where = [address, declaredText(finding)].map((text) => (text === undefined ? '' : code(text)));
        return `| ${icons[severity]}&nbsp;${severity} | ${code(id)} | ${lines(why)} | ${lines(where)} |`;
      }),
    ),
    table('Access gained', ['Who', 'Where', 'What', 'Why'], isSeen ? [] : gained.map(accessRow)),
    table('Access lost', ['Who', 'Where', 'What', 'Why'], accessTexts(access.lines.lost, ALL).map(accessRow)),
    table(
      'In groups that are new or go',
      ['Access'],
      inherited(report).map((text) => `| ${prose(text)} |`),
    ),
    table(
      'Grants that change nothing, since others give the same',
      ['Grant'],
      access.withoutEffect.map((grant) => `| ${code(shown(grant))} |`),
    ),
    table(
      `Who can assume (${assume.length})`,
      ['Identity', '', 'Before', 'After'],
      assume.map(
        (one) =>
          `| ${code(shown(one.identity))} | ${prose(assumeText(one))} | ${one.before === undefined ? '' : code(shown(one.before))} | ${one.after === undefined ? '' : code(shown(one.after))} |`,
      ),
    ),
    block(
      'Structure',
      treeLines(report, TREE).map((line) => `${signs[line.sign]} ${'  '.repeat(line.depth)}${visible(lineText(line))}`),
      'diff',
    ),
    table(
      'Changed outside of the configuration',
      ['', 'Object', 'What'],
      drift.map(
        ({ kind, path, status, fields }) =>
          `| ${kind} | ${code(shown(path))} | ${status === 'removed' ? 'deleted' : code(fields.map(({ field }) => field).join(', '))} |`,
      ),
    ),
    table(
      'Suppressed',
      ['Finding', 'Of', 'Why'],
      [
        ...suppressed.map(
          ({ id, subject, suppression }) => `| ${code(id)} | ${code(shown(subject))} | ${prose(suppression.reason)} |`,
        ),
        ...idleSuppressions.map(
          ({ id, subject, why }) => `| ${code(id)} | ${code(shown(subject))} | ${idleText(why)} |`,
        ),
      ],
    ),
  ];
}

/** For a notice of what was cut, in each section and altogether. */
const RESERVED = 400;

/** The sections in order, each as far as there is room, and how much was cut. */
function withinLimit(top: readonly string[], sections: readonly Section[], longest: number): string {
  let text = top.join('\n').slice(0, longest - RESERVED);
  let cut = 0;
  sections.forEach(({ title, head, rows, end }, index) => {
    const frame =
      ['', '<details>', `<summary>${title}</summary>`, '', ...head, ...end, '', '</details>'].join('\n').length + 120;
    const left = longest - text.length - RESERVED - frame;
    // What comes later needs room, too.
    const share = index === sections.length - 1 ? left : Math.floor((left * 2) / 3);
    const kept: string[] = [];
    let used = 0;
    for (const row of rows) {
      used += row.length + 1;
      if (used > share) break;
      kept.push(row);
    }
    const missing = rows.length - kept.length;
    cut += missing;
    if (kept.length === 0) return;
    const notice = missing > 0 ? ['', `… and ${missing} more that do not fit into a comment.`] : [];
    text += [
      '',
      '<details>',
      `<summary>${title}</summary>`,
      '',
      ...head,
      ...kept,
      ...end,
      ...notice,
      '',
      '</details>',
    ].join('\n');
  });
  const notice =
    cut > 0
      ? `\n\n${cut} line${cut === 1 ? ' was' : 's were'} cut to fit into a comment; \`--format json\` has everything.`
      : '';
  return `${text}${notice}\n`;
}
