/**
 * Builders for hand-written schemas. They return the plain data of `schema.ts` and remember the static type, so
 * that handlers are typed: `str({ mode: 'required' })`, `list('string', { mode: 'optional' })`.
 */
import type { CtyType, Num, Dyn, ValueOf } from '../values/types';
import type { Attribute, AttributeOptions, Attributes, Block, Blocks, Schema, AttributesState } from './schema';

type Built<T, O extends AttributeOptions<T>> = Attribute<T> & O;

/**
 * Returns the schema unchanged and keeps its static type, which types the handlers.
 *
 * @example
 * const noteSchema = schema({
 *   attributes: {
 *     name: str({ mode: 'required', requiresReplace: true }),
 *     text: str({ mode: 'optional+computed', default: '' }),
 *   },
 * });
 */
export function schema<const S extends Schema>(declared: S): S {
  return declared;
}

/** Text, in Unicode's normal form C. */
export function str<const O extends AttributeOptions<string>>(options: O): Built<string, O> {
  return { ...options, type: 'string' };
}

/** `true` or `false`. */
export function bool<const O extends AttributeOptions<boolean>>(options: O): Built<boolean, O> {
  return { ...options, type: 'bool' };
}

/**
 * A number that a double represents exactly. Any other number in the configuration is an error. See {@link exactNum}.
 */
export function num<const O extends AttributeOptions<number>>(options: O): Built<number, O> {
  const validate = [doubleOnly, ...(options.validate ?? [])];
  return { ...options, type: 'number', validate };
}

/** A number of any size and precision. */
export function exactNum<const O extends AttributeOptions<Num>>(options: O): Built<Num, O> {
  return { ...options, type: 'number' };
}

/** A value of any type, together with its type. */
export function dynamic<const O extends AttributeOptions<Dyn>>(options: O): Built<Dyn, O> {
  return { ...options, type: 'dynamic' };
}

/** An array of values of one type: `list('string', { mode: 'optional' })`. */
export function list<const E extends CtyType, const O extends AttributeOptions<(ValueOf<E> | null)[]>>(
  element: E,
  options: O,
): Built<(ValueOf<E> | null)[], O> {
  return { ...options, type: ['list', element] };
}

/** An array without duplicates, in no particular order: `set('string', { mode: 'optional' })`. */
export function set<const E extends CtyType, const O extends AttributeOptions<(ValueOf<E> | null)[]>>(
  element: E,
  options: O,
): Built<(ValueOf<E> | null)[], O> {
  return { ...options, type: ['set', element] };
}

/** An object with any keys and values of one type: `map('string', { mode: 'optional' })`. */
export function map<const E extends CtyType, const O extends AttributeOptions<Record<string, ValueOf<E> | null>>>(
  element: E,
  options: O,
): Built<Record<string, ValueOf<E> | null>, O> {
  return { ...options, type: ['map', element] };
}

/** An object whose parts have no options. See {@link nested}. */
export function object<
  const A extends Readonly<Record<string, CtyType>>,
  const O extends AttributeOptions<ValueOf<readonly ['object', A]>>,
>(attributes: A, options: O): Built<ValueOf<readonly ['object', A]>, O> {
  return { ...options, type: ['object', attributes] };
}

/** An array with a type for each place. */
export function tuple<
  const E extends readonly CtyType[],
  const O extends AttributeOptions<ValueOf<readonly ['tuple', E]>>,
>(elements: E, options: O): Built<ValueOf<readonly ['tuple', E]>, O> {
  return { ...options, type: ['tuple', elements] };
}

/** One object with attributes that have options of their own. */
export function nested<const A extends Attributes, const O extends AttributeOptions<AttributesState<A>>>(
  attributes: A,
  options: O,
): Built<AttributesState<A>, O> {
  return { ...options, type: { nesting: 'single', attributes } };
}

/** A list of objects with attributes that have options of their own. */
export function nestedList<const A extends Attributes, const O extends AttributeOptions<AttributesState<A>[]>>(
  attributes: A,
  options: O,
): Built<AttributesState<A>[], O> {
  return { ...options, type: { nesting: 'list', attributes } };
}

/** A set of objects with attributes that have options of their own. */
export function nestedSet<const A extends Attributes, const O extends AttributeOptions<AttributesState<A>[]>>(
  attributes: A,
  options: O,
): Built<AttributesState<A>[], O> {
  return { ...options, type: { nesting: 'set', attributes } };
}

/** Objects by key, with attributes that have options of their own. */
export function nestedMap<
  const A extends Attributes,
  const O extends AttributeOptions<Record<string, AttributesState<A>>>,
>(attributes: A, options: O): Built<Record<string, AttributesState<A>>, O> {
  return { ...options, type: { nesting: 'map', attributes } };
}

/** A block: `block('list', { attributes: { … } })`. */
export function block<
  const N extends Block['nesting'],
  const B extends Omit<Block, 'nesting' | 'blocks'> & { readonly blocks?: Blocks },
>(nesting: N, body: B): B & { readonly nesting: N } {
  return { ...body, nesting };
}

function doubleOnly(value: Num): string | undefined {
  if (typeof value === 'number') return undefined;
  return 'The number has too many digits: at most 15 significant digits are safe.';
}
