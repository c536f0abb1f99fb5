/** Checks the data of a group against its fields: keys, types and values, at every depth. */
import { isObject, nearest, type Values } from '../../src/model/api';
import { checkFields, errorsAmong, type Fields, type FieldType, type Violation } from '../../src/model/schema';
import { isPending } from '../base/attributes';
import { isReference } from '../base/reference';
import { TRUST, normalizedTrust } from '../trust/trust-fields';
import { isTrust } from '../trust/trust';
import { findShorthand } from './data-fields';

/** The keys and indexes from the root of the data to a value. */
export type DataPath = readonly (string | number)[];

/** A problem in the data. The path can end with a key that is missing. */
export interface DataProblem {
  readonly path: DataPath;
  readonly message: string;
}

/** The data with objects instead of their short forms, and the problems of keys, types and values. */
export interface CheckedData {
  readonly data: Values;
  readonly problems: readonly DataProblem[];
}

/** Returns the data in its long form, and its problems. */
export function checkData(fields: Fields, data: Values): CheckedData {
  const unusable: DataProblem[] = [];
  const expanded = expand({ is: 'message', fields }, data, [], unusable) as Values;
  const violations = errorsAmong(checkFields(fields, [], expanded, { isUnknown: isOpaque }));
  const misspelled = violations.filter(({ code }) => code === 'unknownField').map(({ path }) => path.slice(0, -1));
  const isReported = ({ path, code }: Violation) =>
    unusable.some((problem) => isSame(problem.path, path)) ||
    (code === 'rule' && misspelled.some((one) => isSame(one, path)));
  const problems = violations
    .filter((violation) => !isReported(violation))
    .map((violation) => getProblem(violation, fields, expanded));
  return { data: expanded, problems: [...unusable, ...problems] };
}

function isSame(a: DataPath, b: DataPath): boolean {
  return a.join('\n') === b.join('\n');
}

/**
 * Returns true for a value that is checked elsewhere: an object of the program, or a value that only Terraform knows.
 */
function isOpaque(value: unknown): boolean {
  return isPending(value) || isTrust(value) || (isObject(value) && isReference(String(value['kind']), value));
}

/** Returns true for a map or a list of objects: the constructs in it must be known at synthesis. */
function isContainer(type: FieldType): boolean {
  if (type.is !== 'map' && type.is !== 'list') return false;
  return type.of.is === 'message' || isContainer(type.of);
}

function expand(type: FieldType, value: unknown, path: DataPath, found: DataProblem[]): unknown {
  // The API treats empty text as no value.
  if (value === '' && (type.is === 'message' || type.is === 'map' || type.is === 'list')) {
    found.push({ path, message: `must be ${type.is === 'list' ? 'a list' : 'an object'}; it is the text ""` });
    return value;
  }
  if (isContainer(type) && isPending(value)) {
    found.push({ path, message: 'must be known at synthesis. Write its objects' });
    return value;
  }
  if (value === null) {
    const empty = type.is === 'list' ? '[]' : type.is === 'message' || type.is === 'map' ? '{}' : undefined;
    const next = empty === undefined ? 'Write a value, or remove the key' : `Write ${empty}, or remove the key`;
    found.push({ path, message: `has no value. ${next}` });
    return value;
  }
  if (type.is === 'message') {
    const short = findShorthand(type.fields);
    if (short !== undefined && (typeof value === 'string' || isOpaque(value))) return { [short]: value };
    if (!isObject(value) || isOpaque(value)) return value;
    const inner = Object.entries(value).map(([key, one]) => {
      const field = Object.hasOwn(type.fields, key) ? type.fields[key] : undefined;
      return [key, field === undefined ? one : expand(field.type, one, [...path, key], found)] as const;
    });
    const whole = Object.fromEntries(inner);
    return type.fields === TRUST ? normalizedTrust(whole) : whole;
  }
  if (type.is === 'map' && isObject(value) && !isOpaque(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, expand(type.of, one, [...path, key], found)]),
    );
  if (type.is === 'list' && Array.isArray(value))
    return value.map((one: unknown, index) => expand(type.of, one, [...path, index], found));
  return value;
}

function getProblem({ path, subject, code, message }: Violation, fields: Fields, data: Values): DataProblem {
  const value = valueAt(data, path);
  if (code === 'unknownField') return { path, message: unknownKey(String(path.at(-1)), fieldsAround(fields, path)) };
  if (subject === undefined) return { path, message };
  if (code === 'type') return { path, message: `${message}; it is ${described(value)}` };
  if (code === 'required') return { path, message: `${message}. Add it` };
  const isShown = code !== 'secret' && typeof value === 'string' && !message.includes(JSON.stringify(value));
  return { path, message: isShown ? `${message} (it is ${JSON.stringify(value)})` : message };
}

function unknownKey(key: string, known: Fields): string {
  if (key === '<<') return 'merge keys are not supported. Write the keys, or an alias for the whole value';
  const meant = nearest(key, Object.keys(known));
  const next = meant === undefined ? `known keys are ${Object.keys(known).join(', ')}` : `did you mean \`${meant}\`?`;
  return `unknown key \`${key}\`; ${next}`;
}

/** Returns the fields of the object that contains the last step of a path. */
function fieldsAround(fields: Fields, path: DataPath): Fields {
  let type: FieldType = { is: 'message', fields };
  let around = fields;
  for (const step of path) {
    if (type.is === 'message') {
      around = type.fields;
      const field = Object.hasOwn(around, step) ? around[step] : undefined;
      if (field === undefined) return around;
      ({ type } = field);
    } else if (type.is === 'map' || type.is === 'list') type = type.of;
  }
  return around;
}

function valueAt(data: unknown, path: DataPath): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<string | number, unknown> | undefined)?.[step], data);
}

function described(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return `the text ${JSON.stringify(value)}`;
  if (typeof value === 'number' || typeof value === 'boolean')
    return `the ${typeof value} ${String(value)}. For text, write it in quotes: "${String(value)}"`;
  if (value === undefined) return 'undefined';
  return isObject(value) ? 'an object' : `a ${typeof value}`;
}
