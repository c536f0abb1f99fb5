/**
 * The tokens of a file in HCL, and the parts of its texts. Tokens show the structure of a file: blocks and attributes. Parts also
 * show the code inside of texts, which can call functions and read values.
 */

export interface HclToken {
  /** `word`: an identifier; `text`: a text with its quotes; `newline`; `mark`: any other character. */
  readonly kind: 'word' | 'text' | 'newline' | 'mark';
  readonly text: string;
  /** The number of brackets around the token. Both brackets of a pair have the depth of the code around them. */
  readonly depth: number;
}

/** A token, or a part of a text. The code in a template consists of tokens of its own, up to the bracket that ends it. */
export interface HclPart {
  /** `begin`, `end`: of a text or a heredoc; `literal`: its characters as written; `template`: the start of code in it. */
  readonly kind: 'word' | 'newline' | 'mark' | 'begin' | 'end' | 'literal' | 'template';
  readonly text: string;
}

/** Code between brackets, a text in quotes, or a heredoc. Texts and heredocs contain templates, which contain code. */
type Context =
  | { readonly kind: 'code'; readonly close: string }
  | { readonly kind: 'quoted'; readonly start: number }
  | { readonly kind: 'heredoc'; readonly end: RegExp };

const CLOSE: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };

const CODE =
  /(?<blank>[ \t\r\uFEFF]+|(?:#|\/\/)[^\n]*)|(?<comment>\/\*)|(?<newline>\n)|<<-?(?<heredoc>[\p{ID_Start}_][\p{ID_Continue}-]*)\r?\n|(?<word>[\p{ID_Start}_][\p{ID_Continue}-]*)|(?<mark>[^])/uy;
/** The escapes `$${` and `%%{` match first, so that their `${` starts no template. */
const QUOTED = /\$\$\{|%%\{|(?<template>[$%]\{)|\\[^\n]|(?<stop>["\n\\])|[$%]|[^"\\$%\n]+/y;
const HEREDOC = /\$\$\{|%%\{|(?<template>[$%]\{)|[$%\n]|[^$%\n]+/y;

/** The end of a source that is a template itself: none. */
const NEVER = /(?!)/y;

/**
 * Reads the tokens of a file. A text in quotes is one token, with the code of its templates. A heredoc has no token.
 *
 * @throws Error with the line if a bracket, a text or a comment has no end
 */
export function readHclTokens(source: string): HclToken[] {
  return read(source, []).tokens;
}

/** Reads a file, or a template, with the code of all its templates. Throws as {@link readHclTokens} does. */
export function readHclParts(source: string, kind: 'file' | 'template'): HclPart[] {
  return read(source, kind === 'file' ? [] : [{ kind: 'heredoc', end: NEVER }]).parts;
}

function read(source: string, around: readonly Context[]) {
  const tokens: HclToken[] = [];
  const parts: HclPart[] = [];
  const open: Context[] = [...around];
  let position = 0;
  /** The number of texts and heredocs around the position. */
  let textDepth = around.length;

  const take = (pattern: RegExp): Readonly<Record<string, string | undefined>> => {
    pattern.lastIndex = position;
    const found = pattern.exec(source);
    position += found?.[0].length ?? 1;
    return found?.groups ?? {};
  };
  const add = (kind: 'word' | 'newline' | 'mark', text: string): void => {
    if (textDepth === 0) tokens.push({ kind, text, depth: open.length });
    parts.push({ kind, text });
  };
  const enterText = (context: Context): void => {
    open.push(context);
    parts.push({ kind: 'begin', text: context.kind });
    textDepth++;
  };
  const leaveText = (): void => {
    open.pop();
    parts.push({ kind: 'end', text: '' });
    textDepth--;
  };
  const addTextPart = (start: number, template: string | undefined): void => {
    const text = source.slice(start, position);
    parts.push({ kind: template === undefined ? 'literal' : 'template', text });
    if (template !== undefined) open.push({ kind: 'code', close: '}' });
  };

  const readCode = (close: string | undefined): void => {
    const { comment, newline, heredoc, word, mark } = take(CODE);
    if (comment !== undefined) {
      const end = source.indexOf('*/', position);
      if (end < 0) throw syntaxError(source, position, 'a comment has no end');
      position = end + 2;
    } else if (newline !== undefined) add('newline', newline);
    else if (word !== undefined) add('word', word);
    else if (heredoc !== undefined)
      enterText({
        kind: 'heredoc',
        end: new RegExp(`[\\t\\r\\v\\f\\u0085\\p{Z}]*${heredoc}[\\t\\r\\v\\f\\u0085\\p{Z}]*(?=\\n|$)`, 'uy'),
      });
    else if (mark === '"') enterText({ kind: 'quoted', start: position - 1 });
    else if (mark !== undefined) readMark(mark, close);
  };
  const readMark = (mark: string, close: string | undefined): void => {
    if (mark === close) open.pop();
    else if (Object.values(CLOSE).includes(mark)) throw syntaxError(source, position, `a ${mark} closes nothing`);
    add('mark', mark);
    const end = CLOSE[mark];
    if (end !== undefined) open.push({ kind: 'code', close: end });
  };
  const readQuoted = (start: number): void => {
    const from = position;
    const { template, stop } = take(QUOTED);
    if (stop === undefined) {
      addTextPart(from, template);
      return;
    }
    if (stop !== '"') throw syntaxError(source, position - 1, 'a text has no end');
    leaveText();
    if (textDepth === 0) tokens.push({ kind: 'text', text: source.slice(start, position), depth: open.length });
  };
  const readHeredoc = (end: RegExp): void => {
    end.lastIndex = position;
    // Only a whole line ends a heredoc.
    const last = source[position - 1] === '\n' ? end.exec(source) : null;
    if (last !== null) {
      position += last[0].length;
      leaveText();
      return;
    }
    const from = position;
    addTextPart(from, take(HEREDOC)['template']);
  };

  while (position < source.length) {
    const context = open.at(-1);
    if (context?.kind === 'quoted') readQuoted(context.start);
    else if (context?.kind === 'heredoc') readHeredoc(context.end);
    else readCode(context?.close);
  }
  if (open.length > around.length) throw syntaxError(source, position, 'a bracket or a text has no end');
  return { tokens, parts };
}

function syntaxError(source: string, position: number, problem: string): Error {
  return new Error(`line ${source.slice(0, position).split('\n').length}: ${problem}`);
}
