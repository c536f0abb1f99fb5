import { Refusal } from '../refusal';

/** The token in a header `Authorization: Bearer …`. Throws a {@link Refusal} when there is none. */
export function bearerToken(authorization: string | null | undefined): string {
  const token = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(authorization ?? '')?.[1];
  if (token !== undefined) return token;
  const problem = authorization ? 'the header Authorization is not "Bearer <token>"' : 'the request carries no token';
  throw new Refusal('UNAUTHENTICATED', `Unauthenticated: ${problem}`);
}
