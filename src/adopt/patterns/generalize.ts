/**
 * Generalizes records of the same shape (anti-unification): equal values stay, values that contain the name of the group become
 * templates, and other values become parameters.
 */
import { toCamelCase, Identifiers, toPascalCase } from '../naming/identifiers';
import {
  code,
  list,
  toRecord,
  type CodeExpression,
  type RecordEntry,
  type Expression,
  type RecordExpression,
} from '../code/expressions';

/** A value of a parameter; undefined if the record has no such entry. */
export type ParameterValue = string | number | readonly string[] | CodeExpression | undefined;

export interface HelperParameter {
  readonly name: string;
  /** `string`, `number`, `readonly string[]`, or the class of a variable. */
  readonly type: string;
  readonly isOptional: boolean;
  /** By record. */
  readonly values: readonly ParameterValue[];
}

export interface Generalized {
  readonly body: RecordExpression;
  /** The first one is the name of the group, if the body contains it. */
  readonly parameters: readonly HelperParameter[];
}

/** Records may differ in this entry. */
const OPTIONAL = 'description';

const NAME = 'name';

/** Returns a text that is equal for records of the same shape. */
export function getShape(record: RecordExpression): string {
  return shape({ ...record, entries: record.entries.filter(({ key }) => key !== OPTIONAL) });
}

function shape(expression: Expression): string {
  switch (expression.is) {
    case 'text':
    case 'number':
      return expression.is;
    case 'mapped':
      return `mapped ${expression.by}`;
    case 'list':
      return `[${expression.items.map(shape).join()}]`;
    case 'record':
      return `{${expression.entries.map(({ key, value }) => `${JSON.stringify(key)}:${shape(value)}`).join()}}`;
    case 'call':
      return `${expression.callee}(${expression.arguments.map(shape).join()})`;
    default:
      return JSON.stringify(expression);
  }
}

interface GeneralizeOptions {
  /** The name of each record's group. */
  readonly groups: readonly string[];
  /** True if the body is code in the function of its variables. @default false: variables are parameters */
  readonly isLocal?: boolean;
}

/** Returns the common body of records with the same shape, and its parameters. */
export function generalize(
  records: readonly RecordExpression[],
  { groups, isLocal = false }: GeneralizeOptions,
): Generalized {
  const names = new Identifiers([NAME]);
  const parameters: HelperParameter[] = [];
  let usesName = false;

  const parameter = (
    path: readonly string[],
    type: HelperParameter['type'],
    values: readonly ParameterValue[],
  ): string => {
    const known = parameters.find((candidate) => sameValues(candidate.values, values));
    if (known !== undefined) return known.name;
    const last = path.at(-1) ?? 'value';
    const above = path.at(-2) ?? '';
    const longer = above === 'ids' ? `${last}-id` : `${above}-${last}`;
    const plain = type === 'string' ? toCamelCase(last) : last;
    const name = names.name([plain, longer], 'value');
    parameters.push({ name, type, isOptional: values.includes(undefined), values });
    return name;
  };

  const ofTexts = (path: readonly string[], values: readonly (string | undefined)[]): Expression => {
    const templates = values.map((value, index) => splitAt(value ?? '', groups[index] ?? ''));
    const [first = []] = templates;
    if (first.length > 1 && templates.every((parts) => sameValues(parts, first))) {
      usesName = true;
      const parts = first.flatMap((part, index) => (index === 0 ? [part] : [NAME, part]));
      return parts.length === 3 && parts[0] === '' && parts[2] === '' ? code(NAME) : { is: 'template', parts };
    }
    return code(parameter(path, 'string', values));
  };

  const walk = (all: readonly (Expression | undefined)[], path: readonly string[]): Expression => {
    const [first] = all;
    const isEqual = first !== undefined && all.every((one) => JSON.stringify(one) === JSON.stringify(first));
    if (isEqual && (isLocal || !hasVariables(first))) return first;
    const some = all.find((one) => one !== undefined);
    if (some?.is === 'number')
      return code(
        parameter(
          path,
          'number',
          all.map((one) => (one?.is === 'number' ? one.value : undefined)),
        ),
      );
    if (some?.is === 'mapped') return ofMapped(some.by, all, path);
    if (some?.is === 'list')
      return list(
        some.items.map((_, index) =>
          walk(
            all.map((one) => (one?.is === 'list' ? one.items[index] : undefined)),
            path,
          ),
        ),
      );
    if (some?.is === 'record') return ofRecords(all as readonly RecordExpression[], path);
    if (some?.is === 'call')
      return {
        ...some,
        arguments: some.arguments.map((_, index) =>
          walk(
            all.map((one) => (one?.is === 'call' ? one.arguments[index] : undefined)),
            path,
          ),
        ),
      };
    if (some?.is === 'code') return ofVariable(some);
    return ofTexts(
      path,
      all.map((one) => (one?.is === 'text' ? one.value : undefined)),
    );
  };

  /** Records of one shape have the same variables. */
  const ofVariable = (variable: CodeExpression): Expression => {
    const values = records.map(() => variable);
    const known = parameters.find((one) => sameValues(one.values, values));
    if (known !== undefined) return code(known.name);
    const name = names.name([variable.code], 'value');
    parameters.push({ name, type: variable.type ?? '', isOptional: false, values });
    return code(name);
  };

  const ofMapped = (by: string, all: readonly (Expression | undefined)[], path: readonly string[]): Expression => {
    const values = all.map((one) => (one?.is === 'mapped' && typeof one.items !== 'string' ? one.items : []));
    if (values.some((items) => items.length !== 1))
      return {
        is: 'mapped',
        by,
        items: parameter([...path.slice(0, -1), `${path.at(-1) ?? ''}s`], 'readonly string[]', values),
      };
    return list([
      code(
        `${by}(${parameter(
          path,
          'string',
          values.map(([only]) => only),
        )})`,
      ),
    ]);
  };

  const ofRecords = (all: readonly RecordExpression[], path: readonly string[]): RecordExpression => {
    const keys = [...new Set(all.flatMap(({ entries }) => entries.map(({ key }) => key)))];
    const ordered = keys.includes(OPTIONAL) ? [OPTIONAL, ...keys.filter((key) => key !== OPTIONAL)] : keys;
    const entries = ordered.map((key): RecordEntry => {
      const values = all.map((expression) => expression.entries.find((entry) => entry.key === key)?.value);
      return { key, value: walk(values, [...path, key]) };
    });
    return toRecord(entries);
  };

  const body = ofRecords(records, []);
  const name: HelperParameter = { name: NAME, type: 'string', isOptional: false, values: groups };
  return { body, parameters: usesName ? [name, ...parameters] : parameters };
}

/** Returns the name of the interface with the parameters of a function. */
export function optionsName(functionName: string): string {
  return `${toPascalCase(functionName)}Options`;
}

/** Splits a text at each occurrence of a name that is no part of a longer word. */
function splitAt(value: string, name: string): string[] {
  if (name === '') return [value];
  return value.split(new RegExp(`(?<![a-z0-9])${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![a-z0-9])`));
}

function hasVariables(expression: Expression): boolean {
  switch (expression.is) {
    case 'code':
      return expression.type !== undefined;
    case 'list':
      return expression.items.some(hasVariables);
    case 'record':
      return expression.entries.some(({ value }) => hasVariables(value));
    case 'call':
      return expression.arguments.some(hasVariables);
    default:
      return false;
  }
}

function sameValues(a: readonly ParameterValue[], b: readonly ParameterValue[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
