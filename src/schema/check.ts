/**
 * Whether a value is what a field's declaration says. One evaluator for everybody who must know before the service
 * does: constructs at synth, the provider at plan, the embedded API on a request. Plain code, since it runs before
 * anything heavier is loaded.
 */
import { isCapability, parseDurationMs, parseTimestamp, patternProblem, uidProblem } from '../api';
import { behaves, type Field, type Fields, type FieldType, type StringFormat } from './field';
import { ruleText, satisfies, type Rule } from './rule';

export interface Violation {
  /** Names and map keys from the object down to the value; list elements by index. */
  readonly path: readonly (string | number)[];
  /** What is wrong, beginning with the field's own name: `name must match "…"`. */
  readonly problem: string;
}

export interface CheckOptions {
  /** Values that are not known yet (tokens, unknowns): they are present, and nothing else is asked of them. */
  readonly isUnknown?: (value: unknown) => boolean;
  /** How the reader spells a field's name. @default the API's spelling */
  readonly spell?: (field: string) => string;
  /** Whether required fields must be there. @default true */
  readonly complete?: boolean;
}

/** Everything that is wrong with `values`, held against the fields they are declared by. */
export function checkFields(
  fields: Fields,
  rules: readonly Rule[],
  values: Readonly<Record<string, unknown>>,
  options: CheckOptions = {},
): Violation[] {
  const { isUnknown = () => false, spell = (name: string) => name, complete = true } = options;
  const violations: Violation[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name];
    if (isPresent(value) && !isUnknown(value)) violations.push(...checkValue(name, field.type, value, options));
    // A part may leave out what is required; naming it without a value would empty it.
    else if ((complete || Object.hasOwn(values, name)) && !isPresent(value) && isRequiredInput(field))
      violations.push({ path: [name], problem: `${spell(name)} is required` });
  }
  // While a value is unknown, whether it will be null is unknown too: only what can no longer come right is wrong.
  const possible = (name: string) => isPresent(values[name]) && values[name] !== false;
  const certain = (name: string) => possible(name) && !isUnknown(values[name]);
  for (const rule of complete ? rules : []) {
    const undecided = rule.fields.some((name) => isUnknown(values[name]));
    const surplus = rule.rule !== 'atLeastOneOf' && rule.fields.filter(certain).length > 1;
    if (undecided ? surplus : !satisfies(rule, possible)) {
      const given = rule.fields.filter(certain);
      const path = given[1] ?? given[0];
      violations.push({
        path: path === undefined ? [] : [path],
        problem: `${ruleText(rule, spell)} must be given, found ${given.length === 0 ? 'none' : given.map(spell).join(', ')}`,
      });
    }
  }
  return violations;
}

function isRequiredInput(field: Field): boolean {
  return behaves(field, 'required') && !behaves(field, 'outputOnly', 'identifier');
}

/** Absent, null and empty read the same on this wire (not-shown, "Zero values"). */
export function isPresent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return true;
}

function checkValue(name: string, type: FieldType, value: unknown, options: CheckOptions): Violation[] {
  const { isUnknown = () => false, spell = (field: string) => field } = options;
  const at = (problem: string | undefined): Violation[] =>
    problem === undefined ? [] : [{ path: [name], problem: `${spell(name)} ${problem}` }];
  const beneath = (violations: readonly Violation[]): Violation[] =>
    violations.map(({ path, problem }) => ({ path: [name, ...path], problem }));
  switch (type.is) {
    case 'string':
      return at(typeof value === 'string' ? stringProblem(type, value) : 'must be a string');
    case 'bool':
      return at(typeof value === 'boolean' ? undefined : 'must be true or false');
    case 'integer':
      return at(typeof value === 'number' && Number.isSafeInteger(value) ? undefined : 'must be a whole number');
    case 'list': {
      if (!Array.isArray(value)) return at('must be a list');
      if (value.length < (type.minItems ?? 0)) return at(`must have at least ${elements(type.minItems)}`);
      if (value.length > (type.maxItems ?? Infinity)) return at(`must have at most ${elements(type.maxItems)}`);
      return value.flatMap((element: unknown, index) =>
        isUnknown(element) ? [] : elementViolations(name, index, type.of, element, options),
      );
    }
    case 'map': {
      if (!isObject(value)) return at('must be a map');
      return Object.entries(value).flatMap(([key, element]) =>
        isUnknown(element) ? [] : elementViolations(name, key, type.of, element, options),
      );
    }
    case 'message':
      if (!isObject(value)) return at('must be an object');
      return beneath(checkFields(type.fields, type.rules ?? [], value, { ...options, complete: true }));
  }
}

function elementViolations(
  name: string,
  key: string | number,
  type: FieldType,
  element: unknown,
  options: CheckOptions,
): Violation[] {
  if (type.is === 'message' && isObject(element)) {
    return checkFields(type.fields, type.rules ?? [], element, { ...options, complete: true }).map(
      ({ path, problem }) => ({
        path: [name, key, ...path],
        problem,
      }),
    );
  }
  return checkValue(name, type, element, options).map(({ path, problem }) => ({
    path: [name, key, ...path.slice(1)],
    problem,
  }));
}

function elements(count = 0): string {
  return count === 1 ? '1 element' : `${count} elements`;
}

function stringProblem(type: Extract<FieldType, { is: 'string' }>, text: string): string | undefined {
  if (type.pattern !== undefined && !new RegExp(type.pattern, 'u').test(text)) return `must match "${type.pattern}"`;
  if (type.maxLength !== undefined && text.length > type.maxLength)
    return `must be at most ${type.maxLength} characters`;
  if (type.oneOf !== undefined && !type.oneOf.includes(text)) return `must be one of ${type.oneOf.join(', ')}`;
  return type.format === undefined ? undefined : formatProblems[type.format](text);
}

const formatProblems: Readonly<Record<StringFormat, (text: string) => string | undefined>> = {
  uid: (text) => uidProblem(text)?.replace(/^/, 'must be a uid: '),
  httpsUrl: httpsProblem,
  pattern: patternProblem,
  jwks: jwksProblem,
  timestamp: (text) => (parseTimestamp(text) ? undefined : 'must be a timestamp like 2026-01-02T03:04:05Z'),
  duration: (text) => (parseDurationMs(text) === undefined ? 'must be a duration in seconds like 86400s' : undefined),
  capability: (text) =>
    isCapability(text) ? undefined : `names ${JSON.stringify(text)}, which is no capability (like groups.list)`,
  email: (text) => (/^[^\s@]+@[^\s@]+$/.test(text) ? undefined : 'must be an e-mail address'),
};

/** An issuer publishes keys that are trusted: nothing on the way may change them. A laptop's own loopback is no way. */
function httpsProblem(text: string): string | undefined {
  const wanted = 'must be a URL that begins with https://';
  if (!URL.canParse(text) || /[\s"'\\]/.test(text)) return wanted;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must not carry a user name or password';
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback) ? undefined : wanted;
}

function jwksProblem(text: string): string | undefined {
  const wanted = 'must be a JSON Web Key Set: {"keys": […]}';
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return wanted;
  }
  if (!isObject(parsed) || !Array.isArray(parsed['keys'])) return wanted;
  const secret = parsed['keys'].some((key: unknown) => isObject(key) && ('d' in key || 'k' in key));
  return secret ? 'must hold public keys only, and holds a private one' : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
