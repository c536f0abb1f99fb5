/**
 * The emulator as an OIDC issuer, which takes the part of the CI system in tests and on a laptop. Its keys are
 * published by discovery (OpenID Connect Discovery 1.0 §4).
 */
import { illFormedAt, MUST_BE_WELL_FORMED } from '../../model/api';
import type { Route } from '../wire/route';
import { publicJwk, type SigningKey } from './keys';
import { ALGORITHM, createClaimsSigner } from './sign-token';
import { bareAddress } from './token-issuer';

export interface OidcTokenRequest {
  /** The claim `sub`. */
  readonly subject: string;
  /** The claim `aud`. @default the host name of the authentication address, which an identity expects by default */
  readonly audience?: string;
  /** Further claims; they do not replace those that every token has. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Seconds until the token expires. @default 300, as in GitHub Actions and Buildkite */
  readonly lifetimeSeconds?: number;
}

export interface OidcIssuer {
  /** The claim `iss` of its tokens, one for each address of the emulator; new tokens contain the first. */
  issuers(): readonly string[];
  keys(): { readonly keys: readonly SigningKey[] };
  issue(request: OidcTokenRequest): Promise<string>;
}

export interface OidcIssuerOptions {
  readonly key: SigningKey;
  readonly clock: () => Date;
  /** The addresses at which the emulator is reached, the first one first. */
  readonly addresses: () => readonly string[];
}

const path = '/oidc';
const defaultLifetimeSeconds = 300;

export const oidcRoutes: readonly Route<{ readonly oidc: OidcIssuer }>[] = [
  { method: 'GET', path: `${path}/keys`, who: 'anyone', handle: ({ oidc }) => oidc.keys() },
  {
    method: 'GET',
    path: `${path}/.well-known/openid-configuration`,
    who: 'anyone',
    handle: ({ oidc }, { url }) => {
      const issuers = oidc.issuers();
      // Behind a public URL, the issuer must be the requested address. Otherwise discovery rejects it.
      const issuer = issuers.find((candidate) => candidate === `${url.origin}${path}`) ?? issuers[0] ?? '';
      return {
        issuer,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['id_token'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: [ALGORITHM],
      };
    },
  },
];

export function createOidcIssuer({ key, clock, addresses }: OidcIssuerOptions): OidcIssuer {
  const issuers = () => addresses().map((address) => `${bareAddress(address)}${path}`);
  const keys = () => ({ keys: [publicJwk(key)] });
  const sign = createClaimsSigner(key, 'JWT');

  const issue = async (request: OidcTokenRequest): Promise<string> => {
    const { subject, audience, claims = {}, lifetimeSeconds = defaultLifetimeSeconds } = request;
    const illFormed = illFormedAt(request);
    if (illFormed !== undefined) throw new TypeError(`${illFormed} ${MUST_BE_WELL_FORMED}`);
    const [issuer = ''] = issuers();
    const iat = clock();
    const exp = new Date(iat.getTime() + lifetimeSeconds * 1000);
    return sign({ ...claims, iss: issuer, sub: subject, aud: audience ?? new URL(issuer).hostname, iat, exp });
  };

  return { issuers, keys, issue };
}
