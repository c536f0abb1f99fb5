/** Authentication as a whole: what the router asks about a caller, and the endpoints that need no kind. */
import { createAccess, type Access, type Grants } from './access';
import { createAccountRoutes, type Account } from './account-routes';
import { createTokenIssuer, type TokenIssuer } from './token-issuer';
import { createExchange, type ExchangeOptions } from './exchange';
import { createOidcIssuer, type OidcIssuer } from './oidc-issuer';
import { createOidcVerifier } from './oidc-verifier';
import { personUid } from './person';
import type { SigningKey } from './signing-key';

export interface AuthServiceOptions extends Pick<ExchangeOptions, 'clock' | 'addresses' | 'identity' | 'assumed'> {
  /** Two, so that neither sort of token can be taken for the other. Kept in the data file, or made for the process. */
  readonly keys: { readonly api: SigningKey; readonly oidc: SigningKey };
  readonly grants: Grants;
  /** Whether there is such an identity; the token of one that is gone is refused. */
  readonly isKnown: (identityUid: string) => boolean;
  /** Told of every person whose uid was looked up: from then on they can be bound. */
  readonly lookedUp?: (uid: string, account: Account) => void;
  /** Reads the keys of OIDC issuers. @default the global `fetch` */
  readonly fetch?: typeof fetch;
}

export interface AuthService {
  readonly tokens: TokenIssuer;
  readonly access: Access;
  readonly oidc: OidcIssuer;
  /** The uid that a person has or will have. */
  readonly lookUpPerson: (account: Account) => string;
  /** Answers the exchange, the OIDC issuer, whoami, lookupIdentity and ping; `undefined` for any other path. */
  handle(request: Request): Promise<Response> | undefined;
}

export function createAuthService(options: AuthServiceOptions): AuthService {
  const { keys, grants, isKnown, clock, addresses, fetch } = options;
  const tokens = createTokenIssuer({ key: keys.api, clock, audiences: addresses, isKnown });
  const access = createAccess(grants);
  const oidc = createOidcIssuer({ key: keys.oidc, clock, addresses });
  const verifier = createOidcVerifier({ clock, own: oidc, ...(fetch && { fetch }) });
  const exchange = createExchange({ ...options, tokens, verifier });
  const lookUpPerson = (person: Account): string => {
    const uid = personUid(person.issuer, person.subject);
    options.lookedUp?.(uid, person);
    return uid;
  };
  const account = createAccountRoutes(tokens, access, lookUpPerson);
  const handle = (request: Request): Promise<Response> | undefined => {
    const published = oidc.handle(request);
    return published ? Promise.resolve(published) : (exchange(request) ?? account(request));
  };
  return { tokens, access, oidc, lookUpPerson, handle };
}
