/**
 * Mints and verifies API tokens: real signed JWTs whose audience is the API's base address. Source: specification §5
 * rules 1 and 4, §8 "Token exchange token validity"; not-shown "UNAUTHENTICATED, PERMISSION_DENIED".
 */
import { randomUUID } from 'node:crypto';
import type { JWTPayload as Payload } from 'jose' with { 'resolution-mode': 'import' };
import { isCapability } from '../../api';
import { bearerToken, problemOf } from './bearer';
import { unauthenticated } from '../errors';
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
  /** The subject of the token that this one is given for; absent: it is given for none. */
  readonly actor?: string;
}

export interface TokenIssuer {
  /** A token for an identity. */
  issue(subjectUid: string, options?: IssueOptions): Promise<string>;
  /** Who the token speaks for. Throws a `ServiceError` with UNAUTHENTICATED for any token that is not in order. */
  verify(token: string): Promise<Caller>;
  /** The caller of a request by its header `Authorization`. Throws like {@link verify}, also without a token. */
  authenticate(authorization: string | null | undefined): Promise<Caller>;
  /** Every token issued so far counts as expired, as if its time had passed. */
  expireIssued(): void;
}

export interface TokenIssuerOptions {
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
const maxRemembered = 1000;

export function createTokenIssuer({ key, clock, audiences, isKnown = () => true }: TokenIssuerOptions): TokenIssuer {
  // Serial numbers of this process; a token of an earlier process has a prefix of its own.
  const process = randomUUID();
  const signingKey = imported(key);
  const verifyingKey = imported(publicJwk(key));
  let serial = 0;
  let firstValid: number | undefined;

  const issue = async (subjectUid: string, options: IssueOptions = {}): Promise<string> => {
    const { caps, expiresAt, audience, actor } = options;
    const { SignJWT } = await import('jose');
    const limit = caps === undefined ? {} : { caps: [...caps] };
    // The claim of RFC 8693 §4.1 for whoever acts as the subject.
    const token = new SignJWT({ ...limit, ...(actor !== undefined && { act: { sub: actor } }) })
      .setProtectedHeader({ alg: algorithm, typ: ACCESS_TOKEN_TYPE, kid: key.kid })
      .setIssuer(issuer)
      .setSubject(subjectUid)
      .setAudience(audience === undefined ? audiences().map(bareAddress) : bareAddress(audience))
      .setJti(`${process}.${serial++}`)
      .setIssuedAt(clock());
    if (expiresAt !== undefined) token.setExpirationTime(expiresAt);
    return token.sign(await signingKey());
  };

  // A signature stays valid; whether the token still is, is seen each time.
  const verified = new Map<string, Payload>();
  const stillValid = ({ exp = Infinity, aud = [] }: Payload): boolean =>
    clock().getTime() < exp * 1000 && [aud].flat().some((audience) => audiences().map(bareAddress).includes(audience));

  const payloadOf = async (token: string): Promise<Payload> => {
    const known = verified.get(token);
    if (known !== undefined && stillValid(known)) return known;
    const { jwtVerify } = await import('jose');
    try {
      const { payload } = await jwtVerify(token, await verifyingKey(), {
        algorithms: [algorithm],
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
      throw refused(problemOf(error));
    }
  };

  const verify = async (token: string): Promise<Caller> => {
    const payload = await payloadOf(token);
    if (firstValid !== undefined && !isSerialFrom(firstValid, payload.jti)) throw refused('it has expired');
    const subject = payload.sub ?? '';
    if (!isKnown(subject)) throw refused('its identity is gone');
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

/** The key as jose uses it, imported once. */
function imported(key: SigningKey) {
  const load = async () => (await import('jose')).importJWK(key, algorithm);
  let loaded: ReturnType<typeof load> | undefined;
  return () => (loaded ??= load());
}

/** An address without slashes at its end, so that both ways of writing it are the same audience. */
export function bareAddress(address: string): string {
  return address.replace(/\/+$/, '');
}

const refused = (problem: string) => unauthenticated(`the token is refused: ${problem}`);

function capsOf(caps: readonly unknown[]): string[] {
  return caps.filter((cap): cap is string => typeof cap === 'string' && isCapability(cap));
}
