/** Tokens of an assumed identity, which are renewed by an exchange before they expire. */
import type { TokenSource } from '../calls/token-source';
import { unlessAborted } from '../transport/abort';
import { realRuntime } from '../transport/options';
import { createExchange, type ExchangeOptions } from './exchange';

/** The time before the expiry at which a token is renewed, or a fifth of its lifetime if that is less. Milliseconds. */
const MARGIN_MS = 5 * 60_000;
/**
 * The token also counts as valid for a short time if it seems expired from the start because of a wrong clock. The
 * service then decides.
 */
const SHORTEST_USE_MS = 60_000;

/**
 * Returns a source of tokens of an assumed identity. Concurrent calls share one exchange. Throws a `TypeError` for
 * invalid options.
 */
export function exchangedToken(options: ExchangeOptions): TokenSource {
  const { clock } = realRuntime(options);
  const exchange = createExchange(options);
  const closed = new AbortController();
  let kept: { readonly token: string; readonly useUntilMs: number } | undefined;
  let pending: Promise<string> | undefined;

  async function renewed(): Promise<string> {
    try {
      // Not the signal of the first caller, because the others need the token as well.
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
