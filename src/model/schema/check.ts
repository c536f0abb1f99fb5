/**
 * Checks a value against its declaration. This is the only evaluator for everyone who must know the result before the
 * service does: constructs at synth, the provider at plan, the client before a request, and the emulator for a request.
 * It is plain code, because it runs before anything heavier is loaded.
 */
import { formatTimestamp, isObject, parseTimestamp, type Values } from '../api';
import { counted } from '../../base/text/words';
import { weakKeyProblem } from './check-keys';
import { checkText, isValidText, type Violation, type ViolationCode } from './check-text';
import { behaves, type Field, type Fields, type FieldType, isWriteOnly, type Rule, ruleText, satisfies } from './field';
import { findLikelyMistakes, type LikelyMistake } from './likely-mistakes';
import { findUnknownCapabilities } from './unknown-capabilities';
import { canonicalText } from './wire';

export interface CheckOptions {
  /** Values that are not known yet (tokens, unknowns): they count as present, and nothing else is checked of them. */
  readonly isUnknown?: (value: unknown) => boolean;
  /** The displayed name of a field. @default the API's name */
  readonly displayName?: (field: string) => string;
  /** True if required fields must be there. @default true */
  readonly complete?: boolean;
}

/** Everything that is wrong with `values`, held against the fields they are declared by. */
export function checkFields(
  fields: Fields,
  rules: readonly Rule[],
  values: Values,
  { isUnknown = () => false, displayName = (name) => name, complete = true }: CheckOptions = {},
): Violation[] {
  return objectViolations(fields, rules, values, [], { isUnknown, displayName, complete });
}

/** The violations that forbid the values; warnings do not. */
export function errorsAmong(violations: readonly Violation[]): Violation[] {
  return violations.filter(({ severity }) => severity === 'error');
}

type Path = Violation['path'];
type Options = Required<CheckOptions>;

/** No closure: one for each field of each object takes as long as the checks. */
function placeAt(path: Path, name: string, displayName: Options['displayName']): Place {
  return { path: [...path, name], subject: displayName(name) };
}

function objectViolations(
  fields: Fields,
  rules: readonly Rule[],
  values: Values,
  path: Path,
  options: Options,
): Violation[] {
  const { isUnknown, displayName, complete } = options;
  const violations: Violation[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const value = isEmptyMap(field.type, values[name]) ? undefined : values[name];
    if (isPresent(value)) {
      // Most values are valid texts, which need no path.
      if (!isUnknown(value) && !isValidText(field.type, value)) {
        violations.push(...valueViolations(field.type, value, placeAt(path, name, displayName), options));
        if (field.likelyMistakes !== undefined && isObject(value))
          violations.push(...mistakeViolations(field.likelyMistakes, value, placeAt(path, name, displayName), options));
      }
      // An update may omit required fields, but must not clear them.
    } else if ((complete || Object.hasOwn(values, name)) && isRequiredInput(field))
      violations.push(violation(placeAt(path, name, displayName), 'required', 'is required'));
  }
  for (const name of Object.keys(values))
    if (!Object.hasOwn(fields, name) && values[name] !== undefined)
      violations.push(
        violation({ path: [...path, name], subject: name }, 'unknownField', 'is not a field that can be set here'),
      );
  for (const rule of complete ? rules : [])
    violations.push(...ruleViolations(rule, values, path, isUnknown, displayName));
  return violations;
}

/** While a value is unknown, whether it will be null is unknown too: a rule is broken if no outcome can satisfy it. */
function ruleViolations(
  rule: Rule,
  values: Values,
  path: Path,
  isUnknown: Options['isUnknown'],
  displayName: Options['displayName'],
): Violation[] {
  const possible = (name: string) => isPresent(values[name]) && values[name] !== false;
  const certain = (name: string) => possible(name) && !isUnknown(values[name]);
  const present = rule.fields.filter(certain);
  const isUndecided = rule.fields.some((name) => isUnknown(values[name]));
  const isBroken = isUndecided ? rule.rule !== 'atLeastOneOf' && present.length > 1 : !satisfies(rule, possible);
  if (!isBroken) return [];
  const found = present.length === 0 ? 'none' : present.map(displayName).join(', ');
  const place = present.slice(0, 2).slice(-1);
  const message = `${ruleText(rule, displayName)} must be given, found ${found}`;
  return [{ severity: 'error', path: [...path, ...place], code: 'rule', message }];
}

