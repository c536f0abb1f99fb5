/**
 * Text of others within Markdown. It must not ping, break a table, hide or turn what stands around it, nor lead anywhere:
 * names and descriptions are written by whoever opens the pull request.
 */
import { visible } from '../../text/visible';

export { visible };

/** As code: nothing in it has a meaning. Also within a table, where a bar would end the cell. */
export function code(text: string): string {
  const plain = visible(text).replaceAll('|', '\\|');
  const fence = '`'.repeat(longestRun(plain) + 1);
  const space = plain === '' || plain.startsWith('`') || plain.endsWith('`') || plain.startsWith(' ') ? ' ' : '';
  return `${fence}${space}${plain}${space}${fence}`;
}

/** A block of code, with what colours it. */
export function codeBlock(lines: readonly string[], language: string): string[] {
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1));
  return [`${fence}${language}`, ...lines, fence];
}

/** Between the words of a name that would be taken for a mention, an issue, a commit or an address: nothing that is seen. */
const BREAK = '\u2060';

/**
 * As running text. Markdown and HTML have no meaning in it, and nothing in it is taken for a mention, an issue or an address:
 * platforms look for these after escapes are gone, so they are broken by a character without width.
 */
export function prose(text: string): string {
  return visible(text)
    .replace(/[\\`*_{}[\]#!|~$^]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/@|(?<=\\[#!~^$])|(?<=%|&amp;)(?=\w)/g, (at) => `${at}${BREAK}`)
    .replace(/:\/\/|\bwww\./gi, (start) => `${start.slice(0, 1)}${BREAK}${start.slice(1)}`)
    .replace(/\b[0-9a-f]{7,}\b/g, (digits) => `${digits.slice(0, 4)}${BREAK}${digits.slice(4)}`);
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
