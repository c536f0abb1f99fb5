/** Tokens of an assumed identity, renewed by an exchange before they expire. */
import type { TokenSource } from '../calls/tokens';
import { unlessAborted } from '../transport/abort';
import { realRuntime } from '../transport/options';
import { createExchange, type ExchangeOptions } from './exchange';

/** A token is renewed so long before it expires, or a fifth of its life before if that is less. Milliseconds. */
const MARGIN_MS = 5 * 60_000;
/** Also when our clock is wrong and the token seems expired from the start: the service's refusal decides then. */
const SHORTEST_USE_MS = 60_000;

/**
 * Tokens of an assumed identity. However many calls want one, there is one exchange at a time. Throws a `TypeError` for
 * options that cannot be right.
 */
export function exchangedToken(options: ExchangeOptions): TokenSource {
  const { clock } = realRuntime(options);
  const exchange = createExchange(options);
  const closed = new AbortController();
  let kept: { readonly token: string; readonly useUntilMs: number } | undefined;
  let pending: Promise<string> | undefined;

  async function renewed(): Promise<string> {
    try {
      // Not the signal of the first caller: the others need the token as well.
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

function useUntilMs(expiresAtMs: number, now: number): number {
  const margin = Math.min(MARGIN_MS, (expiresAtMs - now) / 5);
  return Math.max(expiresAtMs - margin, now + SHORTEST_USE_MS);
}
