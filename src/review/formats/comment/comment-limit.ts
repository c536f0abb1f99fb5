/** Keeps a comment within the limit of GitHub: it omits whole lines and counts them. */
import { codeBlock } from '../../../base/text/markdown';
import { counted } from '../../../base/text/words';

/** A row that is only written if it can fit: a comment has few of the rows of a large change. */
export interface LateRow {
  /** A lower bound of its length, without spaces around cells. */
  readonly shortest: number;
  readonly write: () => string;
}

export type TableRow = string | LateRow;

/** @param texts texts in the cells of the row */
export function createLateRow(texts: readonly string[], create: () => string): LateRow {
  let row: string | undefined;
  return { shortest: texts.reduce((sum, text) => sum + shortestLength(text), 0), write: () => (row ??= create()) };
}

/** Returns a lower bound of the length of a text in a cell: formats shorten uids, trim spaces, and escape other characters. */
export function shortestLength(text: string): number {
  return text.trim().replace(/[0-9a-f]{16,}/g, '').length;
}

export interface Section {
  readonly title: string;
  /** The head of a table or the beginning of a block. */
  readonly head: readonly string[];
  readonly rows: readonly TableRow[];
  readonly end: readonly string[];
  /** True if the section is expanded, because a finding is about it. @default false */
  readonly isOpen?: boolean;
}

/** Returns a section with a table, or with a list if the table would be wider than a comment. */
export function table(title: string, names: readonly string[], rows: readonly TableRow[], isOpen = false): Section {
  return { title, isOpen, ...layOut(names, rows), end: [] };
}

/** Returns the lines of {@link table}. */
export function tableLines(names: readonly string[], rows: readonly string[]): string[] {
  const { head, rows: lines } = layOut(names, rows);
  return [...head, ...lines.map(toLine)];
}

/** The characters of a comment's line in a font of code, and those of the borders of a column. */
const COMMENT_WIDTH = 100;
const COLUMN_BORDERS = 4;

/** The first cell of a row that counts further rows. Its other cells are empty. */
export const MORE = '…';

/** @param rows rows such as `| a | b |`. A comment breaks the lines of a cell, but not its words. */
function layOut(names: readonly string[], rows: readonly TableRow[]): Pick<Section, 'head' | 'rows'> {
  const widths = names.map((name) => name.length);
  const isWide = () => widths.reduce((sum, one) => sum + one + COLUMN_BORDERS, 0) > COMMENT_WIDTH;
  for (const row of rows) {
    // The longest words of further rows change nothing.
    if (isWide()) break;
    const cells = getCells(row);
    for (const [column, width] of widths.entries()) widths[column] = Math.max(width, longestWord(cells[column]));
  }
  if (!isWide()) return { head: [`| ${names.join(' | ')} |`, `|${'---|'.repeat(names.length)}`], rows };
  const list = rows.map((row) =>
    typeof row === 'string' ? toItem(row) : { shortest: row.shortest, write: () => toItem(row) },
  );
  return { head: [`**${names.join(' · ')}**`, ''], rows: list };
}

function toItem(row: TableRow): string {
  const cells = getCells(row);
  return cells[0] === MORE
    ? `- ${cells.filter((cell) => cell !== '').join(' ')}`
    : `- ${cells.map((cell) => cell || '–').join(' · ')}`;
}

function getCells(row: TableRow): string[] {
  return toLine(row)
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}

function toLine(row: TableRow): string {
  return typeof row === 'string' ? row : row.write();
}

/** Browsers break lines after a slash and a hyphen, too. */
function longestWord(cell = ''): number {
  return cell.split(/ |<br>|(?<=[/-])/).reduce((longest, word) => Math.max(longest, word.length), 0);
}

/** Returns a section with a block of code. */
export function commentCode(title: string, lines: readonly string[], language: string, isOpen = false): Section {
  const [first = '', ...rest] = codeBlock(lines, language);
  return { title, isOpen, head: [first], rows: rest.slice(0, -1), end: rest.slice(-1) };
}

/** Characters for the notice about lines that do not fit. */
const RESERVED = 400;

/** Returns true if all lines fit into a comment, with the notice about others. */
export function fits(lines: readonly string[], longest: number): boolean {
  return fitting(lines, longest - RESERVED).length === lines.length;
}

/** Returns the lines that fit, in their order. No line is truncated: half of a sentence can mean the opposite. */
function fitting(all: readonly TableRow[], room: number): string[] {
  let left = room;
  return all.flatMap((row) => {
    if (typeof row === 'object' && row.shortest >= left) return [];
    const line = toLine(row);
    if (line.length >= left) return [];
    left -= line.length + 1;
    return [line];
  });
}

/** Returns the sections in order with the lines that fit, and the number of omitted lines. */
export function withinLimit(top: readonly string[], sections: readonly Section[], longest: number): string {
  const first = fitting(top, longest - RESERVED);
  let text = first.join('\n');
  let cut = top.length - first.length;
  sections.forEach(({ title, head, rows, end, isOpen = false }, index) => {
    const start = ['', isOpen ? '<details open>' : '<details>', `<summary>${title}</summary>`, '', ...head];
    const frame = [...start, ...end, '', '</details>'].join('\n').length + 120;
    const left = longest - text.length - RESERVED - frame;
    // Leave room for later sections.
    const share = index === sections.length - 1 ? left : Math.floor((left * 2) / 3);
    const kept = fitting(rows, share);
    const missing = rows.length - kept.length;
    cut += missing;
    if (kept.length === 0) return;
    const notice = missing > 0 ? ['', `… and ${missing} more that do not fit into a comment.`] : [];
    text += [...start, ...kept, ...end, ...notice, '', '</details>'].join('\n');
  });
  const notice =
    cut > 0
      ? `\n\n${counted(cut, 'line does', 'lines do')} not fit into a comment; \`--format json\` contains everything.`
      : '';
  return `${text}${notice}\n`;
}
