/** Fixed tokens: a source of them, and checks for mistakes of copy and paste. Their messages never repeat the token. */
import { requireText } from '../transport/option-checks';

/** Where the token of a call comes from: one that is given, or one that is exchanged and renewed as needed. */
export interface TokenSource {
  /** A token that is valid now. Throws an `ApiError` if it cannot get one. */
  token(signal: AbortSignal): Promise<string>;
  /**
   * The service rejected this token: get another one next time. Without an argument: drops the stored token. With the
   * argument, many calls that fail together do not drop the token that the first of them has just renewed.
   */
  renew(rejected?: string): void;
  /** Lets go of connections. */
  close?(): Promise<void>;
}

/** A token that is what it is; when the service refuses it there is no other. */
export function fixedToken(token: string): TokenSource {
  return { token: () => Promise.resolve(token), renew: () => undefined };
}

export function isTokenSource(given: string | TokenSource): given is TokenSource {
  return typeof given === 'object' && given !== null && typeof given.token === 'function';
}

/** Why `token` cannot be one, as it reads after "it" (`is empty`); `undefined` if it can. */
export function tokenProblem(token: string): string | undefined {
  const text = token.trim();
  if (text === '') return 'is empty';
  if (/^["'`]|["'`]$/.test(text))
    return 'is in quotes, which are not part of it: remove them (use jq -r; a shell keeps nested quotes)';
  if (/^(bearer|basic)\s/i.test(text)) return `begins with "${/^\w+/.exec(text)?.[0] ?? ''}", which is not part of it`;
  if (/^[\x21-\x7e]+$/.test(token)) return undefined;
  return 'contains a character that no token has, such as a space or a line break';
}

/** The token, if it can be one. Throws a `TypeError` that names the option (`what`). */
export function checkedToken(token: unknown, what: string): string {
  requireText(token, what, 'a token or a token source');
  const problem = tokenProblem(token);
  if (problem !== undefined) throw new TypeError(`${what}: it ${problem}.`);
  return token;
}
