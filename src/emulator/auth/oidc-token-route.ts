import { z } from 'zod';
import type { AdministratorRoutes } from '../faults';
import type { OidcIssuer, OidcTokenRequest } from './oidc-issuer';

const tokenRequest = z.strictObject({
  subject: z.string().min(1),
  audience: z.string().min(1).exactOptional(),
  claims: z.record(z.string(), z.unknown()).exactOptional(),
  lifetimeSeconds: z.int().min(1).max(86_400).exactOptional(),
});

/** `POST /emulator/oidc-tokens`: an OIDC token of the emulator's own issuer, `{ token }`. */
export function oidcTokenRoutes(oidc: OidcIssuer): AdministratorRoutes {
  return {
    'POST /emulator/oidc-tokens': async ({ body }) => ({ token: await oidc.issue(checked(body)) }),
  };
}

function checked(body: unknown): OidcTokenRequest {
  const { data, error } = tokenRequest.safeParse(body);
  if (data === undefined)
    throw new TypeError(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  return data;
}
