/** Finds the secrets of a request and of its response, which no error may repeat. */
import { isObject, snakeCase, type Values } from '../../model/api';
import { behaves, type Declaration, type Fields, isShownOnce } from '../../model/schema';

/** Returns the secrets among the values of a request. A response may repeat them, and no error may. */
export function sentSecrets(fields: Fields, values: Values): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const field = fields[name];
    if (field === undefined) return [];
    if (behaves(field, 'sensitive')) return typeof value === 'string' ? [value] : [];
    return field.type.is === 'message' && isObject(value) ? sentSecrets(field.type.fields, value) : [];
  });
}

/**
 * Returns the secrets in the response to a creation (contract C3), also in a truncated response. No error may repeat
 * them.
 */
export function shownSecrets({ fields }: Declaration, text: string): string[] {
  return Object.entries(fields)
    .filter(([, field]) => isShownOnce(field))
    .flatMap(([name]) => [...text.matchAll(new RegExp(`"(?:${name}|${snakeCase(name)})"\\s*:\\s*"([^"]+)`, 'g'))])
    .map(([, secret = '']) => secret);
}
