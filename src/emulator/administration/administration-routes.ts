/**
 * `/emulator/…`: requests of a test in another process to the emulator itself, which no live service has. They need an
 * unlimited token of the administrator.
 */
import type { OidcIssuer } from '../auth/oidc-issuer';
import type { Fault } from '../faults/fault';
import type { Faults } from '../faults/fault-injector';
import type { SeededOrganization } from '../seed/organization';
import type { SeedTree } from '../seed/seed';
import { invalidField, ServiceError } from '../wire/errors';
import { parseBody } from '../wire/messages';
import type { RequestLog } from '../wire/request-log';
import type { RouteCall, Route } from '../wire/route';
import type * as TokenRequest from './oidc-token-request';

export interface AdministrationBackend {
  readonly faults: Faults;
  readonly organization: Pick<SeededOrganization, 'seed' | 'reset' | 'snapshot'>;
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

  route('POST', 'oidc-tokens', async ({ oidc }, call) => {
    // oxlint-disable-next-line typescript/no-require-imports -- most emulators never need zod
    const { parseOidcTokenRequest } = require('./oidc-token-request') as typeof TokenRequest;
    return { token: await withBody(call, (body) => oidc.issue(parseOidcTokenRequest(body))) };
  }),
];

/** An error of `take` is a problem of the body, so it becomes INVALID_ARGUMENT. */
async function withBody<T>({ body }: RouteCall, take: (json: unknown) => T): Promise<Awaited<T>> {
  const json = parseBody(body);
  try {
    return await take(json);
  } catch (error) {
    throw invalidField('body', (error as Error).message);
  }
}
