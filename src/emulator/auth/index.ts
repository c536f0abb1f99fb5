/** Authentication and authorization: API tokens, the exchange that issues them, an OIDC issuer, access at a scope. */
import type { Route } from '../wire/route';
import { createAccess, type Access, type Grants } from './access';
import { accountRoutes, personUid, type Account, type AccountBackend } from './account';
import { createTokenExchange, exchangeRoutes, type TokenExchange, type TokenExchangeOptions } from './exchange';
import type { SigningKey } from './keys';
import { createOidcIssuer, oidcRoutes, type OidcIssuer } from './oidc-issuer';
import { createOidcVerifier } from './oidc-verifier';
import { createPublishedKeys } from './published-keys';
import { createTokenIssuer, type TokenIssuer } from './token-issuer';

export { createAccess, EVERY_UNKNOWN, type Access, type HeldGrant, type Grants } from './access';
export { describeCaller, personUid, type Account, type AccountBackend } from './account';
export { type Assumable, type TokenExchange } from './exchange';
export { bearerToken } from './token-issuer';
export type { OidcTokenRequest } from './oidc-issuer';
export { getSignInGrants, type SignInTokenRequest } from './sign-in';
export type { TokenIssuer } from './token-issuer';

export interface AuthOptions extends Pick<TokenExchangeOptions, 'clock' | 'addresses' | 'identity' | 'assumed'> {
  /**
   * Two keys, so that neither type of token can be used as the other. They are stored in the data file, or created for
   * the process.
   */
  readonly keys: { readonly api: SigningKey; readonly oidc: SigningKey };
  readonly grants: Grants;
  /** Returns true if the identity exists. Tokens of deleted identities are rejected. */
  readonly isKnown: (identityUid: string) => boolean;
  /** @default no names */
  readonly nameFor?: AccountBackend['nameFor'];
  /** Returns the uid of a person; throws for an unknown one. @default a hash of the account */
  readonly personWith?: (account: Account) => string;
  /** Called with every person whose uid was looked up: from then on they can be bound. */
  readonly lookedUp?: (uid: string, account: Account) => void;
  /** Returns true if other machines can connect. @default only if an address is not loopback */
  readonly isShared?: () => boolean;
  /** Reads the keys of OIDC issuers. @default the global `fetch` */
  readonly fetch?: typeof fetch;
}

export interface Auth extends AccountBackend {
  readonly tokens: TokenIssuer;
  readonly access: Access;
  readonly oidc: OidcIssuer;
  readonly exchange: TokenExchange;
}

/** Requests about callers, independent of any kind. */
export const authRoutes: readonly Route<Auth>[] = [...exchangeRoutes, ...oidcRoutes, ...accountRoutes];

export function createAuth(options: AuthOptions): Auth {
  const { keys, grants, isKnown, clock, addresses, isShared, fetch } = options;
  const tokens = createTokenIssuer({ key: keys.api, clock, audiences: addresses, isKnown });
  const oidc = createOidcIssuer({ key: keys.oidc, clock, addresses });
  const verifier = createOidcVerifier({
    clock,
    own: oidc,
    published: createPublishedKeys({ addresses, isShared, fetch }),
  });
  return {
    tokens,
    access: createAccess(grants),
    oidc,
    nameFor: options.nameFor ?? (() => ''),
    exchange: createTokenExchange({ ...options, tokens, verifier }),
    lookUpPerson: (account) => {
      if (options.personWith !== undefined) return options.personWith(account);
      const uid = personUid(account.issuer, account.subject);
      options.lookedUp?.(uid, account);
      return uid;
    },
  };
}
