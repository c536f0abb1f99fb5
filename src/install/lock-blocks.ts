/**
 * The entries of a dependency lock file: the position of each provider block in its text, with any comments and
 * strings.
 */

export interface LockBlock {
  /** The provider's address. */
  readonly address: string;
  /** From the word `provider`; to behind the closing brace. */
  readonly start: number;
  readonly end: number;
  readonly line: number;
  /** The value of an attribute that is text. */
  attribute(name: string): string | undefined;
}

/** Reads the blocks of a lock file. Throws an `Error` with the line if Terraform cannot read the text. */
export function lockBlocks(text: string): LockBlock[] {
  const code = masked(text);
  const getLine = (index: number): number => text.slice(0, index).split('\n').length;
  const blocks: LockBlock[] = [];
  const open: number[] = [];
  for (const { 0: mark, index } of code.matchAll(/[{}"]|\/\*/g)) {
    if (mark === '{') open.push(index);
    else if (mark !== '}') throw unreadable(`the text from ${mark} has no end`, getLine(index));
    else {
      const begin = open.pop();
      if (begin === undefined) throw unreadable('a } closes nothing', getLine(index));
      const header = open.length > 0 ? null : /(?<![\w-])provider[ \t]*'(_*)'[ \t]*$/.exec(code.slice(0, begin));
      if (header === null) continue;
      const at = header.index + header[0].indexOf("'") + 1;
      blocks.push({
        address: text.slice(at, at + (header[1] ?? '').length),
        start: header.index,
        end: index + 1,
        line: getLine(header.index),
        attribute: (name) => attributeIn(text.slice(begin, index), code.slice(begin, index), name),
      });
    }
  }
  const [unclosed] = open;
  if (unclosed !== undefined) throw unreadable('a { is never closed', getLine(unclosed));
  return blocks;
}

/**
 * Returns the text with blanks instead of each comment and heredoc, and with underscores in single quotes (which HCL
 * does not have) instead of each string, at the same positions. All remaining braces and words then have a meaning, and
 * a remaining double quote has no end.
 */
function masked(text: string): string {
  return text.replace(
    /(?:#|\/\/)[^\n]*|\/\*[^]*?\*\/|"(?:[^"\\\r\n]|\\.)*"|<<-?([A-Za-z_][\w-]*)\r?\n(?:[^]*?\n)??[ \t]*\1(?=[ \t]*(?:\r?\n|$))/g,
    (token) => (token.startsWith('"') ? `'${'_'.repeat(token.length - 2)}'` : token.replace(/[^\r\n]/g, ' ')),
  );
}

function attributeIn(text: string, code: string, name: string): string | undefined {
  const found = new RegExp(`^([ \\t]*${name}[ \\t]*=[ \\t]*')(_*)'`, 'm').exec(code);
  if (found === null) return undefined;
  const at = found.index + (found[1] ?? '').length;
  return text.slice(at, at + (found[2] ?? '').length);
}

function unreadable(problem: string, line: number): Error {
  return new Error(
    `in line ${line} ${problem}, so Terraform cannot read it. Repair it, or remove it: it is then written again.`,
  );
}
