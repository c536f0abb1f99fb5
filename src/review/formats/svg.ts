/**
 * The structure with its changes as a picture. It stands on a ground of its own and says its colours twice: as attributes, for
 * where style sheets are taken out, and as a style sheet that knows dark pages. Signs and lines say the same without colour.
 */
import type { ChangeStatus } from '../changes';
import type { Report } from '../report';
import { visible } from './escape';
import { headline, summary } from './phrases';
import { treeLines, type TreeLine } from './tree';

/** So many lines of the structure, or groups are folded. */
const MOST = 100;

/** Lines of more columns are cut. What is cut is there for whoever points at it. */
const COLUMNS = 110;
const HEADING_COLUMNS = 90;

/** Deeper than this, a mark for each level stands for the room. */
const DEEPEST = 24;

const ROW = 24;
const INDENT = 20;
const MARGIN = 20;
const BADGE = 16;
const SIZE = 13;

/** No character of a monospaced font is wider, by the size of the font. */
const WIDEST = 0.62;

interface Look {
  readonly sign: string;
  readonly word: string;
  /** In light and in dark. */
  readonly ink: readonly [string, string];
  readonly ground: readonly [string, string];
}

const looks: Readonly<Record<ChangeStatus, Look>> = {
  removed: { sign: '−', word: 'destroyed', ink: ['#b3151f', '#ff8a80'], ground: ['#ffebe9', '#3d1618'] },
  recreated: { sign: '↻', word: 're-created', ink: ['#7235c4', '#cfa8ff'], ground: ['#f6edff', '#2b1b40'] },
  replaced: { sign: '±', word: 'replaced', ink: ['#7235c4', '#cfa8ff'], ground: ['#f6edff', '#2b1b40'] },
  added: { sign: '+', word: 'added', ink: ['#136c31', '#56d364'], ground: ['#dafbe1', '#12301c'] },
  changed: { sign: '~', word: 'changed', ink: ['#835700', '#e3b341'], ground: ['#fff3c4', '#33270c'] },
  imported: { sign: '→', word: 'imported', ink: ['#0757ba', '#79c0ff'], ground: ['#ddf0ff', '#0f2742'] },
  forgotten: { sign: '○', word: 'no longer managed', ink: ['#57606a', '#a8b1bb'], ground: ['#eaeef2', '#262c34'] },
};
const statuses = Object.keys(looks) as ChangeStatus[];

/** What is no status, in light and in dark. */
const inks = {
  page: ['#ffffff', '#0d1117'],
  edge: ['#d0d7de', '#3d444d'],
  text: ['#1f2328', '#f0f6fc'],
  dim: ['#57606a', '#a8b1bb'],
} as const;

/** The structure as a picture. */
export function formatSvg(report: Report): string {
  const lines = treeLines(report, MOST);
  const used = statuses.filter((status) => report.verdict.counts[status] > 0);
  const title = wrapped(headline(report), HEADING_COLUMNS);
  const subtitle = wrapped(summary(report), HEADING_COLUMNS);
  const heading = [
    ...title.map((text, index) => textAt(MARGIN, MARGIN + 14 + index * 20, text, 'text', 'font-weight="bold"')),
    ...subtitle.map((text, index) => textAt(MARGIN, MARGIN + 16 + (title.length + index) * 20, text, 'dim')),
  ];
  let y = MARGIN + (title.length + subtitle.length) * 20 + 8;
  const legend = legendAt(used, y);
  if (used.length > 0) y += 34;
  const rows = lines.map((line, index) => rowAt(line, y + index * ROW));
  const height = y + lines.length * ROW + MARGIN - 8;
  const widths = [
    ...title.map((text) => widthOf(text) * 1.1),
    ...subtitle.map(widthOf),
    legend.width,
    ...rows.map(({ width }) => width),
  ];
  const width = Math.ceil(Math.max(480, ...widths) + 2 * MARGIN);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="ui-monospace, monospace" font-size="${SIZE}">`,
    `<title>${xml(headline(report))}</title>`,
    `<desc>${xml(summary(report))}</desc>`,
    `<style>${styles()}</style>`,
    `<rect class="page" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${inks.page[0]}" stroke="${inks.edge[0]}"/>`,
    ...heading,
    ...legend.parts,
    ...guides(lines, y),
    ...rows.map(({ text }) => text),
    '</svg>',
    '',
  ].join('\n');
}

/** In dark, everything by its class; what is light stands beside each shape. */
function styles(): string {
  const rules = [
    `.page{fill:${inks.page[1]};stroke:${inks.edge[1]}}`,
    `.edge{stroke:${inks.edge[1]}}`,
    `.text{fill:${inks.text[1]}}`,
    `.dim{fill:${inks.dim[1]}}`,
    ...statuses.map((status) => {
      const { ink, ground } = looks[status];
      return `.${status}{fill:${ink[1]}}.on-${status}{fill:${ground[1]};stroke:${ink[1]}}`;
    }),
  ];
  return `@media (prefers-color-scheme:dark){${rules.join('')}}`;
}

