/** As much of JSON Schema as the contract uses; a keyword that it does not know is an error. */
import { patternProblem } from '../../../src/model/api';

type Schema = Readonly<Record<string, unknown>>;
type Values = Readonly<Record<string, unknown>>;

export type Resolve = (ref: string) => Schema;

/** Returns the problems of the value, each with its place. */
export function schemaProblems(schema: Schema, value: unknown, resolve: Resolve, at = '$'): string[] {
  return Object.entries(schema).flatMap(([keyword, operand]) => {
    const check = keywords[keyword];
    if (check === undefined) return [`${at}: the schema has the unsupported keyword ${keyword}`];
    return check({ operand, value, schema, resolve, at });
  });
}

interface Check {
  readonly operand: unknown;
  readonly value: unknown;
  readonly schema: Schema;
  readonly resolve: Resolve;
  readonly at: string;
}

const patterns = new Map<string, RegExp>();

/** Compiled once: every request of a test is checked. */
function patternOf(source: string): RegExp {
  const known = patterns.get(source) ?? new RegExp(source, 'u');
  patterns.set(source, known);
  return known;
}

const nothing = (): string[] => [];

const keywords: Readonly<Record<string, (check: Check) => string[]>> = {
  $ref: ({ operand, value, resolve, at }) => schemaProblems(resolve(operand as string), value, resolve, at),
  type: ({ operand, value, at }) => (typeOf(value, operand) ? [] : [`${at}: ${shown(value)} is no ${String(operand)}`]),
  enum: ({ operand, value, at }) =>
    (operand as unknown[]).includes(value) ? [] : [`${at}: ${shown(value)} is none of the values`],
  pattern: ({ operand, value, at }) =>
    typeof value !== 'string' || patternOf(operand as string).test(value)
      ? []
      : [`${at}: ${shown(value)} does not match ${String(operand)}`],
  format: ({ operand, value, at }) => {
    const fits = formats[operand as string];
    if (fits === undefined) return [`${at}: the format ${String(operand)} is not supported`];
    return typeof value !== 'string' || fits(value) ? [] : [`${at}: ${shown(value)} is no ${String(operand)}`];
  },
  minLength: ({ operand, value, at }) =>
    typeof value !== 'string' || value.length >= (operand as number) ? [] : [`${at}: is too short`],
  maxLength: ({ operand, value, at }) =>
    typeof value !== 'string' || Array.from(value).length <= (operand as number) ? [] : [`${at}: is too long`],
  minimum: ({ operand, value, at }) =>
    typeof value !== 'number' || value >= (operand as number) ? [] : [`${at}: ${value} is too small`],
  maximum: ({ operand, value, at }) =>
    typeof value !== 'number' || value <= (operand as number) ? [] : [`${at}: ${value} is too large`],
  minItems: ({ operand, value, at }) =>
    !Array.isArray(value) || value.length >= (operand as number) ? [] : [`${at}: has too few elements`],
  maxItems: ({ operand, value, at }) =>
    !Array.isArray(value) || value.length <= (operand as number) ? [] : [`${at}: has too many elements`],
  minProperties: ({ operand, value, at }) =>
    !isObject(value) || Object.keys(value).length >= (operand as number) ? [] : [`${at}: has too few entries`],
  items: ({ operand, value, resolve, at }) =>
    Array.isArray(value)
      ? value.flatMap((element, index) => schemaProblems(operand as Schema, element, resolve, `${at}[${index}]`))
      : [],
  properties: ({ operand, value, resolve, at }) =>
    isObject(value)
      ? Object.entries(operand as Record<string, Schema>).flatMap(([name, property]) =>
          Object.hasOwn(value, name) ? schemaProblems(property, value[name], resolve, `${at}.${name}`) : [],
        )
      : [],
  additionalProperties: ({ operand, value, schema, resolve, at }) => {
    if (!isObject(value)) return [];
    const known = (schema['properties'] ?? {}) as Values;
    const others = Object.keys(value).filter((name) => !Object.hasOwn(known, name));
    if (operand === false) return others.map((name) => `${at}.${name}: is not in the contract`);
    return others.flatMap((name) => schemaProblems(operand as Schema, value[name], resolve, `${at}.${name}`));
  },
  required: ({ operand, value, at }) =>
    isObject(value)
      ? (operand as string[]).filter((name) => !Object.hasOwn(value, name)).map((name) => `${at}.${name}: is missing`)
      : [],
  allOf: ({ operand, value, resolve, at }) =>
    (operand as Schema[]).flatMap((each) => schemaProblems(each, value, resolve, at)),
  anyOf: (check) => (matches(check) > 0 ? [] : [`${check.at}: matches none of several`]),
  oneOf: (check) => (matches(check) === 1 ? [] : [`${check.at}: matches ${matches(check)} of several`]),
  not: ({ operand, value, resolve, at }) =>
    schemaProblems(operand as Schema, value, resolve, at).length > 0 ? [] : [`${at}: is what it must not be`],
  description: nothing,
  readOnly: nothing,
  writeOnly: nothing,
  contentMediaType: nothing,
};

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': (text) => !Number.isNaN(Date.parse(text)),
  uri: (text) => URL.canParse(text),
  email: (text) => text.includes('@'),
  re2: (text) => patternProblem(text) === undefined,
  // A service accepts any text (contract K3).
  jwks: () => true,
};

function matches({ operand, value, resolve, at }: Check): number {
  return (operand as Schema[]).filter((each) => schemaProblems(each, value, resolve, at).length === 0).length;
}

function typeOf(value: unknown, type: unknown): boolean {
  if (Array.isArray(type)) return type.some((one) => typeOf(value, one));
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 80) ?? 'nothing';
}
