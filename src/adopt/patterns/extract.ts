/** Replaces records with a common pattern by calls of a function. */
import type { Identifiers } from '../naming/identifiers';
import {
  call,
  literal,
  toRecord,
  type CodeExpression,
  type Expression,
  type RecordExpression,
} from '../code/expressions';
import { printed } from '../code/printer';
import { generalize, getShape, type Generalized, type ParameterValue } from './generalize';

/** A function for records of the same shape. */
export interface Pattern extends Generalized {
  readonly name: string;
  /** The type of the record. */
  readonly type: string;
}

/** The fewest records that are a pattern. */
const FEWEST = 3;

const MOST_PARAMETERS = 6;
/** Up to so many parameters are positional. */
const MOST_POSITIONAL = 3;

/** Returns the expressions with calls, and the functions that they call. Larger patterns come first. */
export function extractPatterns(
  expressions: readonly RecordExpression[],
  names: Identifiers,
): { readonly expressions: readonly Expression[]; readonly patterns: readonly Pattern[] } {
  const families = new Map<string, RecordExpression[]>();
  for (const record of expressions.flatMap(declaredIn)) {
    const key = `${record.declares?.type ?? ''} ${getShape(record)}`;
    families.set(key, [...(families.get(key) ?? []), record]);
  }
  const patterns: Pattern[] = [];
  const calls = new Map<RecordExpression, Expression>();
  const replaced = new Set<RecordExpression>();
  const largest = [...families.values()].sort((a, b) => size(b) - size(a));
  for (const family of largest) {
    const records = family.filter((record) => !replaced.has(record));
    const generalized = worthwhile(records);
    if (generalized === undefined) continue;
    const [what, type] = [records[0]?.declares?.what ?? 'entry', records[0]?.declares?.type ?? ''];
    const pattern = { ...generalized, type, name: names.name([what, `${what}-with-more`], 'pattern') };
    patterns.push(pattern);
    for (const [index, record] of records.entries()) {
      calls.set(record, getCall(pattern, index));
      for (const inner of declaredIn(record)) replaced.add(inner);
    }
  }
  return { expressions: expressions.map((expression) => substituted(expression, calls)), patterns };
}

/** Returns the common pattern of records, if it is shorter than they are. `isLocal`: it is in the function of their variables. */
export function worthwhile(records: readonly RecordExpression[], isLocal = false): Generalized | undefined {
  if (records.length < FEWEST) return undefined;
  const groups = records.map(({ declares }) => declares?.group ?? '');
  const generalized = generalize(records, { groups, isLocal });
  const { parameters, body } = generalized;
  if (parameters.length === 0 || parameters.length > MOST_PARAMETERS) return undefined;
  const lines = (all: readonly Expression[]) => all.reduce((sum, expression) => sum + length(expression), 0);
  const calls = records.map((_, index) => getCall({ ...generalized, name: 'pattern' }, index));
  return lines([body, ...calls]) < 0.8 * lines(records) ? generalized : undefined;
}

/** Returns true if the parameters of a function are positional. */
export function isPositional({ parameters }: Generalized): boolean {
  return parameters.length <= MOST_POSITIONAL && parameters.every(({ isOptional }) => !isOptional);
}

/** Returns the values of the parameters for one record. */
export function getRow({ parameters }: Generalized, index: number): RecordExpression {
  return toRecord(
    parameters.flatMap(({ name, values }) => {
      const value = values[index];
      return value === undefined ? [] : [{ key: name, value: isCode(value) ? value : literal(value) }];
    }),
  );
}

function isCode(value: ParameterValue): value is CodeExpression {
  return typeof value === 'object' && 'is' in value;
}

function getCall(pattern: Generalized & { readonly name: string }, index: number): Expression {
  const row = getRow(pattern, index);
  return isPositional(pattern) ? call(pattern.name, ...row.entries.map(({ value }) => value)) : call(pattern.name, row);
}

function length(expression: Expression): number {
  return printed(expression).replace(/\s+/g, ' ').length;
}

function size(family: readonly RecordExpression[]): number {
  return JSON.stringify(family[0]).length;
}

/** Returns the records in an expression that declare an object, each before those in it. */
function declaredIn(expression: Expression): RecordExpression[] {
  switch (expression.is) {
    case 'record': {
      const inner = expression.entries.flatMap(({ value }) => declaredIn(value));
      return expression.declares === undefined ? inner : [expression, ...inner];
    }
    case 'list':
      return expression.items.flatMap(declaredIn);
    default:
      return [];
  }
}

function substituted(expression: Expression, calls: ReadonlyMap<Expression, Expression>): Expression {
  const replacement = calls.get(expression);
  if (replacement !== undefined) return replacement;
  switch (expression.is) {
    case 'record':
      return {
        ...expression,
        entries: expression.entries.map(({ key, value }) => ({ key, value: substituted(value, calls) })),
      };
    case 'list':
      return { ...expression, items: expression.items.map((item) => substituted(item, calls)) };
    default:
      return expression;
  }
}
