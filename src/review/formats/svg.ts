/**
 * Draws the structure and its changes. The picture has its own background. Colors are attributes, because some sites remove style
 * sheets; a style sheet contains the colors for dark pages. Signs and shapes carry the same information without color.
 */
import { CHANGE_KIND_NAMES, CHANGE_KINDS } from '../../page/change-kinds';
import { columnsOf, wordParts } from '../../text/columns';
import type { ChangeStatus } from '../organization/changes';
import type { Report } from '../report/types/report';
import { visible } from './escape';
import { provenanceParts, headline, summary } from './headline';
import { treeLines, type TreeLine } from './tree';

/** The maximum number of lines of the tree; otherwise groups are folded. */
const MOST = 100;

/** Columns of text. A picture of this width is readable at 400 pixels; longer texts wrap. */
const COLUMNS = 53;
/** The minimum number of columns for deeply indented text. */
const FEWEST_COLUMNS = 30;

/** Beneath this depth, a mark for each level replaces the indentation. */
const DEEPEST = 12;

const LINE = 18;
const ROW_SPACE = 6;
const INDENT = 14;
const MARGIN = 18;
const BADGE = 16;
const SIZE = 13;

/** The width of a character of the widest monospaced font, relative to the size of the font. */
const WIDEST = 0.62;

interface Look {
  /** The colors in light and in dark mode. */
  readonly ink: readonly [string, string];
  readonly ground: readonly [string, string];
}

const looks: Readonly<Record<ChangeStatus, Look>> = {
  removed: { ink: ['#b3151f', '#ff8a80'], ground: ['#ffebe9', '#3d1618'] },
  recreated: { ink: ['#7235c4', '#cfa8ff'], ground: ['#f6edff', '#2b1b40'] },
  replaced: { ink: ['#7235c4', '#cfa8ff'], ground: ['#f6edff', '#2b1b40'] },
  added: { ink: ['#136c31', '#56d364'], ground: ['#dafbe1', '#12301c'] },
  changed: { ink: ['#835700', '#e3b341'], ground: ['#fff3c4', '#33270c'] },
  adopted: { ink: ['#835700', '#e3b341'], ground: ['#fff3c4', '#33270c'] },
  imported: { ink: ['#0757ba', '#79c0ff'], ground: ['#ddf0ff', '#0f2742'] },
  forgotten: { ink: ['#57606a', '#a8b1bb'], ground: ['#eaeef2', '#262c34'] },
};

/** The colors of everything except changes, in light and in dark mode. */
const inks = {
  page: ['#ffffff', '#0d1117'],
  edge: ['#d0d7de', '#3d444d'],
  text: ['#1f2328', '#f0f6fc'],
  dim: ['#57606a', '#a8b1bb'],
} as const;

/** Returns the structure as a picture. */
export function formatSvg(report: Report): string {
  const used = CHANGE_KIND_NAMES.filter((status) => report.verdict.counts[status] > 0);
  const provenance = provenanceParts(report)
    .map(({ text }) => text)
    .join(' · ');
  let y = MARGIN;
  const heading = [
    ...paragraph(headline(report), y, 'text', 'font-weight="bold"'),
    ...paragraph(provenance, (y += heightOf(headline(report))), 'dim'),
    ...paragraph(summary(report), (y += heightOf(provenance)), 'dim'),
  ];
  y += heightOf(summary(report)) + 4;
  const legend = legendAt(used, y);
  y += legend.height;
  const rows: Row[] = [];
  for (const line of treeLines(report, MOST)) {
    const row = rowAt(line, y);
    rows.push(row);
    y += row.height;
  }
  const height = y + MARGIN - 8;
  const width = Math.ceil(COLUMNS * COLUMN * BOLD + 2 * MARGIN);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="ui-monospace, monospace" font-size="${SIZE}">`,
    `<title>${xml(visible(headline(report)))}</title>`,
    `<desc>${xml(visible(summary(report)))}</desc>`,
    `<style>${styles()}</style>`,
    `<rect class="page" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${inks.page[0]}" stroke="${inks.edge[0]}"/>`,
    ...heading,
    ...legend.parts,
    ...guides(rows),
    ...rows.map(({ text }) => text),
    '</svg>',
    '',
  ].join('\n');
}

const COLUMN = WIDEST * SIZE;
/** The width of bold text relative to normal text. */
const BOLD = 1.05;

/** Returns the style sheet of dark pages. Shapes have the colors of light pages as attributes. */
function styles(): string {
  const rules = [
    `.page{fill:${inks.page[1]};stroke:${inks.edge[1]}}`,
    `.edge{stroke:${inks.edge[1]}}`,
    `.text{fill:${inks.text[1]}}`,
    `.dim{fill:${inks.dim[1]}}`,
    ...CHANGE_KIND_NAMES.map((status) => {
      const { ink, ground } = looks[status];
      return `.${status}{fill:${ink[1]}}.on-${status}{fill:${ground[1]};stroke:${ink[1]}}`;
    }),
  ];
  return `@media (prefers-color-scheme:dark){${rules.join('')}}`;
}

function legendAt(used: readonly ChangeStatus[], top: number) {
  let [x, y] = [MARGIN, top];
  const parts = used.flatMap((status) => {
    const { word } = CHANGE_KINDS[status];
    const width = BADGE + 8 + columnsOf(word) * COLUMN + 14;
    if (x > MARGIN && x + width > MARGIN + COLUMNS * COLUMN) [x, y] = [MARGIN, y + 24];
    const at = x;
    x += width;
    return [badgeAt(at, y + 4, status), textAt(at + BADGE + 8, y + 17, word, 'dim')];
  });
  return { parts, height: used.length === 0 ? 0 : y - top + 32 };
}

