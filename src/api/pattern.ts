/**
 * Patterns of claims are regular expressions in the syntax that the service compiles (RE2). What JavaScript spells
 * otherwise is translated; what the two agree on stays as it is. Source: not-shown "Patterns".
 */

export interface PatternSource {
  readonly source: string;
  /** `u`, and what an inline `(?i)` at the beginning asks for. */
  readonly flags: string;
}

/** The pattern as JavaScript spells it; `undefined` if it is no regular expression. */
export function patternSource(text: string): PatternSource | undefined {
  const [inline = '', letters = ''] = /^\(\?([ims]+)\)/.exec(text) ?? [];
  const source = text
    .slice(inline.length)
    .replace(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?P</g, (part) =>
      part === '(?P<' ? '(?<' : part.startsWith('[') ? part.replace(/\\[\s\S]/g, withinClass) : withoutNeed(part),
    );
  const flags = `u${[...new Set(letters)].join('')}`;
  try {
    new RegExp(source, flags);
    return { source, flags };
  } catch {
    return undefined;
  }
}

/** RE2 lets any punctuation be escaped; JavaScript only what means something. */
function withoutNeed(escape: string): string {
  return /^\\[-"'@#%&,:;<=>_~ !`]$/.test(escape) ? escape.slice(1) : escape;
}

/** In a class `\-` means something. */
function withinClass(escape: string): string {
  return escape === '\\-' ? escape : withoutNeed(escape);
}
