/** The exchange of a workload's OIDC token for a token of the API (contract T3), and tokens that are renewed by it. */
import { isObject, parseJson, parseTimestamp } from '../api';
import { type ApiResponse, type Caller, createCaller } from './call';
import { ApiError } from './errors';
import { unlessAborted, isNestedTooDeeply } from './http';
import type { IdentityToken } from './identity-token';
import { checkedBaseUrl, realRuntime, requireText, type TransportOptions } from './options';
import { readObject, shapeError } from './response';
import type { TokenSource } from './tokens';

export interface ExchangeOptions extends TransportOptions {
  /** The authentication service: what stands before `/sts/exchange`. */
  readonly authUrl: string;
  /** The intended audience of the token: the API's base URL. */
  readonly audience: string;
  /** The identity to assume. */
  readonly identityUid: string;
  readonly identityToken: IdentityToken;
  /** Narrows the token to these capabilities, in dotted names. @default everything that the identity may do */
  readonly capabilities?: readonly string[] | undefined;
  /**
   * Returns true if the identity was just created or changed. A refusal is then retried for ten seconds, because the exchange
   * caches identities (contract T8). @default a refusal is final
   */
  readonly isJustChanged?: (() => boolean) | undefined;
}

export interface ExchangedToken {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiresAtMs: number;
}

const PATH = '/sts/exchange';

/** The lifetime of a token if the response does not contain it (contract T4). */
const LIFETIME_MS = 60 * 60_000;

/** Twice the time for which the exchange caches an identity (contract T8). Milliseconds. */
const CACHED_MS = 10_000;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 2_000;

/** One exchange after the other with the same options. */
export interface Exchange {
  /** Throws an `ApiError` with the outcome `notSent`: the call that needs the token was not made. */
  exchange(signal: AbortSignal): Promise<ExchangedToken>;
  close(): Promise<void>;
}

/** Throws a `TypeError` for options that cannot be right. */
export function createExchange(options: ExchangeOptions): Exchange {
  const caller = createCaller(checkedBaseUrl(options.authUrl, 'authUrl'), options);
  requireText(options.audience, 'audience', "the API's base URL");
  requireText(options.identityUid, 'identityUid', 'the uid of an identity');
  const { clock, sleep } = realRuntime(options);
  return {
    async exchange(signal) {
      let identityToken = '';
      const read = async (): Promise<string> => (identityToken = await options.identityToken.read(signal));
      const deadline = clock() + CACHED_MS;
      for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, MAX_WAIT_MS)) {
        try {
          return readToken(await request(caller, options, read, signal), clock());
        } catch (error) {
          signal.throwIfAborted();
          const left = deadline - clock();
          const mayBeCached = left > 0 && isRefusal(error) && options.isJustChanged?.() === true;
          if (!mayBeCached) throw refused(error, options, identityToken);
          await sleep(Math.min(wait, left), signal);
        }
      }
    },
    close: () => caller.close(),
  };
}

function request(
  caller: Caller,
  { audience, identityUid, capabilities = [] }: ExchangeOptions,
  read: () => Promise<string>,
  signal: AbortSignal,
): Promise<ApiResponse> {
  const query = new URLSearchParams({ aud: audience, identity: identityUid });
  for (const capability of capabilities) query.append('cap', capability);
  const tokens = { token: read, renew: () => undefined };
  return caller.call({ method: 'GET', path: PATH, query, tokens, signal });
}

/** Returns true if the exchange answered that it does not know the identity, or that the claims do not match. */
function isRefusal(error: unknown): boolean {
  const { code, outcome, url } = ApiError.from(error);
  return outcome === 'rejected' && url === PATH && ['NOT_FOUND', 'PERMISSION_DENIED', 'UNAUTHENTICATED'].includes(code);
}

function readToken(response: ApiResponse, now: number): ExchangedToken {
  const { token, expiry } = readObject(response);
  if (typeof token !== 'string' || token === '') throw shapeError(response, 'token: expected a token');
  const end = typeof expiry === 'string' ? parseTimestamp(expiry)?.getTime() : undefined;
  return { token, expiresAtMs: end ?? now + LIFETIME_MS };
}

/** Adds the identity, the origin of the token and its claims: without them nobody finds out which claim does not match. */
function refused(error: unknown, { identityUid, identityToken: { origin } }: ExchangeOptions, token: string): ApiError {
  const cause = ApiError.from(error);
  const claims = claimsInWords(token);
  const explanation =
    `cannot get a token for the identity ${identityUid} (presented: ${origin}): ${cause.explanation}` +
    (claims === '' ? '' : `. The identity token says ${claims}`);
  return cause.with({ explanation, outcome: 'notSent', cause });
}

/** The claims that match an identity. None is a secret; the signature is left out. */
function claimsInWords(token: string): string {
  const json = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  const claims = isNestedTooDeeply(json) ? undefined : parseJson(json);
  if (!isObject(claims)) return '';
  return ['iss', 'sub', 'aud']
    .filter((name) => claims[name] !== undefined)
    .map((name) => `${name} ${JSON.stringify(claims[name])}`)
    .join(', ');
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
