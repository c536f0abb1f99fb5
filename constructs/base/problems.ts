/**
 * Finds the problems in the props of a construct, for any declaration. Errors stop the synthesis, and warnings are
 * printed.
 */
import { AnnotationMetadataEntryType, Annotations } from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import { counted, few } from '../../src/base/text/words';
import { camelCase, isObject, nearest, type Values } from '../../src/model/api';
import { role } from '../../src/model/kinds';
import {
  behaves,
  checkFields,
  checkChangedValues,
  isWriteOnly,
  type Declaration,
  type Field,
  type Fields,
  type Violation,
} from '../../src/model/schema';
import { isPending, propName, refersTo } from './attributes';
import { now } from './clock';
import { getSourceLine, formatSourceLine } from './source-line';
import { areUnknownCapabilitiesRejected } from './strict-capabilities';
import { numberTokenPaths, USE_AS_STRING } from './texts';
import { unknownRoleProblem } from './built-in-role';

/**
 * Returns the problems and warnings of the values, one sentence each, with the names of the props. With `strict`, an
 * unknown name is a problem.
 */
export function findings(
  fields: Fields,
  rules: Declaration['rules'],
  values: Values,
  { strict = false, time = new Date() }: { readonly strict?: boolean; readonly time?: Date } = {},
): { readonly problems: readonly string[]; readonly warnings: readonly string[] } {
  const displayName: DisplayName = (name) => propName(name, fields[name]?.type);
  const tokens = numberTokenPaths(values);
  const isToken = ({ path }: Violation): boolean => tokens.some((token) => token.join('\0') === path.join('\0'));
  const violations = [
    ...checkFields(fields, rules ?? [], values, { isUnknown: isPending, displayName }),
    ...checkChangedValues(fields, values, { now: time, displayName }),
    // Only the plan shows whether a line break is new: an object can already have it.
  ].filter((violation) => !isToken(violation) && violation.code !== 'lineBreak');
  const literal = literalSecrets(fields, values, []).map(
    (path) =>
      `${placeText(path, displayName)} would be written to the synthesized files in plain text: pass a Terraform variable instead`,
  );
  const getSeverity = ({ severity, code }: Violation): Violation['severity'] =>
    strict && code === 'unknownName' ? 'error' : severity;
  const sentences = (severity: Violation['severity']): string[] =>
    violations
      .filter((violation) => getSeverity(violation) === severity)
      .map((violation) => sentence(violation, displayName, fields, values));
  const ofTokens = tokens.map((path) => `${placeText(path, displayName)} ${USE_AS_STRING}`);
  return { problems: [...ofTokens, ...sentences('error')], warnings: [...sentences('warning'), ...literal] };
}

/**
 * Returns the paths of write-only values that are known at synth. Terraform does not store them, but the synthesized
 * file would contain them.
 */
function literalSecrets(fields: Fields, values: Values, path: Violation['path']): Violation['path'][] {
  return Object.entries(values).flatMap(([name, value]): Violation['path'][] => {
    const field = fields[name];
    if (field === undefined || isPending(value)) return [];
    if (isWriteOnly(field)) return typeof value === 'string' && value !== '' ? [[...path, name]] : [];
    const { type } = field;
    return type.is === 'message' && isObject(value) ? literalSecrets(type.fields, value, [...path, name]) : [];
  });
}

/** Returns the problems of the values of a construct, and adds its warnings to the construct. */
export function problems(construct: Construct, fields: Fields, rules: Declaration['rules'], values: Values): string[] {
  const strict = areUnknownCapabilitiesRejected(construct);
  const { problems, warnings } = findings(fields, rules, values, { strict, time: now(construct) });
  for (const warning of warnings) warn(construct, warning);
  return [...problems];
}

