/** The addresses of the API and of its authentication service, as people write them. */
import { requireText } from './require-text';

/** Why `text` cannot be such an address, in words for a person; `undefined` if it can. Never repeats a password. */
export function baseUrlProblem(text: string): string | undefined {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return `${JSON.stringify(trimmed)} is not a URL (like https://api.example.com)`;
  const url = new URL(trimmed);
  if (url.username !== '' || url.password !== '') return 'the URL must not carry a user name or password';
  if (url.search !== '' || url.hash !== '') return 'the URL must end with its path: no "?" and no "#"';
  if (url.protocol === 'https:') return undefined;
  if (url.protocol !== 'http:') return `${JSON.stringify(trimmed)} must begin with https://`;
  // What never leaves the machine cannot be overheard; everywhere else http would show the token to the network.
  if (isLoopback(url.hostname)) return undefined;
  return `${JSON.stringify(trimmed)} must begin with https://: plain http would show the token to the network (only this machine itself, such as localhost, may be addressed by http)`;
}

/** The address without trailing slashes, its path kept. Throws a `TypeError` that says which option (`what`) is wrong. */
export function checkedBaseUrl(text: unknown, what: string): string {
  requireText(text, what, 'a URL like https://api.example.com');
  const problem = baseUrlProblem(text);
  if (problem !== undefined) throw new TypeError(`${what}: ${problem}`);
  const url = new URL(text.trim());
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** Whether the host is this machine: no proxy stands before it. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}
