/**
 * Texts from outside (a proxy's error page, a service's message) may repeat what was sent. Everything that is shown or
 * kept of them goes through here, so that no error and no log holds a secret.
 */

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

const hidden = '(secret)';
