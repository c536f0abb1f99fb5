import { unauthenticated } from '../errors';

/** The token in a header `Authorization: Bearer …`. Throws a {@link ServiceError} when there is none. */
export function bearerToken(authorization: string | null | undefined): string {
  const token = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(authorization ?? '')?.[1];
  if (token !== undefined) return token;
  const problem = authorization ? 'the header Authorization is not "Bearer <token>"' : 'the request carries no token';
  throw unauthenticated(problem);
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
