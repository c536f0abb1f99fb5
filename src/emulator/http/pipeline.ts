/** The way of a request over HTTP, from its URL to the request log: read it from top to bottom. */
import type { TokenIssuer } from '../auth/token-issuer';
import { ConnectionCut } from '../faults/effects';
import type { FaultInjector } from '../faults/fault-injector';
import { permissionDenied } from '../wire/errors';
import {
  bareError,
  checkQuery,
  getDomain,
  empty,
  errorResponse,
  json,
  readBodyText,
  type ApiRequest,
  type ServedResponse,
} from '../wire/messages';
import { publishExchange, type RequestRecorder } from '../wire/request-log';
import type { Caller, Route } from '../wire/route';
import { getSentPath, isUnambiguous } from './request-path';
import { createRouter, type Match } from './router';

/** Authenticates callers. */
export interface Gate {
  readonly tokens: TokenIssuer;
  readonly administratorUid: string;
}

/** A request on its way. */
export interface Pending<Backend> {
  readonly request: ApiRequest;
  /** Parsed once, here. */
  readonly url: URL;
  readonly match: Match<Backend>;
  /** Serves this request instead of the usual backend: a fault may show the past. */
  backend?: Backend;
  /** Set after the body was read. It is not read for an unknown caller or an unknown path. */
  body?: string;
  loggedBody?: string | undefined;
}

export interface PipelineOptions<Backend> {
  readonly routes: readonly Route<Backend>[];
  readonly backend: Backend;
  readonly faults: FaultInjector<Pending<Backend>>;
  readonly log: RequestRecorder;
  readonly clock: () => Date;
}

/** Rejects with {@link ConnectionCut} alone: any other error is written as a response. */
export function createPipeline<Backend extends Gate>(
  options: PipelineOptions<Backend>,
): (request: ApiRequest) => Promise<ServedResponse> {
  const { routes, backend, faults, log, clock } = options;
  const match = createRouter(routes);
  const answer = (pending: Pending<Backend>) =>
    publishExchange(
      pending.request,
      () => respond(pending, pending.backend ?? backend),
      () => pending.body,
    );

  return async (request) => {
    const url = new URL(request.url);
    const path = getSentPath(request.url);
    const found = isUnambiguous(path, url) ? match(request.method, path) : AMBIGUOUS;
    const pending: Pending<Backend> = { request, url, match: found };
    // Requests of a test to the emulator's administration are neither faulty nor logged.
    if (isAdministrative(pending)) return respond(pending, backend);

    const time = clock();
    let response: ServedResponse | undefined;
    try {
      response = await (faults.active.size === 0 || isAmbiguous(found)
        ? answer(pending)
        : faults.inject(pending, answer));
    } catch (error) {
      if (error instanceof ConnectionCut) throw error;
      response = errorResponse(error, getDomain(url));
    } finally {
      const pattern = 'route' in pending.match ? pending.match.route.path : undefined;
      log.add({ method: request.method, path, url, pattern, body: pending.loggedBody, status: response?.status, time });
    }
    return response;
  };
}

/** Authenticates and handles a request, and writes its response. Never rejects. */
async function respond<Backend extends Gate>(pending: Pending<Backend>, backend: Backend): Promise<ServedResponse> {
  const { request, url, match } = pending;
  if ('problem' in match) return routingErrors[match.problem]();
  const { route, id } = match;
  try {
    const caller = await getCaller(route, request, backend);
    checkQuery(url);
    const body = request.method === 'GET' ? '' : await readBodyText(request, route.maxBodyBytes);
    pending.body = body;
    pending.loggedBody = route.loggedBody?.(body);
    const result = await route.handle(backend, { request, url, caller, id, body });
    return result === undefined ? empty() : json(result);
  } catch (error) {
    return errorResponse(error, getDomain(url));
  }
}

const AMBIGUOUS = { problem: 'ambiguousPath' } as const;

const isAmbiguous = (match: Match<never>): boolean => 'problem' in match && match.problem === AMBIGUOUS.problem;

/** Contract O6, O9. */
const routingErrors = {
  ambiguousPath: () =>
    bareError(
      'INVALID_ARGUMENT',
      'The path contains a dot segment, an encoded slash outside of a uid, or an unescaped character',
    ),
  unknownPath: () => bareError('NOT_FOUND', 'Not Found'),
  wrongMethod: () => bareError('UNIMPLEMENTED', 'Method Not Allowed'),
};

const nobody: Caller = { subject: '', caps: [] };

async function getCaller(
  { who }: Route<never>,
  { headers }: ApiRequest,
  { tokens, administratorUid }: Gate,
): Promise<Caller> {
  if (who === 'anyone') return nobody;
  const caller = await tokens.authenticate(headers.get('authorization'));
  const isLimited = caller.caps !== undefined || caller.scopes !== undefined;
  if (who === 'administrator' && (caller.subject !== administratorUid || isLimited))
    throw permissionDenied(['administration'], administratorUid, 'only an unlimited token of the administrator has');
  return caller;
}

function isAdministrative<Backend>({ match }: Pending<Backend>): boolean {
  return 'route' in match && match.route.who === 'administrator';
}
