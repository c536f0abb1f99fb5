/** Tokens as they are given: a source of them, and what is wrong with one as people paste it, in words that never repeat it. */
import { requireText } from './options';

/** Where the token of a call comes from: one that is given, or one that is exchanged and renewed as needed. */
export interface TokenSource {
  /** A token that is valid now. Throws an `ApiError` if there is none to be had. */
  token(signal: AbortSignal): Promise<string>;
  /**
   * The service refused `rejected`: get another one next time. Without an argument: whichever is kept. Naming it keeps
   * many calls that fail at once from throwing away the token that the first of them has just renewed.
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
    return 'stands in quotes, which are no part of it: take them away (jq prints a text without them with -r; a shell keeps quotes that stand within others)';
  if (/^(bearer|basic)\s/i.test(text)) return `begins with "${/^\w+/.exec(text)?.[0] ?? ''}", which is no part of it`;
  if (/^[\x21-\x7e]+$/.test(token)) return undefined;
  return 'holds characters that no token has, such as a space or a line break';
}

/** The token, if it can be one. Throws a `TypeError` that names the option (`what`). */
export function checkedToken(token: unknown, what: string): string {
  requireText(token, what, 'a token, or where to get one');
  const problem = tokenProblem(token);
  if (problem !== undefined) throw new TypeError(`${what}: it ${problem}.`);
  return token;
}
