/**
 * `GET` and `POST {auth_url}/sts/exchange`: the OIDC token of a workload for an API token of the identity that it assumes.
 * The token is verified before anything is said about the identity. Source: specification §4 "Token exchange", §5
 * rules 3 and 5; not-shown "STS" and "Facts to design for".
 */
import { capabilityName, isCapability, isUid, parseTimestamp } from '../../api';
import { identity as identityKind } from '../../resources';
import { bareAddress, EXCHANGED_TOKEN_LIFETIME_MS, type TokenIssuer } from './token-issuer';
import { bearerToken } from './bearer';
import { mismatchedClaim, type ClaimMatch } from './claim-match';
import type { Claims, OidcVerifier, PinnedKeys } from './oidc-verifier';
import { invalidField, notFound, ServiceError } from '../errors';
import { errorResponse } from '../http/response';

/** How an identity can be assumed, as the API spells it. */
export interface Assumable {
  readonly claimMatch?: ClaimMatch;
  readonly staticKeys?: PinnedKeys & {
    readonly subject: string;
    readonly expirationTime?: string;
    readonly audiences?: readonly string[];
  };
  readonly awsIdentity?: object;
  readonly servicePrincipal?: string;
}

export interface ExchangeOptions {
  readonly tokens: TokenIssuer;
  readonly verifier: OidcVerifier;
  readonly clock: () => Date;
  /** The addresses at which the emulator is reached: audiences to ask for, and by their host names the default audience. */
  readonly addresses: () => readonly string[];
  readonly identity: (uid: string) => Assumable | undefined;
  /** Told whenever an identity was assumed. */
  readonly assumed?: (uid: string, time: Date) => void;
}

/** The exchange sees an identity as it was up to so long ago. Milliseconds. Source: not-shown "Facts to design for". */
export const IDENTITY_CACHE_MS = 5_000;

const path = '/sts/exchange';
const maxCached = 10_000;
const maxFormLength = 64 * 1024;

/** Answers the exchange; `undefined` for any other path. */
export function createExchange(options: ExchangeOptions): (request: Request) => Promise<Response> | undefined {
  const identityOf = cached(options.identity, options.clock);

  const exchange = async (request: Request): Promise<Response> => {
    const parameters = await parametersOf(request);
    const token = bearerToken(request.headers.get('authorization'));
    const audience = only(parameters, 'aud');
    const uid = only(parameters, 'identity');
    if (!options.addresses().map(bareAddress).includes(bareAddress(audience)))
      throw invalidField('aud', 'must be the base address of the API');
    if (!isUid(uid)) throw invalidField('identity', 'must be the uid of the identity to assume');
    const caps = parameters.getAll('cap').map(capability);

    const identity = identityOf(uid);
    // What AWS signs is no JWT: it could not even be taken apart below.
    if (identity?.awsIdentity !== undefined)
      throw new ServiceError(
        'UNIMPLEMENTED',
        `Unimplemented: identity ${uid} is assumed with a signed request of AWS, which only AWS can verify; give it claimMatch or staticKeys here`,
      );
    const claims = await options.verifier.verify(token, identity?.staticKeys);
    if (identity === undefined) throw notFound(identityKind, uid);
    const mismatch = problemWith(identity, claims);
    if (mismatch !== undefined) throw new ServiceError('PERMISSION_DENIED', `Permission denied: ${mismatch}`);

    const now = options.clock();
    const expiresAt = new Date(now.getTime() + EXCHANGED_TOKEN_LIFETIME_MS);
    options.assumed?.(uid, now);
    return Response.json({
      token: await options.tokens.issue(uid, {
        audience,
        expiresAt,
        actor: String(claims['sub']),
        ...(caps.length > 0 && { caps }),
      }),
      refreshToken: '',
      expiry: expiresAt.toISOString(),
    });
  };

  const problemWith = ({ claimMatch, staticKeys }: Assumable, claims: Claims): string | undefined => {
    const hosts = options.addresses().map((address) => new URL(address).hostname);
    if (claimMatch !== undefined) return invalidClaim(mismatchedClaim(claimMatch, claims, hosts));
    if (staticKeys === undefined) return 'the identity cannot be assumed with an OIDC token';
    const { issuer, subject, audiences, expirationTime } = staticKeys;
    const end = parseTimestamp(expirationTime ?? '');
    if (end !== undefined && end <= options.clock()) return `the identity's keys expired at ${end.toISOString()}`;
    return invalidClaim(mismatchedClaim({ issuer, subject }, claims, audiences?.length ? audiences : hosts));
  };

  return (request) => {
    if (new URL(request.url).pathname !== path) return undefined;
    return exchange(request).catch((error: unknown) => errorResponse(error, 'iam'));
  };
}

function invalidClaim(claim: string | undefined): string | undefined {
  return claim === undefined ? undefined : `invalid "${claim}"`;
}

async function parametersOf(request: Request): Promise<URLSearchParams> {
  const query = new URL(request.url).searchParams;
  if (request.method === 'GET') return query;
  if (request.method !== 'POST') throw new ServiceError('UNIMPLEMENTED', `Unimplemented: ${request.method} ${path}`);
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const body = await request.text();
  if (body === '') return query;
  if (body.length > maxFormLength) throw invalidField('body', `must be at most ${maxFormLength} bytes`);
  if (type !== 'application/x-www-form-urlencoded')
    throw invalidField('body', 'parameters come in the query or as a form, never as JSON');
  return new URLSearchParams([...query, ...new URLSearchParams(body)]);
}

/** The one value of a parameter; empty if it is not given. */
function only(parameters: URLSearchParams, name: string): string {
  const [value = '', ...others] = parameters.getAll(name);
  if (others.length > 0) throw invalidField(name, 'must be given once');
  return value;
}

function capability(text: string): string {
  const name = capabilityName(text);
  if (!isCapability(name)) throw invalidField('cap', `${JSON.stringify(text)} is no capability (like groups.list)`);
  return name;
}

/** Remembers answers for {@link IDENTITY_CACHE_MS}, that there is no such identity too. */
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
