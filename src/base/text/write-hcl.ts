/** Writes values and blocks as source text of HCL, as `terraform fmt` does. */
import { splitGraphemes } from './graphemes';
import { visible } from './visible';

/** Text that is written unchanged: a reference, a call. Everything else is a value. */
export class Verbatim {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The attributes of a block or an object, by name. The keys of a map can be any text. */
export type HclBody = Readonly<Record<string, unknown>> | ReadonlyMap<string, unknown>;

/** The most columns of a list on one line. */
const WIDTH = 120;

/** Returns a block. Each body is a paragraph. */
export function hclBlock(head: string, ...bodies: readonly HclBody[]): string {
  const paragraphs = bodies.filter((body) => getEntries(body).length > 0).map((body) => hclLines(body, '  '));
  return paragraphs.length === 0 ? `${head} {}` : `${head} {\n${paragraphs.join('\n\n')}\n}`;
}

/** Returns an object on one line. */
export function hclObjectLine(body: HclBody): string {
  const entries = getEntries(body).map(([name, value]) => `${hclKey(name)} = ${hclText(value, '', Infinity)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** Returns a text in quotes. Its templates stay: `$${` is an escaped one. */
export function hclTemplate(text: string): string {
  return `"${hclEscaped(text)}"`;
}

/** Returns a text in quotes without templates. */
export function hclQuoted(text: string): string {
  return hclTemplate(escapeTemplates(text));
}

/** Returns a text as a template without expressions: `$${` for `${`. */
export function escapeTemplates(text: string): string {
  return text.replaceAll(/[$%]\{/g, (start) => `${start.charAt(0)}${start}`);
}

/** Returns a text in quotes with expressions: texts and code take turns. A dollar sign before an expression would escape it. */
export function hclInterpolated(parts: readonly string[]): string {
  const texts = parts.map((part, index) => {
    if (index % 2 === 1) return `\${${part}}`;
    const text = hclEscaped(part);
    return index === parts.length - 1 ? text : text.replace(/\$+$/, (signs) => '\\u0024'.repeat(signs.length));
  });
  return `"${texts.join('')}"`;
}

/** Returns a comment to the end of the line. */
export function hclComment(text: string): string {
  return `# ${visible(text)}`;
}

/** Returns the contents of a quoted text. Invisible characters are escaped; HCL knows fewer short escapes than JSON. */
function hclEscaped(text: string): string {
  return text.replace(/["\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const short = SHORT[character];
    if (short !== undefined) return short;
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

const SHORT: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Returns a value as an expression. Entries without a value are omitted. */
export function hclValue(value: unknown): string {
  // JSON omits properties that are undefined, and converts dates and other objects with `toJSON`.
  const known: unknown = JSON.parse(JSON.stringify(value));
  return hclText(known, '', Infinity);
}

/** Values on one line are aligned with their neighbours; a value of several lines stands apart from them. */
function hclLines(body: HclBody, indent: string): string {
  const groups: [name: string, text: string][][] = [];
  const isTall = (text: string | undefined): boolean => text?.includes('\n') === true;
  for (const [name, value] of getEntries(body)) {
    const key = hclKey(name);
    const text = hclText(value, indent, WIDTH - indent.length - key.length - 3);
    const last = groups.at(-1);
    if (last === undefined || isTall(text) || isTall(last.at(-1)?.[1])) groups.push([[key, text]]);
    else last.push([key, text]);
  }
  return groups
    .map((group) => {
      const alignmentWidth = Math.max(...group.map(([key]) => countColumns(key)));
      return group
        .map(([key, text]) => `${indent}${key}${' '.repeat(alignmentWidth - countColumns(key))} = ${text}`)
        .join('\n');
    })
    .join('\n\n');
}

function hclText(value: unknown, indent: string, columnsLeft: number): string {
  if (value instanceof Verbatim) return value.text;
  if (typeof value === 'string') return hclQuoted(value);
  if (Array.isArray(value)) {
    const line = `[${value.map((element) => hclText(element, indent, Infinity)).join(', ')}]`;
    if (line.length <= columnsLeft && !line.includes('\n')) return line;
    const inner = `${indent}  `;
    return `[\n${value.map((element) => `${inner}${hclText(element, inner, Infinity)},\n`).join('')}${indent}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const body = value as HclBody;
    return getEntries(body).length === 0 ? '{}' : `{\n${hclLines(body, `${indent}  `)}\n${indent}}`;
  }
  return JSON.stringify(value);
}

function hclKey(name: string): string {
  return /^[A-Za-z_][\w-]*$/.test(name) ? name : hclQuoted(name);
}

function getEntries(body: HclBody): [string, unknown][] {
  return body instanceof Map ? [...(body as ReadonlyMap<string, unknown>)] : Object.entries(body);
}

/** `terraform fmt` aligns by grapheme, and counts quotes apart from the text between them. */
function countColumns(key: string): number {
  if (/^[\x20-\x7e]*$/.test(key)) return key.length;
  return 2 + splitGraphemes(key.slice(1, -1)).length;
}