/** Values that are unknown are no text of their own. */
function mistakeViolations(
  mistakes: readonly LikelyMistake[],
  values: Values,
  { path }: Place,
  { isUnknown, displayName }: Options,
): Violation[] {
  const known = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isUnknown(value) ? UNKNOWN : value]),
  );
  return findLikelyMistakes(mistakes, known, { displayName }).map(({ mistake: { summary }, field, message }) => ({
    ...({ severity: 'warning', code: 'likelyMistake', path: [...path, field], subject: displayName(field) } as const),
    ...{ message, summary },
  }));
}

const UNKNOWN = Symbol('unknown');

function isEmptyMap(type: FieldType, value: unknown): boolean {
  return type.is === 'map' && isObject(value) && Object.keys(value).length === 0;
}

function isRequiredInput(field: Field): boolean {
  return behaves(field, 'required') && !behaves(field, 'outputOnly', 'identifier');
}

/** Absent, null and empty read the same on the wire (contract V2). */
export function isPresent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return true;
}

/** The path of a value, and the field that the message names. For an element of a list, that is the list. */
type Place = Required<Pick<Violation, 'path' | 'subject'>>;

function valueViolations(type: FieldType, value: unknown, place: Place, options: Options): Violation[] {
  const { isUnknown } = options;
  const wrongType = (wanted: string) => [violation(place, 'type', `must be ${wanted}`)];
  const element = (of: FieldType, key: string | number, inner: unknown): Violation[] =>
    isUnknown(inner) ? [] : valueViolations(of, inner, { ...place, path: [...place.path, key] }, options);
  switch (type.is) {
    case 'string':
      return typeof value === 'string'
        ? checkText(type, value).map((finding) => ({ ...place, ...finding }))
        : wrongType('a string');
    case 'bool':
      return typeof value === 'boolean' ? [] : wrongType('true or false');
    case 'integer':
      return Number.isSafeInteger(value) ? rangeViolations(type, Number(value), place) : wrongType('a whole number');
    case 'number':
      return Number.isFinite(value) ? rangeViolations(type, Number(value), place) : wrongType('a number');
    case 'list': {
      if (!Array.isArray(value)) return wrongType('a list');
      const { minItems = 0, maxItems = Infinity } = type;
      if (value.length < minItems)
        return [violation(place, 'length', `must have at least ${counted(minItems, 'element')}`)];
      if (value.length > maxItems)
        return [violation(place, 'length', `must have at most ${counted(maxItems, 'element')}`)];
      const twice = type.unordered === true ? spelledTwice(type.of, value) : undefined;
      return [
        ...(twice === undefined ? [] : [violation(place, 'duplicate', twice)]),
        ...withOneUnknownName(
          value.flatMap((inner: unknown, index) => element(type.of, index, inner)),
          value,
          place,
        ),
      ];
    }
    case 'map':
      if (!isObject(value)) return wrongType('a map');
      return Object.entries(value).flatMap(([key, inner]) => element(type.of, key, inner));
    case 'message': {
      if (!isObject(value)) return wrongType('an object');
      // A message is replaced whole (contract M2), so an update needs all of it but a secret, which stays (contract M6).
      const isKept = (name: string): boolean => !options.complete && isWriteOnly(type.fields[name] as Field);
      const rules = (type.rules ?? []).filter(({ rule, fields }) => rule !== 'atLeastOneOf' || !fields.some(isKept));
      return objectViolations(type.fields, rules, value, place.path, { ...options, complete: true });
    }
    case 'json':
      return isJson(value, isUnknown) ? [] : wrongType('a value of JSON');
  }
}

/** Reports several unknown names of one list together. */
function withOneUnknownName(violations: readonly Violation[], values: readonly unknown[], place: Place): Violation[] {
  const unknown = violations.filter(({ code }) => code === 'unknownName');
  if (unknown.length < 2) return [...violations];
  const names = unknown.map(({ path }) => values[Number(path.at(-1))]).filter((name) => typeof name === 'string');
  const finding = findUnknownCapabilities(names);
  return [
    ...violations.filter((violation) => !unknown.includes(violation)),
    ...(finding === undefined ? [] : [{ ...place, ...finding }]),
  ];
}

