/**
 * Mints and verifies API tokens: real signed JWTs whose audience is the API's base address. Source: specification §5
 * rules 1 and 4, §8 "Token exchange token validity"; not-shown "UNAUTHENTICATED, PERMISSION_DENIED".
 */
import { randomUUID } from 'node:crypto';
import { isCapability } from '../../api';
import { Refusal } from './refusal';
import { publicJwk, type SigningKey } from './signing-key';

/** Whoever a verified token speaks for. */
export interface Caller {
  /** The uid of the identity. */
  readonly subject: string;
  /** Dotted capabilities that the token is limited to; absent: whatever the identity holds. */
  readonly caps?: readonly string[];
}

export interface IssueOptions {
  /** Dotted capabilities to limit the token to. @default no limit */
  readonly caps?: readonly string[];
  /** When the token ceases to be valid. @default never: only the administrator's token is like that */
  readonly expiresAt?: Date;
  /** @default every accepted address */
  readonly audience?: string;
}

export interface Authority {
  /** A token for an identity. */
  issue(subjectUid: string, options?: IssueOptions): Promise<string>;
  /** Who the token speaks for. Throws a {@link Refusal} with UNAUTHENTICATED for any token that is not in order. */
  verify(token: string): Promise<Caller>;
  /** The caller of a request by its header `Authorization`. Throws like {@link verify}, also without a token. */
  authenticate(authorization: string | null | undefined): Promise<Caller>;
  /** Every token issued so far counts as expired, as if its time had passed. */
  expireIssued(): void;
}

export interface AuthorityOptions {
  /** Kept in the data file, or made for the process. */
  readonly key: SigningKey;
  readonly clock: () => Date;
  /** Whether there is such an identity: asked once a token has been verified. @default every identity is known */
  readonly isKnown?: (subjectUid: string) => boolean;
  /** The base address and every public URL: the audiences that are accepted, asked for at each use. */
  readonly audiences: () => readonly string[];
}

/** Exchanged tokens are valid for this long. Source: specification §8. Milliseconds. */
export const EXCHANGED_TOKEN_LIFETIME_MS = 60 * 60 * 1000;

/** The `typ` of an API token, which no OIDC token has: neither is ever taken for the other. Source: RFC 9068 §2.1. */
export const ACCESS_TOKEN_TYPE = 'at+jwt';

const issuer = 'https://auth.platform.internal';
const algorithm = 'ES256';

export function createAuthority({ key, clock, audiences, isKnown = () => true }: AuthorityOptions): Authority {
  // Serial numbers of this process; a token of an earlier process has a prefix of its own.
  const process = randomUUID();
  let serial = 0;
  let firstValid: number | undefined;

  const issue = async (subjectUid: string, { caps, expiresAt, audience }: IssueOptions = {}): Promise<string> => {
    const { SignJWT, importJWK } = await import('jose');
    const token = new SignJWT(caps === undefined ? {} : { caps: [...caps] })
      .setProtectedHeader({ alg: algorithm, typ: ACCESS_TOKEN_TYPE, kid: key.kid })
      .setIssuer(issuer)
      .setSubject(subjectUid)
      .setAudience(audience === undefined ? audiences().map(bareAddress) : bareAddress(audience))
      .setJti(`${process}.${serial++}`)
      .setIssuedAt(clock());
    if (expiresAt !== undefined) token.setExpirationTime(expiresAt);
    return token.sign(await importJWK(key, algorithm));
  };

  const verify = async (token: string): Promise<Caller> => {
    const { jwtVerify, importJWK } = await import('jose');
    let payload: Awaited<ReturnType<typeof jwtVerify>>['payload'];
    try {
      ({ payload } = await jwtVerify(token, await importJWK(publicJwk(key), algorithm), {
        algorithms: [algorithm],
        typ: ACCESS_TOKEN_TYPE,
        issuer,
        audience: audiences().map(bareAddress),
        requiredClaims: ['sub'],
        currentDate: clock(),
      }));
    } catch (error) {
      throw unauthenticated(problemOf(error));
    }
    if (firstValid !== undefined && !isSerialFrom(firstValid, payload.jti)) throw unauthenticated('it has expired');
    const subject = payload.sub ?? '';
    if (!isKnown(subject)) throw unauthenticated('its identity is gone');
    return { subject, ...(Array.isArray(payload['caps']) && { caps: capsOf(payload['caps']) }) };
  };

  const isSerialFrom = (first: number, jti = ''): boolean =>
    jti.startsWith(`${process}.`) && Number(jti.slice(process.length + 1)) >= first;

  return {
    issue,
    verify,
    authenticate: async (authorization) => verify(bearerToken(authorization)),
    expireIssued: () => void (firstValid = serial),
  };
}

/** The token in a header `Authorization: Bearer …`. Throws a {@link Refusal} when there is none. */
export function bearerToken(authorization: string | null | undefined): string {
  const token = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(authorization ?? '')?.[1];
  if (token !== undefined) return token;
  const problem = authorization ? 'the header Authorization is not "Bearer <token>"' : 'the request carries no token';
  throw new Refusal('UNAUTHENTICATED', `Unauthenticated: ${problem}`);
}

/** An address without slashes at its end, so that both ways of writing it are the same audience. */
export function bareAddress(address: string): string {
  return address.replace(/\/+$/, '');
}

/** What is wrong with a token, by the code of the error that its verification threw. */
export function problemOf(error: unknown): string {
  const { code, claim } = error as { code?: unknown; claim?: unknown };
  if (code === 'ERR_JWT_EXPIRED') return 'it has expired';
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED' && claim === 'aud') return 'it is for another audience';
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED' && claim === 'iss') return 'it is of another issuer';
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED') return `its claim ${JSON.stringify(claim)} is missing or wrong`;
  if (code === 'ERR_JOSE_ALG_NOT_ALLOWED') return 'it is signed by an algorithm that is not accepted';
  if (code === 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED') return 'its signature is not valid';
  if (code === 'ERR_JWKS_NO_MATCHING_KEY' || code === 'ERR_JWKS_MULTIPLE_MATCHING_KEYS')
    return 'no key of its issuer fits its signature';
  return 'it is malformed';
}

function unauthenticated(problem: string): Refusal {
  return new Refusal('UNAUTHENTICATED', `Unauthenticated: the token is refused: ${problem}`);
}

function capsOf(caps: readonly unknown[]): string[] {
  return caps.filter((cap): cap is string => typeof cap === 'string' && isCapability(cap));
}
