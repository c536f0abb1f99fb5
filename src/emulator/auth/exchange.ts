/**
 * `/sts/exchange`: exchanges the OIDC token of a workload for an API token of the identity that it assumes (contract T3
 * to T8, T10). The token is verified first, so only a caller with a valid token of an accepted issuer learns about the
 * identity.
 */
import {
  CAPABILITY_PATTERN,
  canonicalCapability,
  isCapability,
  isUid,
  parseTimestamp,
  UID_PATTERN,
} from '../../model/api';
import { closedObject } from '../wire/documentation';
import { invalidField, ServiceError } from '../wire/errors';
import { onlyValue } from '../wire/messages';
import type { RouteCall, Route } from '../wire/route';
import { acceptsIssuer, mismatchedClaim, type StoredClaimMatch } from './claim-match';
import type { Claims, OidcVerifier, PinnedKeys } from './oidc-verifier';
import { bareAddress, bearerToken, EXCHANGED_TOKEN_LIFETIME_MS, type TokenIssuer } from './token-issuer';

/** The method to assume an identity, in the API's names. */
export interface Assumable {
  readonly claimMatch?: StoredClaimMatch;
  readonly staticKeys?: PinnedKeys & {
    readonly subject: string;
    readonly expirationTime?: string;
    readonly audiences?: readonly string[];
  };
  readonly awsIdentity?: object;
  readonly servicePrincipal?: string;
}

export interface TokenExchangeOptions {
  readonly tokens: TokenIssuer;
  readonly verifier: OidcVerifier;
  readonly clock: () => Date;
  /** The addresses at which the emulator is reached: audiences to ask for, and by their host names the default audience. */
  readonly addresses: () => readonly string[];
  readonly identity: (uid: string) => Assumable | undefined;
  /** Called whenever an identity was assumed. */
  readonly assumed?: (uid: string, time: Date) => void;
}

/** Exchanges `oidcToken`, with the parameters of the request. */
export type TokenExchange = (oidcToken: string, parameters: URLSearchParams) => Promise<IssuedToken>;

export interface IssuedToken {
  readonly token: string;
  /** Empty: exchange again instead. */
  readonly refreshToken: string;
  readonly expiry: string;
}

/** The exchange sees an identity as it was up to so long ago. Milliseconds. Contract T8. */
const IDENTITY_CACHE_MS = 5_000;

const path = '/sts/exchange';
/** Truncated uids, which callers choose freely. */
const maxCached = 1_000;

/** The names of the parameter for the groups of a token. A client can use both; `scope` is the former one. */
const SCOPE_PARAMETERS = ['scopes', 'scope'] as const;

const documented = {
  tag: 'authentication',
  bearer: true,
  parameters: [
    {
      name: 'aud',
      description: 'The base address of the API.',
      schema: { type: 'string', minLength: 1 },
      isAudience: true,
    },
    {
      name: 'identity',
      description: 'The uid of the identity to assume.',
      schema: { type: 'string', pattern: UID_PATTERN },
    },
    {
      name: 'cap',
      description: 'A capability to limit the token to; may be repeated.',
      schema: { type: 'array', items: { type: 'string', pattern: CAPABILITY_PATTERN } },
    },
    ...SCOPE_PARAMETERS.map((name) => ({
      name,
      description: 'The uid of a group to limit the token to; may be repeated.',
      schema: { type: 'array', items: { type: 'string', pattern: UID_PATTERN } },
    })),
  ],
  response: {
    description: 'A token for the API.',
    name: 'ExchangedToken',
    schema: closedObject({
      token: { type: 'string', description: 'A token for the API.' },
      refreshToken: { type: 'string', description: 'Empty: exchange again instead.' },
      expiry: { type: 'string', format: 'date-time', description: 'The expiry of the token.' },
    }),
  },
} as const;
/** The exchanged token is not a token of the API. The handler verifies it, not the pipeline. */
const common = {
  path,
  who: 'anyone',
  maxBodyBytes: 64 * 1024,
  handle: ({ exchange }: { readonly exchange: TokenExchange }, call: RouteCall) =>
    exchange(bearerToken(call.request.headers.get('authorization')), getParameters(call)),
} as const;

