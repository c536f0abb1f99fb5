/** Short ways to write a field, used by the declarations: `string(['required'], 'Shown in …', { maxLength: 512 })`. */
import type { Behaviour, Field, FieldOptions, Fields, FieldType } from './field';
import type { Rule } from './rule';

type TypeOptions<I extends FieldType['is']> = Omit<Extract<FieldType, { is: I }>, 'is' | 'of' | 'fields'>;

export function string(
  behaviour: readonly Behaviour[],
  description: string,
  type: TypeOptions<'string'> = {},
  options: FieldOptions = {},
): Field {
  return { type: { is: 'string', ...type }, behaviour, description, ...options };
}

export function bool(behaviour: readonly Behaviour[], description: string, options: FieldOptions = {}): Field {
  return { type: { is: 'bool' }, behaviour, description, ...options };
}

export function timestamp(behaviour: readonly Behaviour[], description: string, options: FieldOptions = {}): Field {
  return { type: { is: 'string', format: 'timestamp' }, behaviour, description, ...options };
}

export function list(
  behaviour: readonly Behaviour[],
  description: string,
  of: FieldType,
  type: TypeOptions<'list'> = {},
  options: FieldOptions = {},
): Field {
  return { type: { is: 'list', of, ...type }, behaviour, description, ...options };
}

export function map(
  behaviour: readonly Behaviour[],
  description: string,
  of: FieldType,
  options: FieldOptions = {},
): Field {
  return { type: { is: 'map', of }, behaviour, description, ...options };
}

export function message(
  behaviour: readonly Behaviour[],
  description: string,
  fields: Fields,
  rules: readonly Rule[] = [],
  options: FieldOptions = {},
): Field {
  return { type: { is: 'message', fields, rules }, behaviour, description, ...options };
}

export function messages(
  behaviour: readonly Behaviour[],
  description: string,
  fields: Fields,
  options: FieldOptions = {},
): Field {
  return { type: { is: 'list', of: { is: 'message', fields } }, behaviour, description, ...options };
}

export function json(behaviour: readonly Behaviour[], description: string, options: FieldOptions = {}): Field {
  return { type: { is: 'json' }, behaviour, description, ...options };
}
