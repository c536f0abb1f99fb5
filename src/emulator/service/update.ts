/**
 * Update: the fields change that the mask names (contract M1 to M6), and the result must be a whole object again.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  EVERY_FIELD,
  type FieldViolation,
  formatTimestamp,
  isObject,
  type MaskPath,
  parseMask,
  snakeCase,
  type Values,
} from '../../model/api';
import {
  behaves,
  type Declaration,
  type Field,
  type Fields,
  isInput,
  isPresent,
  isUpdatable,
  type Rule,
  ruleText,
  servedFields,
} from '../../model/schema';
import type { StoredRecord } from '../store/row';
import { invalidArgument, invalidField } from '../wire/errors';
import type { ServiceCall, BehaviorContext } from './kind-behavior';
import { checkChanges, checkValues, getInputs, readBody } from './read-body';
import { derivedValues, getRecordName, stripDefaults, withoutSecretFields } from './record';
import { checkStrictly } from './strict';

/**
 * Returns the updated record, and the fields that the request set. Throws a `ServiceError` and writes nothing if the
 * update is invalid.
 */
export function updateRecord(
  context: BehaviorContext,
  { declaration, behavior, caller }: ServiceCall,
  before: StoredRecord,
  body: unknown,
  mask: string | undefined,
): { readonly record: StoredRecord; readonly sent: Values } {
  const given = readBody(declaration, body);
  const fields = servedFields(declaration);
  const named = maskedPaths(fields, before.values, given, mask);
  const paths = context.isAdministrator(caller) ? named : named.filter(([name = '']) => !isReserved(fields[name]));
  const written = withPaths(fields, before.values, given, paths);
  const changed = stripDefaults(fields, withoutReplacedMembers(fields, declaration.rules, written, paths));
  checkValues(declaration, getInputs(declaration, changed));
  checkChanges(declaration, { now: context.clock(), before: before.values, after: changed });
  const values = behavior.withServerDefaults?.(changed, context) ?? changed;
  checkImmutableRules(declaration, before.values, values);
  const kept = withoutSecretFields(fields, values);
  const isUnchanged = isDeepStrictEqual(kept, stripDefaults(fields, before.values));
  const after: StoredRecord = {
    ...before,
    name: getRecordName(values),
    // Values that the service stored in addition to the declared fields are valid until a caller changes one of those
    // fields (contract D3).
    values: { ...(isUnchanged && before.values), ...kept, ...derivedValues(declaration, behavior, values) },
    updateTime: formatTimestamp(context.clock()),
  };
  checkStrictly({ declaration, body, mask, before, after }, context);
  behavior.check?.({ declaration, caller, before, after }, context);
  context.store.replace(after);
  return { record: after, sent: valuesAt(after.values, paths) };
}

function checkImmutableRules({ rules = [] }: Declaration, before: Values, after: Values): void {
  for (const rule of rules) {
    if (rule.immutable !== true) continue;
    const chosen = rule.fields.find((name) => isPresent(after[name]));
    if (chosen === undefined || isPresent(before[chosen])) continue;
    throw invalidField(chosen, `${ruleText(rule)} is immutable: ${chosen} needs a new object`);
  }
}

/** The paths that the mask names, or, without a mask, those that the body names. */
function maskedPaths(fields: Fields, before: Values, body: Values, mask: string | undefined): MaskPath[] {
  const named = mask === undefined || mask.trim() === '' ? undefined : parseMask(mask);
  return named === undefined ? pathsOfBody(fields, before, body, []) : pathsOfMask(fields, named);
}

/** `before` with the fields at the paths as the body has them. */
function withPaths(fields: Fields, before: Values, body: Values, paths: readonly MaskPath[]): Record<string, unknown> {
  return paths.reduce<Record<string, unknown>>(
    (values, path) => withPath(values, path, replacement(fields, path, at(before, path), at(body, path), '')),
    { ...before },
  );
}

/**
 * Setting a field clears the fields that it excludes (contract M7): the messages on the wire hold one of them. Fields
 * that the request names itself stay, so that a request with two of them is refused.
 */
function withoutReplacedMembers(
  fields: Fields,
  rules: readonly Rule[] = [],
  values: Values,
  paths: readonly MaskPath[],
): Record<string, unknown> {
  const named = new Set(paths.map(([name]) => name));
  const replaced = rules
    .filter(({ rule, fields: group }) => rule !== 'atLeastOneOf' && group.some((name) => isSet(name)))
    .flatMap(({ fields: group }) => group.filter((name) => !named.has(name)));
  function isSet(name: string): boolean {
    return named.has(name) && isPresent(values[name]);
  }
  const kept = Object.entries(values).filter(([name]) => !replaced.includes(name));
  return Object.fromEntries(
    kept.map(([name, value]) => {
      const type = fields[name]?.type;
      const inner = paths.flatMap(([outer, ...rest]) => (outer === name && rest.length > 0 ? [rest] : []));
      if (type?.is !== 'message' || !isObject(value) || inner.length === 0) return [name, value];
      return [name, withoutReplacedMembers(type.fields, type.rules, value, inner)];
    }),
  );
}

