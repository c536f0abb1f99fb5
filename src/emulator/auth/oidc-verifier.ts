/**
 * Verifies OIDC tokens of others against the keys that their issuer publishes (discovery and key set) or that an identity
 * pins. Which claims an identity accepts is decided in claim-match.ts. Contract T5, T6.
 */
import { illFormedAt, MUST_BE_WELL_FORMED } from '../../api';
import type { FetchImplementation, JSONWebKeySet, JWTVerifyGetKey } from 'jose' with { 'resolution-mode': 'import' };
import { checkFields, string } from '../../schema';
import { unauthenticated } from '../errors';
import type { OidcIssuer } from './oidc-issuer';
import { ACCESS_TOKEN_TYPE, problemOf } from './token-issuer';

/** Keys that stand in an identity, for an issuer that cannot be reached. */
export interface PinnedKeys {
  readonly issuer: string;
  /** A JSON Web Key Set as text. */
  readonly issuerKeys: string;
}

/** The claims of a verified token. */
export type Claims = Readonly<Record<string, unknown>>;

export interface OidcVerifier {
  /**
   * The claims of a token whose signature, issuer and times are in order.
   * Throws a `ServiceError` with UNAUTHENTICATED otherwise.
   */
  verify(token: string, pinned?: PinnedKeys): Promise<Claims>;
}

export interface OidcVerifierOptions {
  readonly clock: () => Date;
  /** The emulator's own issuer, whose keys need no request. */
  readonly own: OidcIssuer;
  /** @default the global `fetch` */
  readonly fetch?: typeof fetch;
}

// Asymmetric ones only: a published key must never serve as a shared secret.
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const requestTimeoutMs = 5_000;
const maxIssuers = 100;

export function createOidcVerifier({ clock, own, fetch = globalThis.fetch }: OidcVerifierOptions): OidcVerifier {
  const published = new Map<string, Promise<JWTVerifyGetKey>>();

  const publishedKeys = (issuer: string): Promise<JWTVerifyGetKey> => {
    const known = published.get(issuer);
    if (known !== undefined) return known;
    if (published.size >= maxIssuers) published.clear();
    const keys = discover(issuer, fetch);
    published.set(issuer, keys);
    // Whoever waits sees the failure; the next token asks again.
    keys.catch(() => published.delete(issuer));
    return keys;
  };

  const keysOf = async (issuer: string, pinned: PinnedKeys | undefined): Promise<JWTVerifyGetKey> => {
    const { createLocalJWKSet } = await import('jose');
    if (pinned?.issuer === issuer) return createLocalJWKSet(JSON.parse(pinned.issuerKeys) as JSONWebKeySet);
    if (own.issuers().includes(issuer)) return createLocalJWKSet(own.keys() as JSONWebKeySet);
    return publishedKeys(issuer);
  };

  return {
    verify: async (token, pinned) => {
      const { decodeJwt, decodeProtectedHeader, jwtVerify } = await import('jose');
      try {
        const { iss: issuer } = decodeJwt(token);
        if (decodeProtectedHeader(token).typ === ACCESS_TOKEN_TYPE)
          throw new UnusableToken('it is an API token, not an identity token');
        if (typeof issuer !== 'string') throw new UnusableToken('it names no issuer');
        const { payload } = await jwtVerify(token, await keysOf(issuer, pinned), {
          algorithms,
          issuer,
          requiredClaims: ['sub', 'exp'],
          currentDate: clock(),
        });
        const illFormed = illFormedAt(payload);
        if (illFormed !== undefined) throw new UnusableToken(`${illFormed} ${MUST_BE_WELL_FORMED}`);
        return payload;
      } catch (error) {
        const problem = error instanceof UnusableToken ? error.message : problemOf(error);
        throw unauthenticated(`the identity token is refused: ${problem}`);
      }
    },
  };
}

class UnusableToken extends Error {}

async function discover(issuer: string, fetch: typeof globalThis.fetch): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet, customFetch } = await import('jose');
  if (!isTrustworthy(issuer)) throw new UnusableToken('its issuer is no https URL');
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  let document: { issuer?: unknown; jwks_uri?: unknown };
  try {
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(requestTimeoutMs) });
    if (!response.ok) throw new UnusableToken(`it answered ${response.status}`);
    document = (await response.json()) as typeof document;
  } catch (error) {
    throw new UnusableToken(`the keys of its issuer cannot be found at ${address}: ${reasonOf(error)}`);
  }
  if (document?.issuer !== issuer) throw new UnusableToken(`${address} is about another issuer`);
  if (typeof document.jwks_uri !== 'string' || !isTrustworthy(document.jwks_uri))
    throw new UnusableToken(`${address} names no https URL of keys`);
  return createRemoteJWKSet(new URL(document.jwks_uri), {
    timeoutDuration: requestTimeoutMs,
    [customFetch]: fetch as FetchImplementation,
  });
}

/** An https URL, or a laptop's own loopback: the same that an identity may name as its issuer. */
function isTrustworthy(url: string): boolean {
  return checkFields({ url: string(['required'], '', { format: 'httpsUrl' }) }, [], { url }).length === 0;
}

// The error of `fetch` has no reason; its cause has.
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string } };
  return cause?.message ?? message ?? String(error);
}
