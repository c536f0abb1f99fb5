/** Sources of tokens, and checks for mistakes of copy and paste. The messages never repeat the token. */
import { requireText } from '../transport/option-checks';

/** The source of the token of a call: a given token, or one that is exchanged and renewed when needed. */
export interface TokenSource {
  /** Returns a valid token. Throws an `ApiError` if it cannot get one. */
  token(signal: AbortSignal): Promise<string>;
  /**
   * Drops a token that the service rejected, so that the next call gets another one. Without an argument, drops the
   * stored token. With the argument, many calls that fail together do not drop the token that the first of them has
   * renewed.
   */
  renew(rejected?: string): void;
  /** Closes connections. */
  close?(): Promise<void>;
}

/** Returns a source with a fixed token. If the service rejects it, there is no other. */
export function fixedToken(token: string): TokenSource {
  return { token: () => Promise.resolve(token), renew: () => undefined };
}

export function isTokenSource(given: string | TokenSource): given is TokenSource {
  return typeof given === 'object' && given !== null && typeof given.token === 'function';
}

/**
 * Returns the reason why `token` is not a token, as a phrase that follows "it" (`is empty`), or `undefined` if it can
 * be one.
 */
export function tokenProblem(token: string): string | undefined {
  const text = token.trim();
  if (text === '') return 'is empty';
  if (/^["'`]|["'`]$/.test(text))
    return 'is in quotes, which are not part of it: remove them (use jq -r; a shell keeps nested quotes)';
  if (/^(bearer|basic)\s/i.test(text)) return `begins with "${/^\w+/.exec(text)?.[0] ?? ''}", which is not part of it`;
  if (/^[\x21-\x7e]+$/.test(token)) return undefined;
  return 'contains a character that no token has, such as a space or a line break';
}

/** Returns the token if it can be one. Throws a `TypeError` that names the option (`what`). */
export function checkedToken(token: unknown, what: string): string {
  requireText(token, what, 'a token or a token source');
  const problem = tokenProblem(token);
  if (problem !== undefined) throw new TypeError(`${what}: it ${problem}.`);
  return token;
}
