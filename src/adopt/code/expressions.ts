/** TypeScript expressions as data: what generated code consists of. */
import { escapeTemplates } from '../../base/text/write-hcl';

export type Expression =
  | { readonly is: 'text'; readonly value: string }
  | { readonly is: 'number'; readonly value: number }
  /** Code that is never broken: a name, `true`, `payments.identity('ci')`. */
  | CodeExpression
  /** A text with expressions: texts and code take turns. */
  | { readonly is: 'template'; readonly parts: readonly string[] }
  | { readonly is: 'list'; readonly items: readonly Expression[] }
  /** A list of texts, each passed to a function: `[person('ada')]`. */
  | { readonly is: 'mapped'; readonly by: string; readonly items: readonly string[] | string }
  | RecordExpression
  | CallExpression
  | { readonly is: 'function'; readonly parameters: string; readonly body: Expression };

export interface CodeExpression {
  readonly is: 'code';
  readonly code: string;
  /** The type of a variable, which code outside of its function must receive. @default the code is valid everywhere */
  readonly type?: string;
}

export interface RecordExpression {
  readonly is: 'record';
  readonly entries: readonly RecordEntry[];
  /** A line above the record, if it is an item of a list. */
  readonly comment?: string;
  /** The object that the record declares: records of a kind may have a common pattern. */
  readonly declares?: DeclaredObject;
}

export interface DeclaredObject {
  /** The name of a function for the pattern, and its type. */
  readonly what: string;
  readonly type: string;
  /** The name of the group, which other values may contain. */
  readonly group: string;
}

export interface RecordEntry {
  readonly key: string;
  readonly value: Expression;
}

export interface CallExpression {
  readonly is: 'call';
  /** `Trust.gitHubActions`, `new Team`; a method of `on` begins with a dot. */
  readonly callee: string;
  /** The call that gives the object of the method. @default none */
  readonly on?: CallExpression;
  readonly arguments: readonly Expression[];
}

export function text(value: string): Expression {
  return { is: 'text', value };
}

export function code(value: string): Expression {
  return { is: 'code', code: value };
}

export function list(items: readonly Expression[]): Expression {
  return { is: 'list', items };
}

/** Returns a record without the entries that have no value. */
export function record(entries: Readonly<Record<string, Expression | undefined>>): RecordExpression {
  return toRecord(Object.entries(entries).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }])));
}

/** Returns a record. Its keys can be any text, also `__proto__`. */
export function toRecord(entries: readonly RecordEntry[]): RecordExpression {
  return { is: 'record', entries };
}

export function call(callee: string, ...args: readonly Expression[]): CallExpression {
  return { is: 'call', callee, arguments: args };
}

/** Returns the call of a method of an object, which is a name or a call. */
export function methodCall(object: Expression, method: string, ...args: readonly Expression[]): CallExpression {
  if (object.is === 'call') return { ...call(`.${method}`, ...args), on: object };
  return call(`${object.is === 'code' ? object.code : ''}.${method}`, ...args);
}

/** Returns the expression of a value of the API. Terraform would evaluate `${…}` and `%{…}` in a text. */
export function apiValue(value: unknown): Expression {
  if (typeof value === 'string') return apiText(value);
  if (Array.isArray(value)) return list(value.map(apiValue));
  if (typeof value === 'object' && value !== null)
    return toRecord(Object.entries(value).map(([key, inner]) => ({ key, value: apiValue(inner) })));
  return literal(value);
}

/** Returns the expression of a text of the API. */
export function apiText(value: string): Expression {
  return text(escapeTemplates(value));
}

/** Returns the expression of a value of JSON. */
export function literal(value: unknown): Expression {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') return { is: 'number', value };
  if (Array.isArray(value)) return list(value.map(literal));
  if (typeof value === 'object' && value !== null)
    return toRecord(Object.entries(value).map(([key, inner]) => ({ key, value: literal(inner) })));
  return code(String(value));
}
