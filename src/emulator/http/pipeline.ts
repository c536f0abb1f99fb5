/** The way of a request over HTTP, from its URL to the request log: read it from top to bottom. */
import { permissionDenied } from '../errors';
import { ConnectionCut } from '../faults/effects';
import type { FaultInjector } from '../faults/fault-injector';
import { publishExchange, type RequestRecorder } from '../request-log';
import type { Caller, TokenIssuer } from '../auth/token-issuer';
import {
  bareError,
  checkQuery,
  domainOf,
  empty,
  errorResponse,
  json,
  readText,
  type ApiRequest,
  type ApiResponse,
} from './messages';
import type { Route } from './route';

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
  /** Known once it was read: not before the caller is known, nor for a path that there is not. */
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
): (request: ApiRequest) => Promise<ApiResponse> {
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
    const pending: Pending<Backend> = { request, url, match: match(request.method, url.pathname) };
    // Requests of a test to the emulator's administration are neither faulty nor logged.
    if (isAdministrative(pending)) return respond(pending, backend);

    const time = clock();
    let response: ApiResponse | undefined;
    try {
      response = await (faults.active.size === 0 ? answer(pending) : faults.inject(pending, answer));
    } catch (error) {
      if (error instanceof ConnectionCut) throw error;
      response = errorResponse(error, domainOf(url));
    } finally {
      const pattern = 'route' in pending.match ? pending.match.route.path : undefined;
      log.add({ method: request.method, url, pattern, body: pending.loggedBody, status: response?.status, time });
    }
    return response;
  };
}

/** Authenticates, handles, and writes what came of it. Never rejects. */
async function respond<Backend extends Gate>(pending: Pending<Backend>, backend: Backend): Promise<ApiResponse> {
  const { request, url, match } = pending;
  // Contract O6.
  if ('problem' in match)
    return match.problem === 'unknownPath'
      ? bareError('NOT_FOUND', 'Not Found')
      : bareError('UNIMPLEMENTED', 'Method Not Allowed');
  const { route, id } = match;
  try {
    const caller = await callerOf(route, request, backend);
    checkQuery(url);
    const body = request.method === 'GET' ? '' : await readText(request, route.maxBodyBytes);
    pending.body = body;
    pending.loggedBody = route.loggedBody?.(body);
    const result = await route.handle(backend, { request, url, caller, id, body });
    return result === undefined ? empty() : json(result);
  } catch (error) {
    return errorResponse(error, domainOf(url));
  }
}

const nobody: Caller = { subject: '', caps: [] };

async function callerOf(
  { who }: Route<never>,
  { headers }: ApiRequest,
  { tokens, administratorUid }: Gate,
): Promise<Caller> {
  if (who === 'anyone') return nobody;
  const caller = await tokens.authenticate(headers.get('authorization'));
  if (who === 'administrator' && (caller.subject !== administratorUid || caller.caps !== undefined))
    throw permissionDenied(['administration'], administratorUid, 'only an unlimited token of the administrator has');
  return caller;
}

function isAdministrative<Backend>({ match }: Pending<Backend>): boolean {
  return 'route' in match && match.route.who === 'administrator';
}

/** Returns the route of a request, or the reason why none matches. */
type Match<Backend> =
  | { readonly route: Route<Backend>; readonly id: string | undefined }
  | { readonly problem: 'unknownPath' | 'wrongMethod' };

/** Finds rows by method and path. `path` has its escapes, as a URL has it. */
type Router<Backend> = (method: string, path: string) => Match<Backend>;

function createRouter<Backend>(routes: readonly Route<Backend>[]): Router<Backend> {
  const byPath = new Map<string, Map<string, Route<Backend>>>();
  for (const route of routes) {
    const path = route.path.replace(/\{\w+\}$/, PARAMETER);
    const methods = byPath.get(path) ?? new Map<string, Route<Backend>>();
    byPath.set(path, methods.set(route.method, route));
  }
  return (method, path) => {
    const found = byPath.has(path) ? { path, id: undefined } : parameterIn(path);
    const methods = found && byPath.get(found.path);
    if (found === undefined || methods === undefined) return { problem: 'unknownPath' };
    const route = methods.get(method);
    return route === undefined ? { problem: 'wrongMethod' } : { route, id: found.id };
  };

  /** A uid is several segments, so the parameter begins after the first slash before which a row's path ends. */
  function parameterIn(path: string): { readonly path: string; readonly id: string } | undefined {
    for (let slash = path.indexOf('/', 1); slash > 0 && slash < path.length - 1; slash = path.indexOf('/', slash + 1)) {
      const template = path.slice(0, slash + 1) + PARAMETER;
      if (byPath.has(template)) return { path: template, id: unescaped(path.slice(slash + 1)) };
    }
    return undefined;
  }
}

/** Replaces the names of all parameters; no URL has braces in its path. */
const PARAMETER = '{}';

/** A text that cannot be unescaped is unchanged: then it is an invalid uid (contract U1). */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