function badgeAt(x: number, y: number, status: ChangeStatus): string {
  const { ink, ground } = looks[status];
  // The shape shows the kind without color: deletions have corners, updates are round, forgotten objects are dashed.
  const corner = status === 'removed' ? 0 : status === 'changed' || status === 'imported' ? BADGE / 2 : 3;
  const dashes = status === 'forgotten' ? ' stroke-dasharray="2 2"' : '';
  return (
    `<rect class="on-${status}" x="${x}" y="${y}" width="${BADGE}" height="${BADGE}" rx="${corner}" fill="${ground[0]}" stroke="${ink[0]}"${dashes}/>` +
    `<text class="${status}" x="${x + BADGE / 2}" y="${y + 12.5}" fill="${ink[0]}" font-weight="bold" text-anchor="middle">${CHANGE_KINDS[status].sign}</text>`
  );
}

interface Row {
  readonly line: TreeLine;
  readonly y: number;
  readonly height: number;
  readonly text: string;
}

type Ink = 'kind' | 'name' | 'note';

interface Word {
  readonly text: string;
  readonly ink: Ink;
}

function rowAt(line: TreeLine, y: number): Row {
  const { status, kind, name, note } = line;
  const x = indentOf(line) + MARGIN;
  const deeper = '› '.repeat(Math.min(Math.max(line.depth - DEEPEST, 0), 10));
  const from = x + BADGE + 8;
  const columns = Math.max(FEWEST_COLUMNS, Math.floor(COLUMNS - (from - MARGIN) / COLUMN));
  const lines = wrappedWords(
    [...words(kind, 'kind'), ...words(`${deeper}${name}`, 'name'), ...words(note, 'note')],
    columns,
  );
  const inksOf: Readonly<Record<Ink, string>> = {
    kind: `class="dim" fill="${inks.dim[0]}"`,
    name:
      (status === undefined
        ? `class="text" fill="${inks.text[0]}"`
        : `class="${status}" fill="${looks[status].ink[0]}"`) + (kind === '' ? ' font-weight="bold"' : ''),
    note: `class="dim" fill="${inks.dim[0]}"`,
  };
  const texts = lines.map((spans, index) => {
    const parts = spans.map(({ text, ink }) => `<tspan ${inksOf[ink]}>${xml(text)}</tspan>`);
    const [left, top] = [from + (index === 0 ? 0 : HANGING), y + 16.5 + index * LINE];
    return `<text x="${left}" y="${top}" xml:space="preserve">${parts.join('')}</text>`;
  });
  const badge = status === undefined ? '' : badgeAt(x, y + 4, status);
  return { line, y, height: lines.length * LINE + ROW_SPACE, text: [badge, ...texts].join('') };
}

/** The indentation of the second and further lines of a row. */
const HANGING = 2 * COLUMN;

function words(text: string, ink: Ink): Word[] {
  return visible(text)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ({ text: word, ink }));
}

/** Wraps words. Joins neighbors of one color, and breaks words that are longer than a line. */
function wrappedWords(all: readonly Word[], columns: number): Word[][] {
  const lines: Word[][] = [[]];
  let used = 0;
  for (const { text, ink } of all)
    wordParts(text, columns - 2).forEach((part, index) => {
      const isFirst = lines.at(-1)?.length === 0;
      const gap = isFirst || index > 0 ? '' : ' ';
      if (!isFirst && used + gap.length + columnsOf(part) > columns - (lines.length > 1 ? 2 : 0)) {
        lines.push([{ text: part, ink }]);
        used = columnsOf(part);
        return;
      }
      const line = lines.at(-1) ?? [];
      const last = line.at(-1);
      if (last?.ink === ink) line[line.length - 1] = { text: `${last.text}${gap}${part}`, ink };
      else line.push({ text: `${gap}${part}`, ink });
      used += gap.length + columnsOf(part);
    });
  return lines;
}

function indentOf({ depth }: TreeLine): number {
  return Math.min(depth, DEEPEST) * INDENT;
}

/** Draws lines from each row to the row of its parent. */
function guides(rows: readonly Row[]): string[] {
  const above: Row[] = [];
  return rows.flatMap((row) => {
    const { depth } = row.line;
    const parent = above[depth - 1];
    above.length = depth;
    above[depth] = row;
    if (parent === undefined || depth > DEEPEST) return [];
    const x = MARGIN + indentOf(row.line) - INDENT / 2;
    const path = `M${x} ${parent.y + BADGE + 6}V${row.y + 12}H${x + INDENT / 2 - 2}`;
    return [`<path class="edge" d="${path}" fill="none" stroke="${inks.edge[0]}"/>`];
  });
}

function linesOf(text: string): string[] {
  return text === ''
    ? []
    : wrappedWords(words(text, 'name'), COLUMNS).map((line) => line.map((one) => one.text).join(''));
}

function heightOf(text: string): number {
  const { length } = linesOf(text);
  return length === 0 ? 0 : length * LINE + 4;
}

function paragraph(text: string, y: number, ink: 'text' | 'dim', more = ''): string[] {
  return linesOf(text).map((line, index) => textAt(MARGIN, y + 13 + index * LINE, line, ink, more));
}

function textAt(x: number, y: number, text: string, ink: 'text' | 'dim', more = ''): string {
  return `<text class="${ink}" x="${x}" y="${y}" fill="${inks[ink][0]}"${more && ` ${more}`}>${xml(visible(text))}</text>`;
}

/** Escapes text for XML, and replaces forbidden characters: surrogates and noncharacters. */
function xml(text: string): string {
  return text
    .replace(/\p{Cs}|[\ufffe\uffff]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
