/** External text in Markdown. */

/** Returns a text on one line, without any meaning in Markdown. */
export function markdownCell(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&');
}
