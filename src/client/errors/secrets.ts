/**
 * Finds the secrets of a request, and removes them from the texts of its response. A proxy's error page or a service's message may repeat the request. Every text
 * of a response passes through here before an error or a log shows it.
 */
import { isObject, snakeCase, type Values } from '../../model/api';
import { behaves, type Declaration, type Fields, isShownOnce } from '../../model/schema';

const bearer = /\b(Bearer|Basic)\s+[^\s"'<>,;]+/gi;
/** A text with dots. A pattern that starts at each `eyJ` would need quadratic time. */
const dotted = /(?<![\w.-])[\w-]*(?:\.[\w-]*)+/g;

/** Returns `text` without `secrets` and without any other text that looks like a token. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .reduce((clean, secret) => clean.replaceAll(secret, hidden), text)
    .replace(dotted, withoutJsonWebToken)
    .replace(bearer, `$1 ${hidden}`);
}

/** Hides the token in a text with dots, from its header to the end: `eyJ…`, a dot, and at least one character. */
function withoutJsonWebToken(text: string): string {
  const parts = text.split('.');
  let start = 0;
  for (const [index, part] of parts.entries()) {
    const header = part.search(/\beyJ/);
    if (header >= 0 && part.length - header >= SHORTEST_HEADER && parts[index + 1])
      return text.slice(0, start + header) + hidden;
    start += part.length + 1;
  }
  return text;
}

/**
 * Returns a parsed response without secrets. Keys stay, because they are names of fields, even if a secret has the same
 * text.
 */
export function withoutSecretsIn<T>(value: T, secrets: readonly string[]): T {
  if (typeof value === 'string') return withoutSecrets(value, secrets) as T;
  if (Array.isArray(value)) return value.map((element: unknown) => withoutSecretsIn(element, secrets)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutSecretsIn(inner, secrets)])) as T;
}

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

const hidden = '(secret)';
const SHORTEST_HEADER = 8;