export const exchangeRoutes: readonly Route<{ readonly exchange: TokenExchange }>[] = [
  {
    ...common,
    method: 'GET',
    documented: {
      ...documented,
      operationId: 'exchangeToken',
      summary: 'Exchange the OIDC token of a workload, sent as the bearer token, for a token of an identity.',
    },
  },
  {
    ...common,
    method: 'POST',
    documented: {
      ...documented,
      operationId: 'exchangeTokenByForm',
      summary: 'The same, with the parameters in a form or in the query.',
    },
  },
];

export function createTokenExchange(options: TokenExchangeOptions): TokenExchange {
  const getIdentity = cached(options.identity, options.clock);

  const findMismatch = ({ claimMatch, staticKeys }: Assumable, claims: Claims): string | undefined => {
    const hosts = options.addresses().map((address) => new URL(address).hostname);
    if (claimMatch !== undefined) return invalidClaim(mismatchedClaim(claimMatch, claims, hosts));
    if (staticKeys === undefined) return invalidClaim('iss');
    const { issuer, subject, audiences, expirationTime } = staticKeys;
    const end = parseTimestamp(expirationTime ?? '');
    if (end !== undefined && end <= options.clock()) return `the identity's keys expired at ${end.toISOString()}`;
    return invalidClaim(mismatchedClaim({ issuer, subject }, claims, audiences?.length ? audiences : hosts));
  };

  return async (oidcToken, parameters) => {
    const audience = onlyValue(parameters, 'aud');
    const uid = onlyValue(parameters, 'identity');
    if (!options.addresses().map(bareAddress).includes(bareAddress(audience)))
      throw invalidField('aud', 'must be the base address of the API');
    if (!isUid(uid)) throw invalidField('identity', 'must be the uid of the identity to assume');
    const caps = parameters.getAll('cap').map(capability);
    const scopes = SCOPE_PARAMETERS.flatMap((name) => parameters.getAll(name).map((value) => scopeIn(name, value)));

    // An identity that does not exist, or that no OIDC token assumes, accepts no issuer.
    const identity = getIdentity(uid) ?? {};
    const { claimMatch, staticKeys } = identity;
    const claims = await options.verifier.verify(oidcToken, {
      accepts: (issuer) => acceptsIssuer(claimMatch ?? staticKeys ?? {}, issuer),
      pinned: staticKeys,
    });
    const mismatch = findMismatch(identity, claims);
    if (mismatch !== undefined) throw new ServiceError('PERMISSION_DENIED', `Permission denied: ${mismatch}`);

    const now = options.clock();
    const expiresAt = new Date(now.getTime() + EXCHANGED_TOKEN_LIFETIME_MS);
    options.assumed?.(uid, now);
    const actor = String(claims['sub']);
    const limit = { ...(caps.length > 0 && { caps }), ...(scopes.length > 0 && { scopes: [...new Set(scopes)] }) };
    return {
      token: await options.tokens.issue(uid, { audience, expiresAt, actor, ...limit }),
      refreshToken: '',
      expiry: expiresAt.toISOString(),
    };
  };
}

/** Returns the parameters of the query and of the form. */
function getParameters({ request, url, body }: RouteCall): URLSearchParams {
  if (body === '') return url.searchParams;
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded')
    throw invalidField('body', 'parameters come in the query or as a form, never as JSON');
  return new URLSearchParams([...url.searchParams, ...new URLSearchParams(body)]);
}

function invalidClaim(claim: string | undefined): string | undefined {
  return claim === undefined ? undefined : `invalid "${claim}"`;
}

function capability(text: string): string {
  const name = canonicalCapability(text);
  if (!isCapability(name)) throw invalidField('cap', `${JSON.stringify(text)} is not a capability (like groups.list)`);
  return name;
}

/** Throws INVALID_ARGUMENT for a scope that is not a uid: without it, the token would allow more than the caller requests. */
function scopeIn(name: string, uid: string): string {
  if (!isUid(uid)) throw invalidField(name, `${name} must be the uid of a group`);
  return uid;
}

/** Caches results for {@link IDENTITY_CACHE_MS}, including missing identities. */
function cached<T>(find: (uid: string) => T | undefined, clock: () => Date): (uid: string) => T | undefined {
  const known = new Map<string, { readonly value: T | undefined; readonly until: number }>();
  return (uid) => {
    const now = clock().getTime();
    const entry = known.get(uid);
    if (entry !== undefined && now < entry.until) return entry.value;
    if (known.size >= maxCached) known.clear();
    const value = find(uid);
    known.set(uid, { value, until: now + IDENTITY_CACHE_MS });
    return value;
  };
}
