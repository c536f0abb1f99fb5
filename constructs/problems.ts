/** What is wrong with the props of a construct, in words for a person, for any declaration. */
import type { Construct } from 'constructs';
import { camelCase, nearest } from '../src/api';
import {
  behaves,
  checkFields,
  checkTimes,
  type Declaration,
  type Field,
  type Fields,
  type Violation,
} from '../src/schema';
import { isObject, isUnknown, propName, type Values } from './attributes';
import { warn } from './warning';

/** Everything that is wrong with the values, a sentence each, in the words of the props; `doubts` are shown and stop nothing. */
export function findings(
  fields: Fields,
  rules: Declaration['rules'],
  values: Values,
): { readonly problems: readonly string[]; readonly doubts: readonly string[] } {
  const spell = (name: string): string => propName(name, fields[name]?.type);
  const violations = [
    ...checkFields(fields, rules ?? [], values, { isUnknown, spell }),
    ...checkTimes(fields, values, { now: new Date(), spell }),
  ];
  const said = (severity: Violation['severity']): string[] =>
    violations
      .filter((violation) => violation.severity === severity)
      .map(({ path, problem }) => sentence(path, problem, spell, fields, values));
  return { problems: [...said('error'), ...undeclared(fields, values)], doubts: said('warning') };
}

/** The problems of the construct's values; what is only doubtful becomes a warning of the construct. */
export function problems(construct: Construct, fields: Fields, rules: Declaration['rules'], values: Values): string[] {
  const { problems, doubts } = findings(fields, rules, values);
  for (const doubt of doubts) warn(construct, doubt);
  return [...problems];
}

function sentence(
  path: readonly (string | number)[],
  problem: string,
  spell: (name: string) => string,
  fields: Fields,
  values: Values,
): string {
  const [top, ...rest] = path;
  if (top === undefined) return problem;
  const place = [spell(String(top)), ...rest.map((step) => (isName(step) ? `.${step}` : `[${JSON.stringify(step)}]`))];
  // A problem begins with the name of its field; beneath another field, the whole way there says more.
  const own = path.map((step) => spell(String(step))).findLast((name) => problem.startsWith(`${name} `));
  if (own === undefined) return `${place.join('')}: ${problem}`;
  const said = `${place.join('')}${problem.slice(own.length)}`;
  const given = holdsSecret(fields, path) ? undefined : valueAt(values, path);
  if (typeof given !== 'string' || given === '' || said.includes(JSON.stringify(given))) return said;
  return `${said} (it is ${JSON.stringify(given.length > 80 ? `${given.slice(0, 80)}…` : given)})`;
}

/**
 * Props that nobody reads: a misspelt one would be left out in silence. `fields`: those that a prop may have been meant
 * for by the API's name or Terraform's.
 */
export function unknownProps(props: Values, known: readonly string[], fields: Fields = {}): string[] {
  return unread(props, known).map((name) => unknownProp(name, meant(name, known, fields), known));
}

function unread(values: Values, known: readonly string[]): string[] {
  return Object.keys(values).filter((name) => !known.includes(name) && values[name] !== undefined);
}

function meant(name: string, known: readonly string[], fields: Fields): string | undefined {
  const field = camelCase(name);
  return Object.hasOwn(fields, field) ? propName(field, fields[field]?.type) : nearest(name, known);
}

function unknownProp(name: string, suggestion: string | undefined, known: readonly string[]): string {
  const next = suggestion === undefined ? `there are ${known.join(', ')}` : `did you mean \`${suggestion}\`?`;
  return `unknown prop \`${name}\`; ${next}`;
}

/** A misspelt name within a message would be dropped in silence, and a claim that is not matched lets more people in. */
function undeclared(fields: Fields, values: Values, place = ''): string[] {
  return Object.entries(fields).flatMap(([name, { type }]: [string, Field]) => {
    const value = values[name];
    if (type.is !== 'message' || !isObject(value) || isUnknown(value)) return [];
    const here = `${place}${name}`;
    const known = Object.keys(type.fields);
    const unknown = unread(value, known).map((key) => {
      const suggestion = meant(key, known, type.fields);
      return unknownProp(`${here}.${key}`, suggestion && `${here}.${suggestion}`, known);
    });
    return [...unknown, ...undeclared(type.fields, value, `${here}.`)];
  });
}

function holdsSecret(fields: Fields, [step, ...rest]: readonly (string | number)[]): boolean {
  const field = fields[String(step)];
  if (field === undefined) return false;
  const type = field.type.is === 'list' || field.type.is === 'map' ? field.type.of : field.type;
  const beneath = type === field.type ? rest : rest.slice(1);
  return behaves(field, 'sensitive') || (type.is === 'message' && holdsSecret(type.fields, beneath));
}

function valueAt(values: Values, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<string | number, unknown> | undefined)?.[step], values);
}

function isName(step: string | number): step is string {
  return typeof step === 'string' && /^[A-Za-z_]\w*$/.test(step);
}
