/**
 * Empty texts of secrets that the API never returns. An existing object keeps its secret then (contract M6), so that an adopted
 * one needs no value. A new object has none to keep.
 */
import { isObject, snakeCase, type Values } from '../../model/api';
import type { Path } from '../../plugin';
import { type Declaration, isWriteOnly } from '../../model/schema';

/** Returns true if the message at the path has an empty text instead of a secret. */
export function keepsSecret({ fields }: Declaration, config: Values, [name = '']: Path): boolean {
  const [, field] = Object.entries(fields).find(([own]) => snakeCase(own) === name) ?? [];
  const message = config[String(name)];
  if (field?.type.is !== 'message' || !isObject(message)) return false;
  return Object.entries(field.type.fields).some(([inner, own]) => isWriteOnly(own) && message[snakeCase(inner)] === '');
}

/** Returns true if a message of the kind contains such a secret. */
export function hasSecrets({ fields }: Declaration): boolean {
  return Object.values(fields).some(
    ({ type }) => type.is === 'message' && Object.values(type.fields).some((inner) => isWriteOnly(inner)),
  );
}