/**
 * A client that replaces a whole message cannot know its secrets, and need not know its immutable fields. Those that
 * the body omits stay (contract M6). Throws INVALID_ARGUMENT if an immutable field changes.
 */
function replacement(
  fields: Fields,
  [name = '', ...rest]: MaskPath,
  before: unknown,
  value: unknown,
  prefix: string,
): unknown {
  const type = fields[name]?.type;
  if (type?.is !== 'message') return value;
  const path = `${prefix}${name}.`;
  if (rest.length > 0) return replacement(type.fields, rest, before, value, path);
  if (!isObject(value) || !isObject(before)) return value;
  const entries = Object.entries(type.fields);
  for (const [inner, field] of entries)
    if (behaves(field, 'immutable') && isPresent(value[inner]) && value[inner] !== before[inner])
      throw invalidField(`${path}${inner}`, `${path}${inner} cannot be changed once the object exists`);
  const kept = entries
    .filter(([inner, field]) => behaves(field, 'inputOnly', 'immutable') && !isPresent(value[inner]))
    .map(([inner]) => inner);
  return { ...value, ...Object.fromEntries(kept.map((inner) => [inner, before[inner]])) };
}

function pathsOfMask(fields: Fields, named: readonly MaskPath[]): MaskPath[] {
  const isEveryField = (path: MaskPath) => path.join('.') === EVERY_FIELD;
  const violations = named.flatMap((path): FieldViolation[] => {
    const problem = isEveryField(path) ? undefined : pathProblem(fields, path);
    const shown = path.map(snakeCase).join('.');
    return problem === undefined
      ? []
      : [{ field: 'updateMask', description: `updateMask names ${shown}, which ${problem}` }];
  });
  if (violations.length > 0) throw invalidArgument(violations);
  if (!named.some(isEveryField)) return [...named];
  return Object.keys(fields)
    .filter((name) => isUpdatable(fields[name] as Field))
    .map((name) => [name]);
}

/** Returns every path that a mask may name, in both representations, as a regular expression for the whole mask. */
export function maskPattern(fields: Fields): string {
  const paths = [...new Set(updatablePaths(fields, []))].map((path) => path.replaceAll('.', '\\.'));
  const entry = `\\s*(${['\\*', ...paths].join('|')})?\\s*`;
  return `^${entry}(,${entry})*$`;
}

function updatablePaths(fields: Fields, prefix: MaskPath): string[] {
  return Object.entries(fields)
    .filter(([, field]) => isUpdatable(field) || isReserved(field))
    .flatMap(([name, { type }]) => {
      const path = [...prefix, name];
      const inner = type.is === 'message' ? updatablePaths(type.fields, path) : [];
      return [path.map(snakeCase).join('.'), path.join('.'), ...inner];
    });
}

/** True if only an administrator changes the field: a mask may name it, and the value of anyone else is ignored. */
function isReserved(field: Field | undefined): boolean {
  return field?.administratorOnly === true;
}

function pathProblem(fields: Fields, [name = '', ...rest]: MaskPath): string | undefined {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field === undefined) return 'is not a field';
  if (!isInput(field) && !isReserved(field)) return 'only the service sets';
  if (!isUpdatable(field) && !isReserved(field)) return 'cannot be changed once the object exists';
  if (rest.length === 0) return undefined;
  return field.type.is === 'message' ? pathProblem(field.type.fields, rest) : 'has no fields of its own';
}

/** Output-only fields are ignored, because clients send back the fields of a response (contract M5). */
function pathsOfBody(fields: Fields, before: Values, body: Values, prefix: MaskPath): MaskPath[] {
  return Object.entries(body).flatMap(([name, value]): MaskPath[] => {
    const field = fields[name];
    if (field === undefined || !isInput(field)) return [];
    const path = [...prefix, name];
    if (!isUpdatable(field)) {
      if (JSON.stringify(value) === JSON.stringify(at(before, path))) return [];
      const shown = path.join('.');
      throw invalidArgument([{ field: shown, description: `${shown} cannot be changed once the object exists` }]);
    }
    const nested = field.type.is === 'message' && isObject(value) && Object.keys(value).length > 0;
    return field.type.is === 'message' && nested ? pathsOfBody(field.type.fields, before, value, path) : [path];
  });
}

/** The values at the paths alone. */
function valuesAt(values: Values, paths: readonly MaskPath[]): Values {
  return paths.reduce<Record<string, unknown>>((some, path) => withPath(some, path, at(values, path)), {});
}

function at(values: Values, path: MaskPath): unknown {
  return path.reduce<unknown>(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    values,
  );
}

function withPath(values: Values, [name = '', ...rest]: MaskPath, value: unknown): Record<string, unknown> {
  if (rest.length === 0) return { ...values, [name]: value };
  const inner = Object.hasOwn(values, name) ? values[name] : undefined;
  return { ...values, [name]: withPath(isObject(inner) ? inner : {}, rest, value) };
}
