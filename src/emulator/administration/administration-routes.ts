/**
 * `/emulator/…`: requests of a test in another process to the emulator itself, which no live service has. They need an
 * unlimited token of the administrator.
 */
import * as z from 'zod';
import type { OidcTokenRequest } from '../auth';
import type { OidcIssuer } from '../auth/oidc-issuer';
import type { Fault } from '../faults/fault';
import type { Faults } from '../faults/fault-injector';
import type { Organization } from '../seed/organization';
import type { SeedTree } from '../seed/seed';
import { invalidField, ServiceError } from '../wire/errors';
import { parseJson } from '../wire/messages';
import type { RequestLog } from '../wire/request-log';
import type { Call, Route } from '../wire/route';

export interface AdministrationBackend {
  readonly faults: Faults;
  readonly organization: Pick<Organization, 'seed' | 'reset' | 'snapshot'>;
  readonly requestLog: RequestLog;
  readonly oidc: OidcIssuer;
}

type AdministrationRoute = Route<AdministrationBackend>;

function route(method: AdministrationRoute['method'], path: string, handle: AdministrationRoute['handle']) {
  return { method, path: `/emulator/${path}`, who: 'administrator', handle } satisfies AdministrationRoute;
}

export const administrationRoutes: readonly AdministrationRoute[] = [
  route('GET', 'faults', ({ faults }) => ({ faults: faults.list() })),
  route('POST', 'faults', ({ faults }, call) => withBody(call, (body) => faults.add(body as Fault))),
  route('DELETE', 'faults', ({ faults }) => faults.clear()),
  route('DELETE', 'faults/{id}', ({ faults }, { id = '' }) => {
    if (!faults.remove(id)) throw new ServiceError('NOT_FOUND', `Not found: there is no fault ${id.slice(0, 100)}`);
  }),

  route('GET', 'snapshot', ({ organization }) => organization.snapshot()),
  route('POST', 'reset', ({ organization }) => organization.reset()),
  route('POST', 'seed', ({ organization }, call) => withBody(call, (body) => organization.seed(body as SeedTree))),

  route('GET', 'requests', ({ requestLog }) => ({ counts: requestLog.counts(), requests: requestLog.entries })),
  route('DELETE', 'requests', ({ requestLog }) => requestLog.clear()),

  route('POST', 'oidc-tokens', async ({ oidc }, call) => ({
    token: await withBody(call, (body) => oidc.issue(oidcTokenRequest(body))),
  })),
];

/** An error of `take` is a problem of the body, so it becomes INVALID_ARGUMENT. */
async function withBody<T>({ body }: Call, take: (json: unknown) => T): Promise<Awaited<T>> {
  const json = parseJson(body);
  try {
    return await take(json);
  } catch (error) {
    throw invalidField('body', (error as Error).message);
  }
}

const oidcTokenSchema = z.strictObject({
  subject: z.string().min(1),
  audience: z.string().min(1).exactOptional(),
  claims: z.record(z.string(), z.unknown()).exactOptional(),
  lifetimeSeconds: z.int().min(1).max(86_400).exactOptional(),
});

function oidcTokenRequest(body: unknown): OidcTokenRequest {
  const { data, error } = oidcTokenSchema.safeParse(body);
  if (data === undefined)
    throw new TypeError(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  return data;
}