function rangeViolations(
  { min = -Infinity, max = Infinity }: { readonly min?: number; readonly max?: number },
  value: number,
  place: Place,
): Violation[] {
  return value >= min && value <= max ? [] : [violation(place, 'range', `must be between ${min} and ${max}`)];
}

function violation(place: Place, code: ViolationCode, message: string): Violation {
  return { severity: 'error', ...place, code, message };
}

/** Returns true if nothing is lost when the value is written as JSON. */
function isJson(value: unknown, isUnknown: (value: unknown) => boolean): boolean {
  if (value === null || ['string', 'boolean'].includes(typeof value) || isUnknown(value)) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every((element) => isJson(element, isUnknown));
  if (!isObject(value) || ![Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null))
    return false;
  return Object.values(value).every((inner) => isJson(inner, isUnknown));
}

/** Two representations of one value in a set: removing one of them would leave the other. */
function spelledTwice(type: FieldType, values: readonly unknown[]): string | undefined {
  if (type.is !== 'string') return undefined;
  const spellings = new Map<string, string>();
  for (const text of values.filter((value) => typeof value === 'string')) {
    const before = spellings.get(canonicalText(type, text)) ?? text;
    if (before !== text) return `names ${JSON.stringify(before)} and ${JSON.stringify(text)}, which are the same`;
    spellings.set(canonicalText(type, text), text);
  }
  return undefined;
}

interface ChangeOptions {
  readonly now: Date;
  /** The current object; `null` before it exists. @default not known: then no value counts as new */
  readonly before?: Values | null | undefined;
  /** The displayed name of a field. @default the API's name */
  readonly displayName?: (field: string) => string;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns the errors and warnings about values that the service refuses only if they are new or changed, also in messages: an
 * old value must not block other changes (contract K3, F4).
 */
export function checkChangedValues(fields: Fields, values: Values, options: ChangeOptions): Violation[] {
  const { before, displayName = (name: string) => name } = options;
  return Object.entries(fields).flatMap(([name, { type }]): Violation[] => {
    const value = values[name];
    const old = before?.[name];
    if (type.is === 'message' && isObject(value)) {
      const within = { ...options, before: isObject(old) ? old : before && null };
      const found = checkChangedValues(type.fields, value, within);
      return found.map((violation) => ({ ...violation, path: [name, ...violation.path] }));
    }
    if (type.is !== 'string' || typeof value !== 'string') return [];
    const isUnchanged = typeof old === 'string' && canonicalText(type, old) === canonicalText(type, value);
    const isNew = !isUnchanged && before !== undefined;
    const place = { path: [name], subject: displayName(name) };
    const weak = isNew && type.format === 'jwks' ? weakKeyProblem(value) : undefined;
    if (weak !== undefined) return [violation(place, 'weakKey', weak)];
    return type.daysAhead === undefined
      ? []
      : timeViolations(type.daysAhead, value, { ...options, isUnchanged, place });
  });
}

/** Other checks report invalid timestamps. */
function timeViolations(
  limitDays: number,
  value: string,
  { now, before, isUnchanged, place }: ChangeOptions & { readonly isUnchanged: boolean; readonly place: Place },
): Violation[] {
  const time = parseTimestamp(value);
  if (time === undefined) return [];
  if (time <= now) {
    const passed = `is ${formatTimestamp(time)}, which is in the past`;
    return isUnchanged || before === undefined
      ? [{ severity: 'warning', ...place, code: 'passed', message: passed }]
      : [{ severity: 'error', ...place, code: 'passed', message: `must be in the future, and ${passed}` }];
  }
  const daysAhead = (time.getTime() - now.getTime()) / dayMs;
  const limit = `at most ${limitDays} days ahead`;
  // The clock of the service may be ahead of ours: a value that it has just set may be at the limit.
  if (isUnchanged && daysAhead > limitDays + 1)
    return [{ severity: 'warning', ...place, code: 'tooFarAhead', message: `is ${value}, and should be ${limit}` }];
  return !isUnchanged && daysAhead > limitDays
    ? [{ severity: 'error', ...place, code: 'tooFarAhead', message: `must be ${limit}` }]
    : [];
}
