/** Who calls, and what they may: API tokens, the exchange that hands them out, an OIDC issuer, access at a scope. */
export { createAccess, EVERY_UNKNOWN, type Access, type Grant, type Granted, type Grants } from './access';
export type { Account } from './account-routes';
export {
  createTokenIssuer,
  EXCHANGED_TOKEN_LIFETIME_MS,
  type TokenIssuer,
  type TokenIssuerOptions,
  type Caller,
  type IssueOptions,
} from './token-issuer';
export { mismatchedClaim, type ClaimMatch } from './claim-match';
export { IDENTITY_CACHE_MS, type Assumable } from './exchange';
export { createOidcIssuer, type OidcIssuer, type OidcTokenRequest } from './oidc-issuer';
export { oidcTokenRoutes } from './oidc-token-route';
export { personUid } from './person';
export { createAuthService, type AuthService, type AuthServiceOptions } from './service';
export { generateSigningKey, parseSigningKey, type SigningKey } from './signing-key';
