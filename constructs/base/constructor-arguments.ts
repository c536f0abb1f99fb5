/**
 * Checks that constructors make immediately: a scope outside of a stack, and values of a wrong type in programs without
 * a compiler. The constructor throws, because CDKTF would print whole trees of constructs before the checks at synth.
 */
import { App, TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { isObject, type Values } from '../../src/model/api';
import type { Fields, FieldType } from '../../src/model/schema';
import { isPending, propName, noParent } from './attributes';
import { requireSameCdk } from './other-cdk';
import { unknownProps } from './problems';
import { isGroupConstruct, isReference } from './reference';
import { hasNumberToken } from './texts';

/**
 * Returns the subject of errors: `Group "org/payments"`. CDKTF silently omits constructs outside of a stack from every
 * file.
 *
 * @param what the class
 *
 * @throws Error if `scope` is not a construct in a `TerraformStack` of this CDK, or `id` is not text.
 */
export function requireStack(what: string, scope: unknown, id: unknown): string {
  const subject = requireConstruct(what, scope, id);
  const above = Construct.isConstruct(scope) ? scope.node.scopes : [];
  const stack = above.find((construct) => TerraformStack.isStack(construct));
  if (stack !== undefined) {
    requireSameCdk(subject, stack);
    return subject;
  }
  const place = App.isApp(scope)
    ? 'the App itself'
    : `"${above.at(-1)?.node.path ?? ''}", which is not in a TerraformStack`;
  const next =
    Construct.isConstruct(scope) && isGroupConstruct(scope)
      ? `Create "${scope.node.path}" in a TerraformStack, or pass a stack as the scope and "${scope.node.path}" as a prop.`
      : 'Pass a TerraformStack, or a construct in one, as its scope.';
  throw new Error(`${subject} is created in ${place}: the synthesized files would not contain it. ${next}`);
}

/**
 * Returns the subject of errors.
 *
 * @throws Error if `scope` is not a construct, or `id` is not text.
 */
export function requireConstruct(className: string, scope: unknown, id: unknown): string {
  requireType(className, 'its scope, the first argument,', 'a TerraformStack or a construct in one', scope, (value) =>
    Construct.isConstruct(value),
  );
  // CDKTF's constructs join the path whenever it is read.
  const { path } = scope.node;
  requireType(`${className} in "${path}"`, 'its id, the second argument,', 'text', id, isNonEmptyText);
  if (hasNumberToken(id))
    throw deepError(
      `${className} in "${path}": its id, the second argument, contains a number token. Pass a text that is known at synthesis.`,
    );
  return `${className} "${path === '' ? id : `${path}/${id}`}"`;
}

/**
 * Checks the types of the props. Missing props and the form of texts are checked at synth.
 *
 * @param subject the construct with the props, as in `Group "org/payments"`
 *
 * @throws Error if the props are not an object, or one of them has another type than its field.
 */
export function requireProps(subject: string, fields: Fields, props: object): void {
  requireType(subject, 'the third argument', 'an object of props', props, isPlain);
  for (const [name, { type }] of Object.entries(fields)) {
    const prop = propName(name, type);
    requireValue(subject, prop, type, props[prop]);
  }
}

/** @throws Error if optional props or options are given, and are not an object. */
export function requireOptionalObject(subject: string, place: string, options: object | undefined): void {
  requireType(subject, place, 'an object', options ?? {}, isPlain);
}

/** @throws Error if the options are not an object, or contain an unknown option. */
export function requireKnownOptions(subject: string, place: string, options: unknown, known: readonly string[]): void {
  requireType(subject, place, 'an object', options, isPlain);
  const [problem] = unknownProps(options, known);
  if (problem !== undefined) throw new Error(`${subject}: ${problem}`);
}

/** @throws Error if a value has another type than its field, at any depth. */
export function requireValue(subject: string, place: string, type: FieldType, value: unknown): void {
  if (value === undefined || value === null || value === noParent || isPending(value)) return;
  switch (type.is) {
    case 'message':
      requireType(subject, place, 'an object', value, isPlain);
      for (const [name, inner] of Object.entries(type.fields))
        requireValue(subject, `${place}.${name}`, inner.type, value[name]);
      return;
    case 'map':
      requireType(subject, place, 'an object', value, isPlain);
      for (const [key, inner] of Object.entries(value))
        requireValue(subject, `${place}[${JSON.stringify(key)}]`, type.of, inner);
      return;
    case 'list':
      requireType(subject, place, 'a list', value, Array.isArray);
      for (const [index, inner] of value.entries()) requireValue(subject, `${place}[${index}]`, type.of, inner);
      return;
    case 'string':
      if (type.refersTo === undefined) requireType(subject, place, 'text', value, isScalar);
      else
        requireType(
          subject,
          place,
          `${aKind(type.refersTo)}, or its uid`,
          value,
          (given) => typeof given === 'string' || isReference(type.refersTo, given),
        );
      return;
    default:
      requireType(subject, place, type.is === 'bool' ? 'true or false' : 'a number', value, isScalar);
  }
}

/** @throws Error `subject: place must be wanted; it is …`. */
export function requireType<T>(
  subject: string,
  place: string,
  wanted: string,
  value: unknown,
  isWanted: (value: unknown) => value is T,
): asserts value is T {
  if (!isWanted(value)) throw deepError(`${subject}: ${place} must be ${wanted}; it is ${describeValue(value)}.`);
}

/** Returns an error whose trace reaches the line of the program: V8 keeps ten calls, and a list of grants takes more. */
function deepError(message: string): Error {
  const limit = Error.stackTraceLimit;
  try {
    Error.stackTraceLimit = 50;
    return new Error(message);
  } finally {
    Error.stackTraceLimit = limit;
  }
}

/** Returns true for a plain object. Constructs, promises and maps are none: the entries of a map are not properties. */
export function isPlain(value: unknown): value is Values {
  return isObject(value) && getTag(value) === 'Object' && !Construct.isConstruct(value) && !isPromise(value);
}

/** Returns true if a value is text that is not empty. */
export function isNonEmptyText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Returns true if a value is text, a number or a boolean. The type of the field is checked at synth. */
export function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Returns a short description of any value, for errors. */
function describeValue(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (value === '') return 'empty';
  if (typeof value === 'string') return 'text';
  if (isScalar(value)) return `the ${typeof value} ${String(value)}`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object') return `a ${typeof value}`;
  if (App.isApp(value)) return 'the App';
  if (TerraformStack.isStack(value)) return `the stack "${value.node.path}"`;
  const kind = isObject(value) && typeof value['kind'] === 'string' ? value['kind'] : undefined;
  if (Construct.isConstruct(value)) return `${kind ?? 'the construct'} "${value.node.path}"`;
  if (isPromise(value)) return 'a Promise: await it first';
  if (Array.isArray(value)) return 'a list';
  return getTag(value) === 'Object'
    ? kind === undefined
      ? 'an object'
      : `${aKind(kind)} without a uid`
    : `a ${getTag(value)}`;
}

function isPromise(value: object): boolean {
  return 'then' in value && typeof value.then === 'function';
}

function getTag(value: object): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}

/** Returns a kind with its article: `an Identity`. */
export function aKind(kind: string): string {
  return `${/^[AEIOU]/.test(kind) ? 'an' : 'a'} ${kind}`;
}
