/** Checks the request for a token of the emulator's own OIDC issuer. */
import * as z from 'zod';
import type { OidcTokenRequest } from '../auth';

const oidcTokenSchema = z.strictObject({
  subject: z.string().min(1),
  audience: z.string().min(1).exactOptional(),
  claims: z.record(z.string(), z.unknown()).exactOptional(),
  lifetimeSeconds: z.int().min(1).max(86_400).exactOptional(),
});

/** Returns the request. Throws a `TypeError` that names the problems of each field. */
export function parseOidcTokenRequest(body: unknown): OidcTokenRequest {
  const { data, error } = oidcTokenSchema.safeParse(body);
  if (data === undefined)
    throw new TypeError(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  return data;
}
