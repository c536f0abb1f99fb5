/**
 * Whether a value is what a field's declaration says. One evaluator for everybody who must know before the service
 * does: constructs at synth, the provider at plan, the embedded API on a request. Plain code, since it runs before
 * anything heavier is loaded.
 */
import { checkText, type Finding } from './check-text';
import { behaves, type Field, type Fields, type FieldType } from './field';
import { ruleText, satisfies, type Rule } from './rule';
import { canonicalText } from './wire';

export interface Violation extends Finding {
  /** Names and map keys from the object down to the value; list elements by index. */
  readonly path: readonly (string | number)[];
  /** What is wrong, beginning with the field's own name: `name must match "…"`. */
  readonly problem: string;
}

/** Those that forbid the values; what only deserves a look is none of them. */
export function errorsAmong(violations: readonly Violation[]): Violation[] {
  return violations.filter(({ severity }) => severity === 'error');
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
    const value = isEmptyMap(field.type, values[name]) ? undefined : values[name];
    if (isPresent(value) && !isUnknown(value)) violations.push(...checkValue(name, field.type, value, options));
    // A part may leave out what is required; naming it without a value would empty it.
    else if ((complete || Object.hasOwn(values, name)) && !isPresent(value) && isRequiredInput(field))
      violations.push({ severity: 'error', path: [name], problem: `${spell(name)} is required` });
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
        severity: 'error',
        path: path === undefined ? [] : [path],
        problem: `${ruleText(rule, spell)} must be given, found ${given.length === 0 ? 'none' : given.map(spell).join(', ')}`,
      });
    }
  }
  return violations;
}

function isEmptyMap(type: FieldType, value: unknown): boolean {
  return type.is === 'map' && isObject(value) && Object.keys(value).length === 0;
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
  const found = (findings: readonly Finding[]): Violation[] =>
    findings.map(({ severity, problem }) => ({ severity, path: [name], problem: `${spell(name)} ${problem}` }));
  const at = (problem: string | undefined): Violation[] =>
    problem === undefined ? [] : found([{ severity: 'error', problem }]);
  const beneath = (violations: readonly Violation[]): Violation[] =>
    violations.map((violation) => ({ ...violation, path: [name, ...violation.path] }));
  switch (type.is) {
    case 'string':
      return typeof value === 'string' ? found(checkText(type, value)) : at('must be a string');
    case 'bool':
      return at(typeof value === 'boolean' ? undefined : 'must be true or false');
    case 'integer':
      return at(typeof value === 'number' && Number.isSafeInteger(value) ? undefined : 'must be a whole number');
    case 'list': {
      if (!Array.isArray(value)) return at('must be a list');
      if (value.length < (type.minItems ?? 0)) return at(`must have at least ${elements(type.minItems)}`);
      if (value.length > (type.maxItems ?? Infinity)) return at(`must have at most ${elements(type.maxItems)}`);
      return [
        ...at(type.unordered === true ? spelledTwice(type.of, value) : undefined),
        ...value.flatMap((element: unknown, index) =>
          isUnknown(element) ? [] : elementViolations(name, index, type.of, element, options),
        ),
      ];
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
    case 'json':
      return at(isJson(value, isUnknown) ? undefined : 'must be a value of JSON');
  }
}

/** Whether nothing is lost when the value is written as JSON. */
function isJson(value: unknown, isUnknown: (value: unknown) => boolean): boolean {
  if (value === null || ['string', 'boolean'].includes(typeof value) || isUnknown(value)) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every((element) => isJson(element, isUnknown));
  if (!isObject(value) || ![Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null))
    return false;
  return Object.values(value).every((inner) => isJson(inner, isUnknown));
}

function elementViolations(
  name: string,
  key: string | number,
  type: FieldType,
  element: unknown,
  options: CheckOptions,
): Violation[] {
  if (type.is === 'message' && isObject(element)) {
    return checkFields(type.fields, type.rules ?? [], element, { ...options, complete: true }).map((violation) => ({
      ...violation,
      path: [name, key, ...violation.path],
    }));
  }
  return checkValue(name, type, element, options).map((violation) => ({
    ...violation,
    path: [name, key, ...violation.path.slice(1)],
  }));
}

function elements(count = 0): string {
  return count === 1 ? '1 element' : `${count} elements`;
}

/** Two spellings of one thing in a set: whoever removed one of them would think that it is gone. */
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
