/** Short ways to write a field, used by the declarations: `string(['required'], 'Shown in …', { maxLength: 512 })`. */
import type { Behaviour, Field, FieldOptions, Fields, FieldType } from './field';
import type { Rule } from './rule';
import type { MessageOf } from './types';

type TypeOptions<I extends FieldType['is']> = Omit<Extract<FieldType, { is: I }>, 'is' | 'of' | 'fields'>;

export function string<const B extends Behaviour>(
  behaviour: readonly B[],
  description: string,
  type: TypeOptions<'string'> = {},
  options: FieldOptions = {},
): Field<string, B> {
  return { type: { is: 'string', ...type }, behaviour, description, ...options };
}

export function bool<const B extends Behaviour>(
  behaviour: readonly B[],
  description: string,
  options: FieldOptions = {},
): Field<boolean, B> {
  return { type: { is: 'bool' }, behaviour, description, ...options };
}

export function timestamp<const B extends Behaviour>(
  behaviour: readonly B[],
  description: string,
  options: FieldOptions = {},
): Field<string, B> {
  return { type: { is: 'string', format: 'timestamp' }, behaviour, description, ...options };
}

export function list<const B extends Behaviour, E extends string = string>(
  behaviour: readonly B[],
  description: string,
  of: FieldType,
  type: TypeOptions<'list'> = {},
  options: FieldOptions = {},
): Field<readonly E[], B> {
  return { type: { is: 'list', of, ...type }, behaviour, description, ...options };
}

export function map<const B extends Behaviour, V = string>(
  behaviour: readonly B[],
  description: string,
  of: FieldType,
  options: FieldOptions = {},
): Field<Readonly<Record<string, V>>, B> {
  return { type: { is: 'map', of }, behaviour, description, ...options };
}

export function message<const B extends Behaviour, F extends Fields>(
  behaviour: readonly B[],
  description: string,
  fields: F,
  rules: readonly Rule[] = [],
  options: FieldOptions = {},
): Field<MessageOf<F>, B> {
  return { type: { is: 'message', fields, rules }, behaviour, description, ...options };
}

export function messages<const B extends Behaviour, F extends Fields>(
  behaviour: readonly B[],
  description: string,
  fields: F,
  options: FieldOptions = {},
): Field<readonly MessageOf<F>[], B> {
  return { type: { is: 'list', of: { is: 'message', fields } }, behaviour, description, ...options };
}
