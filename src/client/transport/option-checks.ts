/** Checks the values of options: required texts and base URLs. */
import { isLoopback } from '../../model/api';

/** Throws a `TypeError` unless the value is text: a variable of the environment is often missing. */
export function requireText(value: unknown, what: string, expected: string): asserts value is string {
  if (typeof value === 'string' && value.trim() !== '') return;
  const isEmpty = typeof value === 'string';
  const found = isEmpty ? 'an empty text' : value === null ? 'null' : typeof value;
  const variable = ` If it comes from an environment variable, that variable is ${isEmpty ? 'set but empty' : 'not set'}.`;
  throw new TypeError(
    `${what}: expected ${expected}, found ${found}.${isEmpty || value === undefined ? variable : ''}`,
  );
}

/**
 * Returns the reason why `text` cannot be such an address, for a message, or `undefined` if it can. Never repeats a
 * password.
 */
export function baseUrlProblem(text: string): string | undefined {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return `${JSON.stringify(trimmed)} is not a URL (like https://api.example.com)`;
  const url = new URL(trimmed);
  if (url.username !== '' || url.password !== '') return 'the URL must not contain a user name or password';
  if (url.search !== '' || url.hash !== '') return 'the URL must end with its path: no "?" and no "#"';
  const [version] = versionPath.exec(url.pathname) ?? [];
  if (version !== undefined)
    return `${JSON.stringify(trimmed)} must not contain the path of a version. Remove "${version}"`;
  if (url.protocol === 'https:') return undefined;
  if (url.protocol !== 'http:') return `${JSON.stringify(trimmed)} must begin with https://`;
  // Nobody on the network can read requests to this machine.
  if (isLoopback(url.hostname)) return undefined;
  return `${JSON.stringify(trimmed)} must begin with https://: plain http would expose the token to the network. Use http only for this machine (localhost, 127.0.0.1 or [::1])`;
}

/** The beginning of the paths of the API. A gateway can have another version in its own path. */
const versionPath = /\/(?:auth|iam|registry|vulnerabilities)\/v\d\w*(?=\/|$).*/;

/** Returns the address without trailing slashes, with its path. Throws a `TypeError` that names the option (`what`). */
export function checkedBaseUrl(text: unknown, what: string): string {
  requireText(text, what, 'a URL like https://api.example.com');
  const problem = baseUrlProblem(text);
  if (problem !== undefined) throw new TypeError(`${what}: ${problem}`);
  const url = new URL(text.trim());
  return url.origin + url.pathname.replace(/\/+$/, '');
}
