/** Exchanges the OIDC token of a workload for a token of the API (contract T3). */
import { isCapability, isObject, isUid, parseJson, parseTimestamp } from '../../model/api';
import { type ApiResponse, type ApiCaller, createCaller } from '../calls/call';
import { ApiError } from '../errors/api-error';
import { isNestedTooDeeply } from '../transport/response-limits';
import type { IdentityToken } from './identity-token';
import { checkedBaseUrl, requireText } from '../transport/option-checks';
import { realRuntime, type TransportOptions } from '../transport/options';
import { readObject, shapeError } from '../responses/json-response';

export interface ExchangeOptions extends TransportOptions {
  /** The address of the authentication service: the part before `/sts/exchange`. */
  readonly authUrl: string;
  /** The intended audience of the token: the base URL of the API. */
  readonly audience: string;
  /** The identity to assume. */
  readonly identityUid: string;
  readonly identityToken: IdentityToken;
  /** Narrows the token to these capabilities, as dotted names. @default all capabilities of the identity */
  readonly capabilities?: readonly string[] | undefined;
  /**
   * Narrows the token to these groups and everything under them, by uid. @default all groups where the identity has a
   * role
   */
  readonly scopes?: readonly string[] | undefined;
  /**
   * Returns true if the identity was just created or changed. A rejected exchange is then retried for ten seconds,
   * because the service caches identities (contract T8). @default a rejection is final
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

/** Twice the time that the service caches an identity (contract T8). Milliseconds. */
const CACHED_MS = 10_000;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 2_000;

/** Performs exchanges with the same options. */
export interface Exchange {
  /**
   * Exchanges the token. Throws an `ApiError` with the outcome `notSent`, because the call that needs the token was not
   * made.
   */
  exchange(signal: AbortSignal): Promise<ExchangedToken>;
  close(): Promise<void>;
}

/**
 * Creates an exchange. Throws a `TypeError` for invalid options, also for an empty `capabilities` or `scopes`: without a
 * value in the request, the token would not be narrowed.
 */
export function createExchange(options: ExchangeOptions): Exchange {
  const caller = createCaller(checkedBaseUrl(options.authUrl, 'authUrl'), options);
  requireText(options.audience, 'audience', "the API's base URL");
  requireText(options.identityUid, 'identityUid', 'the uid of an identity');
  requireNarrowing(options.capabilities, 'capabilities', 'a capability', isCapability);
  requireNarrowing(options.scopes, 'scopes', 'the uid of a group', isUid);
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
          const mayBeCached = left > 0 && isRejectedExchange(error) && options.isJustChanged?.() === true;
          if (!mayBeCached) throw refused(error, options, identityToken);
          await sleep(Math.min(wait, left), signal);
        }
      }
    },
    close: () => caller.close(),
  };
}

function request(
  caller: ApiCaller,
  { audience, identityUid, capabilities = [], scopes = [] }: ExchangeOptions,
  read: () => Promise<string>,
  signal: AbortSignal,
): Promise<ApiResponse> {
  const query = new URLSearchParams({ aud: audience, identity: identityUid });
  for (const capability of capabilities) query.append('cap', capability);
  for (const scope of scopes) query.append('scopes', scope);
  const tokens = { token: read, renew: () => undefined };
  return caller.call({ method: 'GET', path: PATH, query, tokens, signal });
}

/** Throws a `TypeError` for a list that a service would read as "everything". */
function requireNarrowing(
  values: readonly string[] | undefined,
  name: string,
  wanted: string,
  isValid: (value: string) => boolean,
): void {
  if (values === undefined) return;
  const wrong = values.find((value) => !isValid(value));
  if (values.length === 0)
    throw new TypeError(`${name} must contain ${wanted}. Omit it for a token that is not narrowed.`);
  if (wrong !== undefined) throw new TypeError(`${name}: ${JSON.stringify(wrong)} is not ${wanted}.`);
}

/** Returns true if the exchange responded that it does not know the identity, or that the claims do not match. */
function isRejectedExchange(error: unknown): boolean {
  const { code, outcome, url } = ApiError.from(error);
  return outcome === 'rejected' && url === PATH && ['NOT_FOUND', 'PERMISSION_DENIED', 'UNAUTHENTICATED'].includes(code);
}

function readToken(response: ApiResponse, now: number): ExchangedToken {
  const { token, expiry } = readObject(response);
  if (typeof token !== 'string' || token === '') throw shapeError(response, 'token: expected a token');
  const end = typeof expiry === 'string' ? parseTimestamp(expiry)?.getTime() : undefined;
  return { token, expiresAtMs: end ?? now + LIFETIME_MS };
}

/** Adds the identity, the origin of the token and its claims: they show which claim does not match. */
function refused(error: unknown, { identityUid, identityToken: { origin } }: ExchangeOptions, token: string): ApiError {
  const cause = ApiError.from(error);
  const claims = claimsInWords(token);
  const explanation =
    `cannot get a token for the identity ${identityUid} (presented: ${origin}): ${cause.explanation}` +
    (claims === '' ? '' : `. The identity token says ${claims}`);
  return cause.with({ explanation, outcome: 'notSent', cause });
}

/** Returns the claims that match an identity. They contain no secret, and the signature is omitted. */
function claimsInWords(token: string): string {
  const json = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  const claims = isNestedTooDeeply(json) ? undefined : parseJson(json);
  if (!isObject(claims)) return '';
  return ['iss', 'sub', 'aud']
    .filter((name) => claims[name] !== undefined)
    .map((name) => `${name} ${JSON.stringify(claims[name])}`)
    .join(', ');
}
