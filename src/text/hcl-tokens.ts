/** The tokens of a file in HCL. A text in quotes is one token, with the code of its templates. A heredoc has no token. */

export interface HclToken {
  /** `word`: an identifier; `text`: a text with its quotes; `newline`; `mark`: any other character. */
  readonly kind: 'word' | 'text' | 'newline' | 'mark';
  readonly text: string;
  /** The number of brackets around the token. Both brackets of a pair have the depth of the code around them. */
  readonly depth: number;
}

/** Code between brackets, a text in quotes, or a heredoc. Texts and heredocs contain templates, which contain code. */
type Context =
  | { readonly kind: 'code'; readonly close: string }
  | { readonly kind: 'quoted'; readonly start: number }
  | { readonly kind: 'heredoc'; readonly end: RegExp };

const CLOSE: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };

const CODE =
  /(?<blank>[ \t\r\uFEFF]+|(?:#|\/\/)[^\n]*)|(?<comment>\/\*)|(?<newline>\n)|<<-?(?<heredoc>[\p{ID_Start}_][\p{ID_Continue}-]*)\r?\n|(?<word>[\p{ID_Start}_][\p{ID_Continue}-]*)|(?<mark>[^])/uy;
const QUOTED = /\$\$\{|%%\{|(?<template>[$%]\{)|\\[^\n]|(?<stop>["\n\\])|[$%]|[^"\\$%\n]+/y;
const HEREDOC = /\$\$\{|%%\{|(?<template>[$%]\{)|[$%\n]|[^$%\n]+/y;

/**
 * Reads the tokens of a file.
 *
 * @throws Error with the line if a bracket, a text or a comment has no end
 */
export function readHclTokens(source: string): HclToken[] {
  const tokens: HclToken[] = [];
  const open: Context[] = [];
  let at = 0;
  /** The number of texts and heredocs around the position. */
  let texts = 0;

  const take = (pattern: RegExp): Readonly<Record<string, string | undefined>> => {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    at += found?.[0].length ?? 1;
    return found?.groups ?? {};
  };
  const add = (kind: HclToken['kind'], text: string): void => {
    if (texts === 0) tokens.push({ kind, text, depth: open.length });
  };
  const enterText = (context: Context): void => {
    open.push(context);
    texts++;
  };
  const leaveText = (): void => {
    open.pop();
    texts--;
  };

  const readCode = (close: string | undefined): void => {
    const { comment, newline, heredoc, word, mark } = take(CODE);
    if (comment !== undefined) {
      const end = source.indexOf('*/', at);
      if (end < 0) throw unreadable(source, at, 'a comment has no end');
      at = end + 2;
    } else if (newline !== undefined) add('newline', newline);
    else if (word !== undefined) add('word', word);
    else if (heredoc !== undefined)
      enterText({ kind: 'heredoc', end: new RegExp(`[ \\t]*${heredoc}[ \\t]*\\r?(?=\\n|$)`, 'uy') });
    else if (mark === '"') enterText({ kind: 'quoted', start: at - 1 });
    else if (mark !== undefined) readMark(mark, close);
  };
  const readMark = (mark: string, close: string | undefined): void => {
    if (mark === close) open.pop();
    else if (Object.values(CLOSE).includes(mark)) throw unreadable(source, at, `a ${mark} closes nothing`);
    add('mark', mark);
    const end = CLOSE[mark];
    if (end !== undefined) open.push({ kind: 'code', close: end });
  };
  const readQuoted = (start: number): void => {
    const { template, stop } = take(QUOTED);
    if (template !== undefined) open.push({ kind: 'code', close: '}' });
    if (stop === undefined) return;
    if (stop !== '"') throw unreadable(source, at - 1, 'a text has no end');
    leaveText();
    add('text', source.slice(start, at));
  };
  const readHeredoc = (end: RegExp): void => {
    end.lastIndex = at;
    const last = source[at - 1] === '\n' ? end.exec(source) : null;
    if (last !== null) {
      at += last[0].length;
      leaveText();
    } else if (take(HEREDOC)['template'] !== undefined) open.push({ kind: 'code', close: '}' });
  };

  while (at < source.length) {
    const context = open.at(-1);
    if (context?.kind === 'quoted') readQuoted(context.start);
    else if (context?.kind === 'heredoc') readHeredoc(context.end);
    else readCode(context?.close);
  }
  if (open.length > 0) throw unreadable(source, at, 'a bracket or a text has no end');
  return tokens;
}

function unreadable(source: string, at: number, problem: string): Error {
  return new Error(`line ${source.slice(0, at).split('\n').length}: ${problem}`);
}
