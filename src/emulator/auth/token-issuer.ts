/**
 * Issues and verifies API tokens: signed JWTs with the base address of the API as their audience. Contract T1, T2, T4.
 */
import { randomUUID } from 'node:crypto';
import type { JWTPayload as Payload } from 'jose' with { 'resolution-mode': 'import' };
import { canonicalCapability, isCapability, isUid } from '../../model/api';
import { unauthenticated } from '../wire/errors';
import type { Caller, SignIn } from '../wire/route';
import { publicJwk, type SigningKey } from './keys';
import { ALGORITHM, createClaimsSigner } from './sign-token';

export interface IssueOptions {
  /** Dotted capabilities to limit the token to. @default no limit */
  readonly caps?: readonly string[];
  /** Groups to limit the token to. @default no limit */
  readonly scopes?: readonly string[];
  /** When the token ceases to be valid. @default never: only the administrator's token is like that */
  readonly expiresAt?: Date;
  /** @default every accepted address */
  readonly audience?: string;
  /** The subject of the token that was exchanged for this one. Absent without an exchange. */
  readonly actor?: string;
  /** The sign-in of a person. Absent for other tokens. */
  readonly signIn?: SignIn;
}

export interface TokenIssuer {
  /** A token for an identity. */
  issue(subjectUid: string, options?: IssueOptions): Promise<string>;
  /** Returns the subject of the token. Throws a `ServiceError` with UNAUTHENTICATED for any invalid token. */
  verify(token: string): Promise<Caller>;
  /** The caller of a request by its header `Authorization`. Throws like {@link verify}, also without a token. */
  authenticate(authorization: string | null | undefined): Promise<Caller>;
  /** Every token issued so far counts as expired, as if its time had passed. */
  expireIssued(): void;
}

export interface TokenIssuerOptions {
  /** Stored in the data file, or created for the process. */
  readonly key: SigningKey;
  readonly clock: () => Date;
  /** Returns true if the identity exists. Called after a token is verified. @default every identity exists */
  readonly isKnown?: (subjectUid: string) => boolean;
  /** Returns the accepted audiences at each use: the base address and every public URL. */
  readonly audiences: () => readonly string[];
}

/** Exchanged tokens are valid for this long. Milliseconds. Contract T4. */
export const EXCHANGED_TOKEN_LIFETIME_MS = 60 * 60 * 1000;

/** The `typ` of an API token, which no OIDC token has: neither is ever taken for the other (RFC 9068 §2.1). */
export const ACCESS_TOKEN_TYPE = 'at+jwt';

const issuer = 'https://auth.platform.internal';
const maxRemembered = 1000;

export function createTokenIssuer({ key, clock, audiences, isKnown = () => true }: TokenIssuerOptions): TokenIssuer {
  // Serial numbers of this process; a token of an earlier process has a prefix of its own.
  const process = randomUUID();
  const sign = createClaimsSigner(key, ACCESS_TOKEN_TYPE);
  const verifyingKey = imported(publicJwk(key));
  let serial = 0;
  let firstValid: number | undefined;

  const issue = async (subjectUid: string, options: IssueOptions = {}): Promise<string> => {
    const { caps, scopes, expiresAt, audience, actor, signIn } = options;
    return sign({
      ...(caps && { caps: [...caps] }),
      ...(scopes && { scopes: [...scopes] }),
      // The claim of RFC 8693 §4.1 for the actor.
      ...(actor !== undefined && { act: { sub: actor } }),
      ...(signIn && { sign_in: signIn }),
      iss: issuer,
      sub: subjectUid,
      aud: audience === undefined ? audiences().map(bareAddress) : bareAddress(audience),
      jti: `${process}.${serial++}`,
      iat: clock(),
      exp: expiresAt,
    });
  };

  // A signature is verified once; times and audience are checked at each use.
  const verified = new Map<string, Payload>();
  const stillValid = ({ exp = Infinity, aud = [] }: Payload): boolean =>
    clock().getTime() < exp * 1000 && [aud].flat().some((audience) => audiences().map(bareAddress).includes(audience));

  const getPayload = async (token: string): Promise<Payload> => {
    const known = verified.get(token);
    if (known !== undefined && stillValid(known)) return known;
    const { jwtVerify } = await import('jose');
    try {
      const { payload } = await jwtVerify(token, await verifyingKey(), {
        algorithms: [ALGORITHM],
        typ: ACCESS_TOKEN_TYPE,
        issuer,
        audience: audiences().map(bareAddress),
        requiredClaims: ['sub'],
        currentDate: clock(),
      });
      if (verified.size >= maxRemembered) verified.clear();
      verified.set(token, payload);
      return payload;
    } catch (error) {
      throw refused(getProblem(error));
    }
  };

  const verify = async (token: string): Promise<Caller> => {
    const payload = await getPayload(token);
    if (firstValid !== undefined && !isSerialFrom(firstValid, payload.jti)) throw refused('it has expired');
    const subject = payload.sub ?? '';
    if (!isKnown(subject)) throw refused('its identity no longer exists');
    const { caps, scopes, sign_in: signIn, aud = [], exp, iat } = payload;
    return {
      subject,
      token: {
        issuer,
        audience: [aud].flat(),
        ...(iat !== undefined && { issuedAt: new Date(iat * 1000) }),
        ...(exp !== undefined && { expiry: new Date(exp * 1000) }),
      },
      ...(Array.isArray(caps) && { caps: getCaps(caps) }),
      ...(Array.isArray(scopes) && { scopes: scopes.filter(isUid) }),
      ...(signIn !== undefined && { signIn: signIn as SignIn }),
    };
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

/** The key as jose uses it, imported once. */
function imported(key: SigningKey) {
  const load = async () => (await import('jose')).importJWK(key, ALGORITHM);
  let loaded: ReturnType<typeof load> | undefined;
  return () => (loaded ??= load());
}

/** An address without slashes at its end, so that both ways of writing it are the same audience. */
export function bareAddress(address: string): string {
  return address.replace(/\/+$/, '');
}

const refused = (problem: string) => unauthenticated(`the token is refused: ${problem}`);

function getCaps(caps: readonly unknown[]): string[] {
  return caps.filter((cap): cap is string => typeof cap === 'string' && isCapability(cap)).map(canonicalCapability);
}

/** The token in a header `Authorization: Bearer …`. Throws a {@link ServiceError} without one. */
export function bearerToken(authorization: string | null | undefined): string {
  const token = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(authorization ?? '')?.[1];
  if (token !== undefined) return token;
  const problem = authorization ? 'the header Authorization is not "Bearer <token>"' : 'the request carries no token';
  throw unauthenticated(problem);
}

/** The problem of a token, by the code of the error that its verification threw. */
export function getProblem(error: unknown): string {
  const { code, claim } = error as { code?: unknown; claim?: unknown };
  if (code === 'ERR_JWT_EXPIRED') return 'it has expired';
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED' && claim === 'aud') return 'it is for another audience';
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED' && claim === 'iss') return 'it is of another issuer';
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED') return `its claim ${JSON.stringify(claim)} is missing or wrong`;
  if (code === 'ERR_JOSE_ALG_NOT_ALLOWED') return 'it is signed by an algorithm that is not accepted';
  if (code === 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED') return 'its signature is not valid';
  if (code === 'ERR_JWKS_NO_MATCHING_KEY' || code === 'ERR_JWKS_MULTIPLE_MATCHING_KEYS')
    return 'no key of its issuer matches its signature';
  if (code === 'ERR_JWKS_INVALID') return 'the keys of its issuer are not a JSON Web Key Set';
  return 'it is malformed';
}
