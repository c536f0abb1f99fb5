/** The tokens of a file in HCL. */

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
export function readHclParts(source: string, after: 'file' | 'template'): HclPart[] {
  return read(source, after === 'file' ? [] : [{ kind: 'heredoc', end: NEVER }]).parts;
}

function read(source: string, around: readonly Context[]) {
  const tokens: HclToken[] = [];
  const parts: HclPart[] = [];
  const open: Context[] = [...around];
  let at = 0;
  /** The number of texts and heredocs around the position. */
  let texts = around.length;

  const take = (pattern: RegExp): Readonly<Record<string, string | undefined>> => {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    at += found?.[0].length ?? 1;
    return found?.groups ?? {};
  };
  const add = (kind: 'word' | 'newline' | 'mark', text: string): void => {
    if (texts === 0) tokens.push({ kind, text, depth: open.length });
    parts.push({ kind, text });
  };
  const enterText = (context: Context): void => {
    open.push(context);
    parts.push({ kind: 'begin', text: context.kind });
    texts++;
  };
  const leaveText = (): void => {
    open.pop();
    parts.push({ kind: 'end', text: '' });
    texts--;
  };
  const addTextPart = (start: number, template: string | undefined): void => {
    const text = source.slice(start, at);
    parts.push({ kind: template === undefined ? 'literal' : 'template', text });
    if (template !== undefined) open.push({ kind: 'code', close: '}' });
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
      enterText({
        kind: 'heredoc',
        end: new RegExp(`[\\t\\r\\v\\f\\u0085\\p{Z}]*${heredoc}[\\t\\r\\v\\f\\u0085\\p{Z}]*(?=\\n|$)`, 'uy'),
      });
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
    const from = at;
    const { template, stop } = take(QUOTED);
    if (stop === undefined) {
      addTextPart(from, template);
      return;
    }
    if (stop !== '"') throw unreadable(source, at - 1, 'a text has no end');
    leaveText();
    if (texts === 0) tokens.push({ kind: 'text', text: source.slice(start, at), depth: open.length });
  };
  const readHeredoc = (end: RegExp): void => {
    end.lastIndex = at;
    const last = source[at - 1] === '\n' ? end.exec(source) : null;
    if (last !== null) {
      at += last[0].length;
      leaveText();
      return;
    }
    const from = at;
    addTextPart(from, take(HEREDOC)['template']);
  };

  while (at < source.length) {
    const context = open.at(-1);
    if (context?.kind === 'quoted') readQuoted(context.start);
    else if (context?.kind === 'heredoc') readHeredoc(context.end);
    else readCode(context?.close);
  }
  if (open.length > around.length) throw unreadable(source, at, 'a bracket or a text has no end');
  return { tokens, parts };
}

function unreadable(source: string, at: number, problem: string): Error {
  return new Error(`line ${source.slice(0, at).split('\n').length}: ${problem}`);
}
