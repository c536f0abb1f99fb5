/** Finds statements in TypeScript without a compiler, for changes that must be safe: code that it does not understand has none. */
import type { LineRange } from './removed-lines';

/** Comments, texts, templates and regular expressions: their characters mean nothing for the structure of the code. */
const OPAQUE =
  /\/\/[^\n]*|\/\*[^]*?\*\/|'(?:[^'\\\n]|\\[^])*'|"(?:[^"\\\n]|\\[^])*"|`(?:[^`\\]|\\[^])*`|(?<=[=(,:[!&|?{};]\s*)\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g;

const CLOSED_BY: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

export interface Statement extends LineRange {
  /** The code without the contents of comments and texts. */
  readonly code: string;
}

interface Frame {
  readonly close: string;
  /** True if its closing bracket ends a statement. */
  readonly isBlock: boolean;
  /** The place of the first character of the current statement. */
  start: number | undefined;
}

/** Returns the innermost statement that contains a line, if the statement has its lines alone and ends with a semicolon. */
export function statementAt(text: string, line: number): Statement | undefined {
  const code = text.replace(OPAQUE, blank);
  const around: Frame[] = [];
  let frame: Frame = { close: '', isBlock: true, start: undefined };
  for (let at = 0; at < code.length; at++) {
    const char = code.charAt(at);
    if (/\s/.test(char)) continue;
    const close = CLOSED_BY[char];
    if (char === frame.close) {
      const { isBlock } = frame;
      frame = around.pop() ?? frame;
      if (isBlock) frame.start = undefined;
      continue;
    }
    // A bracket without its partner: a text or a regular expression that was not recognized.
    if (/[)\]}]/.test(char)) return undefined;
    frame.start ??= at;
    if (close !== undefined) {
      around.push(frame);
      frame = { close, isBlock: char === '{' && beginsBlock(code.slice(0, at)), start: undefined };
    } else if (char === ';') {
      const lines = { first: getLine(code, frame.start), last: getLine(code, at) };
      const isStatement = frame.close === '' || frame.close === '}';
      if (isStatement && lines.first <= line && line <= lines.last)
        return isAlone(code, frame.start, at) ? { ...lines, code: code.slice(frame.start, at) } : undefined;
      frame.start = undefined;
    }
  }
  return undefined;
}

/** Keeps the lines of a text. An opaque value stays a value; a comment disappears. */
function blank(value: string): string {
  const isComment = value.startsWith('//') || value.startsWith('/*');
  return value.replace(/[^\n]/g, isComment ? ' ' : '"');
}

/** A brace after a parenthesis or a word begins a block; after an operator it begins an object. */
function beginsBlock(before: string): boolean {
  const plain = before.trimEnd();
  return !/\b(return|yield|case|default|await|typeof|in|of)$/.test(plain) && /[)\w$;{}]$/.test(plain);
}

function getLine(code: string, at: number): number {
  return code.slice(0, at).split('\n').length;
}

function isAlone(code: string, start: number, end: number): boolean {
  const before = code.slice(code.lastIndexOf('\n', start - 1) + 1, start);
  const after = code.slice(end + 1).split('\n', 1)[0] ?? '';
  return `${before}${after}`.trim() === '';
}
