/** Where tokens come from: given, or exchanged and renewed as needed; and what is wrong with one as people paste it, in words that never repeat it. */
import { realEnvironment } from './options';
import { createExchange, type ExchangedToken, type ExchangeOptions } from './exchange';
import { unlessAborted } from './http';
import { requireText } from './request-checks';

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

/** A token is renewed so long before it expires, or a fifth of its life before if that is less. Milliseconds. */
const MARGIN_MS = 5 * 60_000;

/** Also when our clock is wrong and the token seems expired from the start: the service's refusal decides then. */
const SHORTEST_USE_MS = 60_000;

/**
 * Tokens of an assumed identity. However many calls want one, there is one exchange at a time. Throws a `TypeError` for
 * options that cannot be right.
 */
export function exchangedToken(options: ExchangeOptions): TokenSource {
  const { clock } = realEnvironment(options);
  const exchange = createExchange(options);
  const closed = new AbortController();
  let kept: { readonly token: string; readonly useUntilMs: number } | undefined;
  let pending: Promise<string> | undefined;

  async function renewed(): Promise<string> {
    try {
      // Not the signal of whoever happened to be first: the others want the token as well.
      const { token, expiresAtMs } = await exchange.exchange(closed.signal);
      kept = { token, useUntilMs: useUntilMs(expiresAtMs, clock()) };
      return token;
    } finally {
      pending = undefined;
    }
  }

  return {
    token(signal) {
      if (kept !== undefined && clock() < kept.useUntilMs) return Promise.resolve(kept.token);
      pending ??= renewed();
      return unlessAborted(pending, signal);
    },
    renew(rejected) {
      if (rejected === undefined || rejected === kept?.token) kept = undefined;
    },
    close() {
      closed.abort(new Error('the client was closed'));
      return exchange.close();
    },
  };
}

function useUntilMs(expiresAtMs: ExchangedToken['expiresAtMs'], now: number): number {
  const margin = Math.min(MARGIN_MS, (expiresAtMs - now) / 5);
  return Math.max(expiresAtMs - margin, now + SHORTEST_USE_MS);
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

/** The token without what is around it. Throws a `TypeError` that says which option (`what`) is wrong. */
export function checkedToken(token: unknown, what: string): string {
  requireText(token, what, 'a token, or where to get one');
  const problem = tokenProblem(token);
  if (problem !== undefined) throw new TypeError(`${what}: it ${problem}.`);
  return token;
}
