/** The exchange of a workload's OIDC token for a token of the API. */
import { parseTimestamp } from '../api';
import { ApiError } from './errors';
import { readObject, shapeError } from './response';
import type { Answer } from './http';
import { checkedBaseUrl, requireText } from './request-checks';
import { createCaller, type Sender } from './call';
import { realEnvironment, type TransportOptions } from './options';
import type { IdentityToken } from './identity-token';

export interface ExchangeOptions extends TransportOptions {
  /** The authentication service: what stands before `/sts/exchange`. */
  readonly authUrl: string;
  /** What the token shall be good for: the API's base URL. */
  readonly audience: string;
  /** The identity to assume. */
  readonly identityUid: string;
  readonly identityToken: IdentityToken;
  /** Narrows the token to these capabilities, in dotted names. @default everything that the identity may do */
  readonly capabilities?: readonly string[] | undefined;
}

export interface ExchangedToken {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiresAtMs: number;
}

/** How long a token lives when the answer does not say (§8: one hour). */
const LIFETIME_MS = 60 * 60_000;

/** One exchange after the other with the same options. */
export interface Exchange {
  /** Throws an `ApiError`, its outcome `notSent`: the call for which a token was wanted was not made. */
  exchange(signal: AbortSignal): Promise<ExchangedToken>;
  close(): Promise<void>;
}

/** Throws a `TypeError` for options that cannot be right. */
export function createExchange(options: ExchangeOptions): Exchange {
  const caller = createCaller(checkedBaseUrl(options.authUrl, 'authUrl'), options);
  requireText(options.audience, 'audience', "the API's base URL");
  requireText(options.identityUid, 'identityUid', 'the uid of an identity');
  const { clock } = realEnvironment(options);
  return {
    async exchange(signal) {
      let presented = '';
      const read = async (): Promise<string> => (presented = await options.identityToken.read(signal));
      try {
        return readToken(await request(caller, options, read, signal), clock());
      } catch (error) {
        signal.throwIfAborted();
        throw refused(error, options, presented);
      }
    },
    close: () => caller.close(),
  };
}

function request(
  caller: Sender,
  { audience, identityUid, capabilities = [] }: ExchangeOptions,
  read: () => Promise<string>,
  signal: AbortSignal,
): Promise<Answer> {
  const query = new URLSearchParams({ aud: audience, identity: identityUid });
  for (const capability of capabilities) query.append('cap', capability);
  const tokens = { token: read, renew: () => undefined };
  return caller.call({ method: 'GET', path: '/sts/exchange', query, tokens, signal });
}

function readToken(answer: Answer, now: number): ExchangedToken {
  const { token, expiry } = readObject(answer);
  if (typeof token !== 'string' || token === '') throw shapeError(answer, 'token: expected a token');
  const end = typeof expiry === 'string' ? parseTimestamp(expiry)?.getTime() : undefined;
  return { token, expiresAtMs: end ?? now + LIFETIME_MS };
}

/** Who wanted to be whom with what: without it nobody finds out which claim does not match. */
function refused(error: unknown, { identityUid, identityToken }: ExchangeOptions, presented: string): ApiError {
  const cause = ApiError.from(error);
  const claims = claimsInWords(presented);
  const explanation =
    `no token for the identity ${identityUid} (presented: ${identityToken.origin}): ${cause.explanation}` +
    (claims === '' ? '' : `. The identity token says ${claims}`);
  return cause.with({ explanation, outcome: 'notSent', cause });
}

/** The claims by which an identity is matched. None is a secret; the signature stays out. */
function claimsInWords(token: string): string {
  let claims: Readonly<Record<string, unknown>>;
  try {
    claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as typeof claims;
  } catch {
    return '';
  }
  return ['iss', 'sub', 'aud']
    .filter((name) => claims[name] !== undefined)
    .map((name) => `${name} ${JSON.stringify(claims[name])}`)
    .join(', ');
}
