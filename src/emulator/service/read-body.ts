/**
 * A request's JSON as values of the declaration: names in both representations (contract V1), values in ours; unknown
 * names (V6) and values of another JSON type (V7) are rejected.
 */
import { camelCase, type FieldViolation, isObject, patternSize, type Values } from '../../model/api';
import {
  canonicalNames,
  checkFields,
  checkChangedValues,
  type Declaration,
  errorsAmong,
  type Fields,
  type FieldType,
  isInput,
  servedFields,
  type Violation,
  violationText,
} from '../../model/schema';
import { invalidArgument, invalidField } from '../wire/errors';

/**
 * Returns the body with the declaration's names. Throws INVALID_ARGUMENT for a body that is not an object, an unknown
 * field or a value of another type; `at` is the place of the body in the request.
 */
export function readBody(declaration: Declaration, body: unknown, at: readonly string[] = []): Record<string, unknown> {
  if (!isObject(body)) throw invalidField(at.join('.') || 'body', `${at.join('.') || 'body'} must be a JSON object`);
  const fields = servedFields(declaration);
  const violations = objectViolations(fields, body, at);
  if (violations.length > 0) throw invalidArgument(violations);
  return canonicalNames(fields, declaration.wire?.decode?.(body) ?? body);
}

/** Without output-only fields: clients send them back, and they are ignored. */
export function getInputs(declaration: Declaration, values: Values): Record<string, unknown> {
  const inputs = Object.entries(servedFields(declaration)).filter(([, field]) => isInput(field));
  return Object.fromEntries(inputs.map(([name]) => [name, values[name]]));
}

/** Throws INVALID_ARGUMENT unless the values are a whole object of the kind. */
export function checkValues(declaration: Declaration, values: Values): void {
  const fields = servedFields(declaration);
  checkPatternSizes(fields, values);
  const violations = checkFields(fields, declaration.rules ?? [], values);
  // The service stores a set of keys unread (contract K3). Clients and the provider reject a private key.
  refuse(
    declaration,
    violations.filter(({ code }) => code !== 'secret'),
  );
}

/** Throws INVALID_ARGUMENT for values that are rejected only if they are new or changed. Stored values are accepted. */
export function checkChanges(
  declaration: Declaration,
  { now, before, after }: { readonly now: Date; readonly before: Values | null; readonly after: Values },
): void {
  checkNameLength(before, after);
  refuse(declaration, checkChangedValues(declaration.fields, after, { now, before }));
}

/** The longest name in bytes (contract V4). Names in data files of earlier versions can be longer. */
const MAX_NAME_BYTES = 1024;

function checkNameLength(before: Values | null, { name }: Values): void {
  if (typeof name !== 'string' || name === before?.['name'] || Buffer.byteLength(name) <= MAX_NAME_BYTES) return;
  throw invalidField('name', `name must be at most ${MAX_NAME_BYTES} bytes`);
}

function refuse(declaration: Declaration, found: readonly Violation[]): void {
  const violations = errorsAmong(found);
  if (violations.length > 0)
    throw invalidArgument(violations.map((violation) => fieldViolation(declaration, violation)));
}

function fieldViolation(declaration: Declaration, violation: Violation): FieldViolation {
  const { path } = violation;
  // A rule about several fields of the object itself has no path of its own: the error names its first field.
  const field = path.length > 0 ? path.join('.') : (declaration.rules?.[0]?.fields[0] ?? '');
  return { field, description: violationText(violation) };
}

/** Unknown names and values of another type. An empty value of a wrong type is wrong too, and not simply absent. */
function objectViolations(fields: Fields, body: Values, path: readonly string[]): FieldViolation[] {
  return Object.entries(body).flatMap(([key, value]) => {
    const name = Object.hasOwn(fields, key) ? key : camelCase(key);
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field !== undefined) return value === null ? [] : typeViolations(field.type, value, [...path, name]);
    const shown = [...path, key.slice(0, 100)].join('.');
    return [{ field: shown, description: `${shown} is not a field; the fields are ${Object.keys(fields).join(', ')}` }];
  });
}

function typeViolations(type: FieldType, value: unknown, path: readonly string[]): FieldViolation[] {
  const field = path.join('.');
  const unless = (isRight: boolean, wanted: string) =>
    isRight ? [] : [{ field, description: `${field} must be ${wanted}` }];
  switch (type.is) {
    case 'string':
      return unless(typeof value === 'string', 'a string');
    case 'bool':
      return unless(typeof value === 'boolean', 'true or false');
    case 'integer':
      return unless(Number.isSafeInteger(value), 'a whole number');
    case 'number':
      return unless(Number.isFinite(value), 'a number');
    case 'list':
      if (!Array.isArray(value)) return unless(false, 'a list');
      return value.flatMap((element: unknown, index) => typeViolations(type.of, element, [...path, String(index)]));
    case 'map':
      if (!isObject(value)) return unless(false, 'an object');
      return Object.entries(value).flatMap(([key, element]) =>
        typeViolations(type.of, element, [...path, key.slice(0, 100)]),
      );
    case 'json':
      return [];
    case 'message':
      return isObject(value) ? objectViolations(type.fields, value, path) : unless(false, 'an object');
  }
}

/**
 * The patterns of one object are bounded together, before RE2 compiles the first (contract V9): nine kilobytes of counted
 * repetitions would occupy it for seconds. Characters, with what is counted written out.
 */
const MAX_PATTERNS_SIZE = 10_000;

/** Throws INVALID_ARGUMENT that names the first pattern which is too much. */
function checkPatternSizes(fields: Fields, values: Values): void {
  let total = 0;
  for (const [path, pattern] of patternsIn(fields, values, [])) {
    total += patternSize(pattern);
    if (total <= MAX_PATTERNS_SIZE) continue;
    const field = path.join('.');
    const limit = `with all repetitions written out, the patterns of an object have at most ${MAX_PATTERNS_SIZE} characters`;
    throw invalidField(field, `${field} is too large: ${limit}`);
  }
}

type FoundPattern = readonly [path: readonly string[], pattern: string];

function* patternsIn(fields: Fields, values: Values, prefix: readonly string[]): Generator<FoundPattern> {
  for (const [name, { type }] of Object.entries(fields)) yield* getPatterns(type, values[name], [...prefix, name]);
}

function* getPatterns(type: FieldType, value: unknown, path: readonly string[]): Generator<FoundPattern> {
  if (type.is === 'string' && type.format === 'pattern' && typeof value === 'string') yield [path, value];
  if (!isObject(value)) return;
  if (type.is === 'message') yield* patternsIn(type.fields, value, path);
  if (type.is !== 'map') return;
  for (const [key, element] of Object.entries(value))
    yield* getPatterns(type.of, element, [...path, key.slice(0, 100)]);
}
