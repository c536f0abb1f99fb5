/**
 * Escapes external text for Markdown. It must not mention anyone, break a table, hide or reverse other text, or create a link: the
 * author of a pull request chooses names and descriptions.
 */
import { visible } from './visible';

/** Returns the text as code, without special meaning. In a table, a bar would end the cell. */
export function codeSpan(text: string): string {
  return toCode(visible(text).replaceAll('|', '\\|'));
}

/** Returns the text as code outside of tables, which would show a backslash before a bar. */
export function inlineCode(text: string): string {
  return toCode(visible(text));
}

function toCode(plain: string): string {
  const fence = '`'.repeat(longestRun(plain) + 1);
  const space = plain === '' || plain.startsWith('`') || plain.endsWith('`') || plain.startsWith(' ') ? ' ' : '';
  return `${fence}${space}${plain}${space}${fence}`;
}

/** Returns a code block with the language of its highlighting. */
export function codeBlock(lines: readonly string[], language: string): string[] {
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1));
  return [`${fence}${language}`, ...lines, fence];
}

/** An invisible character. It breaks text that a platform would treat as a mention, an issue, a commit or an address. */
const BREAK = '\u2060';

/**
 * Returns the text as prose without Markdown and HTML. Platforms look for mentions, issues and addresses after they resolve
 * escapes, so a character without width breaks these. Entries and numbers are code instead: people paste them.
 */
export function prose(text: string): string {
  return text
    .split(PASTED)
    .map((part, index) => (index % 2 === 1 ? codeSpan(part) : brokenText(part)))
    .join('');
}

/** An entry of a configuration, and digits that a platform would treat as a commit. */
const PASTED = /("[a-z][a-z-]*:[^\s"`\\]+"|\b[0-9a-f]{7,}\b)/;

function brokenText(text: string): string {
  return plainText(text).replace(/@|(?<=\\[#!~^$])|(?<=%|&amp;)(?=\w)/g, (at) => `${at}${BREAK}`);
}

/** Returns the text without Markdown, HTML and links, for a file. Platforms find no mentions in files. */
export function plainText(text: string): string {
  return visible(text)
    .replace(/[\\`*_{}[\]#!|~$^]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/:?\/\/|\bwww\./gi, (start) => `${start.slice(0, 1)}${BREAK}${start.slice(1)}`);
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
