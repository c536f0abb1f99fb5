/**
 * Verifies OIDC tokens with the keys that their issuer publishes or that an identity pins. claim-match.ts compares the
 * claims. Contract T5, T6, T10.
 */
import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose' with { 'resolution-mode': 'import' };
import { illFormedAt, MUST_BE_WELL_FORMED, parseJson } from '../../model/api';
import { unauthenticated } from '../wire/errors';
import type { OidcIssuer } from './oidc-issuer';
import { UnreadableKeys, type PublishedKeys } from './published-keys';
import { ACCESS_TOKEN_TYPE, getProblem } from './token-issuer';

/** Keys of an identity, for an issuer that cannot be reached. */
export interface PinnedKeys {
  readonly issuer: string;
  /** A JSON Web Key Set as text. */
  readonly issuerKeys: string;
}

/** The claims of a verified token. */
export type Claims = Readonly<Record<string, unknown>>;

/** The issuers whose tokens an identity accepts. */
export interface TrustedIssuers {
  readonly accepts: (issuer: string) => boolean;
  readonly pinned?: PinnedKeys | undefined;
}

export interface OidcVerifier {
  /**
   * Returns the claims of a token with a valid signature, issuer and times. Requests keys only from accepted issuers.
   * Throws a `ServiceError` with UNAUTHENTICATED otherwise.
   */
  verify(token: string, trust: TrustedIssuers): Promise<Claims>;
}

export interface OidcVerifierOptions {
  readonly clock: () => Date;
  /** The emulator's own issuer, whose keys need no request. */
  readonly own: OidcIssuer;
  readonly published: PublishedKeys;
}

// Asymmetric ones only: a published key must never serve as a shared secret.
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

export function createOidcVerifier({ clock, own, published }: OidcVerifierOptions): OidcVerifier {
  const getKeys = async (issuer: string, pinned: PinnedKeys | undefined): Promise<JWTVerifyGetKey> => {
    const { createLocalJWKSet } = await import('jose');
    if (pinned?.issuer === issuer) return createLocalJWKSet(parseJson(pinned.issuerKeys) as unknown as JSONWebKeySet);
    if (own.issuers().includes(issuer)) return createLocalJWKSet(own.keys() as JSONWebKeySet);
    return published(issuer);
  };

  return {
    verify: async (token, { accepts, pinned }) => {
      const { decodeJwt, decodeProtectedHeader, jwtVerify } = await import('jose');
      try {
        if (token.split('.').length !== 3)
          throw new UnusableToken(
            'it is not a JWT; only AWS can verify its own signatures: here, give the identity claimMatch or staticKeys',
          );
        const { iss: issuer } = decodeJwt(token);
        if (decodeProtectedHeader(token).typ === ACCESS_TOKEN_TYPE)
          throw new UnusableToken('it is an API token, not an identity token');
        if (typeof issuer !== 'string') throw new UnusableToken('it names no issuer');
        if (!accepts(issuer))
          throw new UnusableToken(
            `its issuer is ${JSON.stringify(issuer.slice(0, 200))}, and no such identity accepts its tokens`,
          );
        const { payload } = await jwtVerify(token, await getKeys(issuer, pinned), {
          algorithms,
          issuer,
          requiredClaims: ['sub', 'exp'],
          currentDate: clock(),
        });
        const illFormed = illFormedAt(payload);
        if (illFormed !== undefined) throw new UnusableToken(`${illFormed} ${MUST_BE_WELL_FORMED}`);
        return payload;
      } catch (error) {
        const problem =
          error instanceof UnusableToken || error instanceof UnreadableKeys ? error.message : getProblem(error);
        throw unauthenticated(`the identity token is refused: ${problem}`);
      }
    },
  };
}

class UnusableToken extends Error {}
