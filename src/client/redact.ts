/**
 * Texts from outside (a proxy's error page, a service's message) may repeat what was sent. Everything that is shown or
 * kept of them goes through here, so that no error and no log holds a secret.
 */
import { behaves, type Fields } from '../schema';

const bearer = /\b(Bearer|Basic)\s+[^\s"'<>,;]+/gi;
const jsonWebToken = /\beyJ[\w-]{5,}\.[\w-]+(\.[\w-]*)*/g;

/** `text` without `secrets`, and without whatever else looks like a token. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .reduce((clean, secret) => clean.replaceAll(secret, hidden), text)
    .replace(jsonWebToken, hidden)
    .replace(bearer, `$1 ${hidden}`);
}

/** A parsed answer without them. Keys stay: they are the service's own, even where a secret happens to be spelled alike. */
export function withoutSecretsIn<T>(value: T, secrets: readonly string[]): T {
  if (typeof value === 'string') return withoutSecrets(value, secrets) as T;
  if (Array.isArray(value)) return value.map((element: unknown) => withoutSecretsIn(element, secrets)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutSecretsIn(inner, secrets)])) as T;
}

const hidden = '(secret)';

/** The secrets among the values of a request: an answer may repeat them, and no error may. */
export function sentSecrets(fields: Fields, values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const field = fields[name];
    if (field === undefined) return [];
    if (behaves(field, 'sensitive')) return typeof value === 'string' ? [value] : [];
    const nested = field.type.is === 'message' && typeof value === 'object' && value !== null;
    return nested ? sentSecrets((field.type as { readonly fields: Fields }).fields, value as typeof values) : [];
  });
}