function sentence(violation: Violation, displayName: DisplayName, fields: Fields, values: Values): string {
  const { path, subject, code, message } = violation;
  if (path.length === 0) return message;
  if (code === 'unknownField') return unknownNested(path, displayName, fields);
  const place = placeText(path, displayName);
  if (subject === undefined) return `${place}: ${message}`;
  const [top, nested] = path;
  if (code === 'format' && nested === undefined && refersTo(fields[String(top)]?.type) === role.kind)
    return unknownRoleProblem(place, String(values[String(top)]));
  const text = `${place} ${message}`;
  const isSecret = code === 'secret' || fieldsOnPath(fields, path).some((field) => behaves(field, 'sensitive'));
  const given = isSecret ? undefined : at(values, path);
  if (typeof given !== 'string' || given === '' || text.includes(JSON.stringify(given))) return text;
  return `${text} (it is ${JSON.stringify(given.length > 80 ? `${given.slice(0, 80)}…` : given)})`;
}

type DisplayName = (field: string) => string;

/** Returns the path of a value: `claimMatch.claims["a.b"]`. */
function placeText([top, ...rest]: Violation['path'], displayName: DisplayName): string {
  const steps = rest.map((step) => (isName(step) ? `.${step}` : `[${JSON.stringify(step)}]`));
  return `${displayName(String(top))}${steps.join('')}`;
}

/**
 * Reports a misspelled name in a message. If it were omitted silently, a claim would not be compared, and the identity
 * would accept more tokens.
 */
function unknownNested(path: Violation['path'], displayName: DisplayName, fields: Fields): string {
  const around = fieldsOnPath(fields, path).at(-1)?.type;
  const siblings = around?.is === 'message' ? around.fields : fields;
  const known = Object.keys(siblings);
  const suggestion = meant(String(path.at(-1)), known, siblings);
  return unknownProp(
    placeText(path, displayName),
    suggestion && placeText([...path.slice(0, -1), suggestion], displayName),
    known,
  );
}

/**
 * Returns a problem for each unknown prop: a misspelled prop would be omitted silently. With `fields`, a name of the
 * API or of Terraform also gets a suggestion.
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
  const next = suggestion === undefined ? `known props are ${known.join(', ')}` : `did you mean \`${suggestion}\`?`;
  return `unknown prop \`${name}\`; ${next}`;
}

/** Returns the declared fields on the path to a value, the outermost first. */
function fieldsOnPath(fields: Fields, [step, ...rest]: Violation['path']): Field[] {
  const field = Object.hasOwn(fields, String(step)) ? fields[String(step)] : undefined;
  if (field === undefined) return [];
  const { type } = field;
  const holdsMany = type.is === 'list' || type.is === 'map';
  const inner = holdsMany ? type.of : type;
  return [field, ...(inner.is === 'message' ? fieldsOnPath(inner.fields, holdsMany ? rest.slice(1) : rest) : [])];
}

function at(values: Values, path: Violation['path']): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<string | number, unknown> | undefined)?.[step], values);
}

function isName(step: string | number): step is string {
  return typeof step === 'string' && /^[A-Za-z_]\w*$/.test(step);
}

/**
 * Adds a warning with the line of the construct, once for all syntheses. Users see it with and without the CDKTF CLI.
 */
export function warn(construct: IConstruct, message: string): void {
  const text = `${message}${formatSourceLine(getSourceLine(construct))}`;
  const warning: string = AnnotationMetadataEntryType.WARN;
  if (construct.node.metadata.some(({ type, data }) => type === warning && data === text)) return;
  Annotations.of(construct).addWarning(text);
  // The CDKTF CLI prints annotations. Nothing prints them for a program that runs without it.
  if (process.env['CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS'] === undefined) printOnce(construct, text);
}

/** The constructs with the same warning, by its text, for each App. */
const warned = new WeakMap<IConstruct, Map<string, string[]>>();

/** Prints the first of several equal warnings, and the number of the others after the current turn: a loop creates many constructs. */
function printOnce({ node }: IConstruct, text: string): void {
  const texts = warned.get(node.root) ?? new Map<string, string[]>();
  warned.set(node.root, texts);
  const others = texts.get(text);
  if (others !== undefined) {
    others.push(node.path);
    return;
  }
  const repeated: string[] = [];
  texts.set(text, repeated);
  process.stderr.write(`Warning: [${node.path}] ${text}\n`);
  queueMicrotask(() => {
    texts.delete(text);
    if (repeated.length > 0)
      process.stderr.write(
        `Warning: ${counted(repeated.length, 'more construct has', 'more constructs have')} the same warning as ${node.path}: ${few(repeated)}\n`,
      );
  });
}
