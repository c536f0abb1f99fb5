/** v2 over HTTP: routes to the service and back. Pure: a Request in, a Response out. */
import { UPDATE_MASK_ALIAS, UPDATE_MASK_PARAMETER } from '../../api';
import type { TokenIssuer, Caller } from '../auth';
import type { Service } from '../service';
import { parseJson, readText } from './request-body';
import { bareError, empty, errorResponse, json } from './response';
import type { Route, Routes } from './route';
import { shownBody } from './shown-body';

export type Handler = (request: Request) => Promise<Response>;

export interface RestOptions {
  readonly routes: Routes;
  readonly service: Service;
  readonly tokens: TokenIssuer;
  /** Told what each request turned out to be. */
  readonly seen: (request: Request, pattern: string, body: string) => void;
}

export function createRest({ routes, service, tokens, seen }: RestOptions): Handler {
  return async (request) => {
    const url = new URL(request.url);
    const route = routes.match(request.method, url.pathname);
    if ('problem' in route) {
      return route.problem === 'noRoute'
        ? bareError('NOT_FOUND', 'Not Found')
        : bareError('UNIMPLEMENTED', 'Method Not Allowed');
    }
    seen(request, route.pattern, '');
    try {
      const caller = await tokens.authenticate(request.headers.get('authorization'));
      const body = request.method === 'GET' ? '' : await readText(request);
      seen(request, route.pattern, shownBody(route.declaration, body));
      return answer(service, route, url.searchParams, body, caller);
    } catch (error) {
      return errorResponse(error, route.declaration.domain);
    }
  };
}

function answer(service: Service, route: Route, query: URLSearchParams, body: string, caller: Caller): Response {
  const { declaration, uid = '' } = route;
  switch (route.operation) {
    case 'list': {
      const { items, nextPageToken, totalCount, skipped } = service.list(declaration, query, caller);
      return json({
        [declaration.collection]: items,
        ...(nextPageToken !== undefined && { nextPageToken }),
        totalCount: String(totalCount),
        skipped,
      });
    }
    case 'get':
      return json(service.get(declaration, uid, caller));
    case 'create':
      return json(service.create(declaration, route.uid, parseJson(body), caller));
    case 'update':
      return json(service.update(declaration, uid, parseJson(body), maskOf(query), caller));
    case 'batchCreate':
      return json({ [declaration.collection]: service.batchCreate(declaration, parseJson(body), caller) });
    case 'delete':
      service.delete(declaration, uid, caller);
      return empty();
  }
}

function maskOf(query: URLSearchParams): string | undefined {
  const given = [UPDATE_MASK_PARAMETER, UPDATE_MASK_ALIAS].flatMap((name) => query.getAll(name));
  return given.length === 0 ? undefined : given.join(',');
}