function legendAt(used: readonly ChangeStatus[], y: number) {
  let x = MARGIN;
  const parts = used.flatMap((status) => {
    const { word } = looks[status];
    const at = x;
    x += BADGE + 8 + widthOf(word) + 18;
    return [badgeAt(at, y + 4, status), textAt(at + BADGE + 8, y + 17, word, 'dim')];
  });
  return { parts, width: x - MARGIN };
}

function badgeAt(x: number, y: number, status: ChangeStatus): string {
  const { sign, ink, ground } = looks[status];
  // What goes has corners, what stays is round, what is left alone is dashed: also for whoever sees no colour.
  const corner = status === 'removed' ? 0 : status === 'changed' || status === 'imported' ? BADGE / 2 : 3;
  const dashes = status === 'forgotten' ? ' stroke-dasharray="2 2"' : '';
  return (
    `<rect class="on-${status}" x="${x}" y="${y}" width="${BADGE}" height="${BADGE}" rx="${corner}" fill="${ground[0]}" stroke="${ink[0]}"${dashes}/>` +
    `<text class="${status}" x="${x + BADGE / 2}" y="${y + 12.5}" fill="${ink[0]}" font-weight="bold" text-anchor="middle">${sign}</text>`
  );
}

function rowAt(line: TreeLine, y: number) {
  const { status, kind, name, note } = line;
  const x = indentOf(line) + MARGIN;
  const deeper = '› '.repeat(Math.min(Math.max(line.depth - DEEPEST, 0), 10));
  const from = x + (status === undefined ? 0 : BADGE + 8);
  const [shownKind, shownName, shownNote] = cut([visible(kind), `${deeper}${visible(name)}`, visible(note)]);
  const ink =
    status === undefined ? `class="text" fill="${inks.text[0]}"` : `class="${status}" fill="${looks[status].ink[0]}"`;
  const spans = [
    shownKind === '' ? '' : `<tspan class="dim" fill="${inks.dim[0]}">${xml(shownKind)} </tspan>`,
    `<tspan ${ink}${kind === '' ? ' font-weight="bold"' : ''}>${xml(shownName)}</tspan>`,
    shownNote === '' ? '' : `<tspan class="dim" fill="${inks.dim[0]}">  ${xml(shownNote)}</tspan>`,
  ];
  const text = [shownKind, shownName, shownNote].filter(Boolean).join(' ');
  const whole = [kind, name, note].filter(Boolean).join(' ');
  return {
    text: [
      status === undefined ? '' : badgeAt(x, y + 4, status),
      `<text x="${from}" y="${y + 16.5}" xml:space="preserve">`,
      ...(text.endsWith('…') ? [`<title>${xml(whole)}</title>`] : []),
      ...spans,
      '</text>',
    ].join(''),
    width: from - MARGIN + widthOf(`${text}   `) * (kind === '' ? 1.05 : 1),
  };
}

function indentOf({ depth }: TreeLine): number {
  return Math.min(depth, DEEPEST) * INDENT;
}

/** From each line up to the one in which it lies. */
function guides(lines: readonly TreeLine[], y: number): string[] {
  const above: number[] = [];
  return lines.flatMap((line, index) => {
    const parent = above[line.depth - 1];
    above.length = line.depth;
    above[line.depth] = index;
    if (parent === undefined || line.depth > DEEPEST) return [];
    const x = MARGIN + indentOf(line) - INDENT / 2 - 2;
    const [top, bottom] = [y + parent * ROW + BADGE + 6, y + index * ROW + ROW / 2];
    const path = `M${x} ${top}V${bottom}H${x + INDENT / 2}`;
    return [`<path class="edge" d="${path}" fill="none" stroke="${inks.edge[0]}"/>`];
  });
}

/** The last of the parts first. */
function cut(parts: readonly [string, string, string]): readonly [string, string, string] {
  let left = COLUMNS;
  const kept = parts.map((part) => {
    if (columnsOf(part) <= left) {
      left -= columnsOf(part) + 1;
      return part;
    }
    let text = '';
    for (const character of part) {
      if (columnsOf(text + character) > left - 1) break;
      text += character;
    }
    left = 0;
    return text === '' ? '' : `${text}…`;
  });
  return [kept[0] ?? '', kept[1] ?? '', kept[2] ?? ''];
}

function textAt(x: number, y: number, text: string, ink: 'text' | 'dim', more = ''): string {
  return `<text class="${ink}" x="${x}" y="${y}" fill="${inks[ink][0]}"${more && ` ${more}`}>${xml(visible(text))}</text>`;
}

function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && columnsOf(`${last} ${word}`) <= columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(columnsOf(word) > columns ? `${word.slice(0, columns - 1)}…` : word);
  }
  return text === '' ? [] : lines;
}

function widthOf(text: string): number {
  return columnsOf(text) * WIDEST * SIZE;
}

/** Two for what is not of a narrow script: rather too much room than too little. */
const wide = /[^\u0000-\u10ff\u1e00-\u22ff\u2500-\u25ff]/u;

function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += wide.test(character) ? 2 : 1;
  return columns;
}

/** What no XML may hold is replaced: halves of characters, and what is none. */
function xml(text: string): string {
  return text
    .replace(/\p{Cs}|[\ufffe\uffff]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
