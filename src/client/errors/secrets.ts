/**
 * Removes secrets from the texts of a response. A proxy's error page or a service's message may repeat the request. Every text
 * of a response passes through here before an error or a log shows it.
 */

const bearer = /\b(Bearer|Basic)\s+[^\s"'<>,;]+/gi;
const jsonWebToken = /\beyJ[\w-]{5,}\.[\w-]+(\.[\w-]*)*/g;

/** Returns `text` without `secrets` and without any other text that looks like a token. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .reduce((clean, secret) => clean.replaceAll(secret, hidden), text)
    .replace(jsonWebToken, hidden)
    .replace(bearer, `$1 ${hidden}`);
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

const hidden = '(secret)';
