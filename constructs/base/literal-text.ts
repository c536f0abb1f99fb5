/**
 * The text of a data file is literal: `${` and `%{` begin no expression in it. A construct from a file keeps such text unchanged in
 * its props, and escapes it where its attributes enter the stack. Text of a program can contain expressions.
 */
import { Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import { escapeTemplates, hclValue } from '../../src/base/text/write-hcl';
import { hasNumberToken } from './texts';

let isLiteral = false;

const constructs = new WeakSet<IConstruct>();

/** Runs a function that reads text of a data file, or creates constructs from it. */
export function withLiteralText<T>(run: () => T): T {
  return inMode(true, run);
}

/** Remembers if the construct is created from a data file. */
export function rememberTextMode(construct: IConstruct): void {
  if (isLiteral) constructs.add(construct);
}

/** Runs a function that reads the props of a construct. */
export function runInTextMode<T>(construct: IConstruct, run: () => T): T {
  return inMode(constructs.has(construct), run);
}

/** Adds a validation that reads the props of its construct. */
export function addValidation(construct: IConstruct, validate: () => string[]): void {
  construct.node.addValidation({ validate: () => runInTextMode(construct, validate) });
}

/** Returns true while text is literal. */
export function isTextLiteral(): boolean {
  return isLiteral;
}

/** Returns true if Terraform would evaluate an expression in the text. */
export function hasExpression(text: string): boolean {
  return !isLiteral && /[$%]\{/.test(text);
}

/** Returns a value for the stack: with escaped text from a file, also in keys, and unchanged from a program. */
export function stackValue<T>(value: T): T {
  return isLiteral ? (mapTexts(value, escapeTemplates) as T) : value;
}

/** Returns a value of a stack as HCL; undefined if only Terraform knows a part of it. */
export function literalHcl(value: unknown): string | undefined {
  if (isOpen(value)) return undefined;
  // CDKTF would put text with the beginning of an expression in quotes again.
  return hclValue(mapTexts(value, unescapeTemplates)).replaceAll(/[$%]([$%])\{/g, (_, sign: string) =>
    sign === '$' ? '\\u0024{' : '\\u0025{',
  );
}

/** Returns true for a value with a token or an expression. */
function isOpen(value: unknown): boolean {
  if (Token.isUnresolved(value)) return true;
  if (typeof value === 'string') return /(?<!\$)\$\{|(?<!%)%\{/.test(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'function';
  return Object.entries(value).some(([key, inner]) => isOpen(key) || isOpen(inner));
}

/** Returns the text of a prop as the API receives it, without the escapes of a program; undefined if only Terraform knows a part of it. */
export function knownText(construct: IConstruct, value: unknown): string | undefined {
  if (typeof value !== 'string' || Token.isUnresolved(value)) return undefined;
  if (constructs.has(construct)) return value;
  return isOpen(value) ? undefined : unescapeTemplates(value);
}

/** Returns what CDKTF would replace in a text by another value: the marker of a token, or a number that represents one. */
export function tokenMarkerIn(text: string): string | undefined {
  const [marker] = /[$#&]\{TfToken\[/.exec(text) ?? [];
  return marker ?? (hasNumberToken(text) ? 'a number token' : undefined);
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (Token.isUnresolved(value)) return value;
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((element) => mapTexts(element, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [map(key), mapTexts(inner, map)]));
}

function unescapeTemplates(text: string): string {
  return text.replaceAll(/\$\$\{|%%\{/g, (escape) => escape.slice(1));
}

function inMode<T>(mode: boolean, run: () => T): T {
  const outer = isLiteral;
  isLiteral = mode;
  try {
    return run();
  } finally {
    isLiteral = outer;
  }
}
