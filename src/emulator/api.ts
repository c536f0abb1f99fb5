/** The API over one store: v2, and whatever else is served from the same data. */
import { declarations } from '../resources';
import type { TokenIssuer } from './auth';
import { behaviourOf, containerKind } from './behaviour';
import { createRest, type Handler } from './http/rest';
import { createRoutes } from './http/route';
import type { RequestRecorder } from './request-log';
import { createService, type Context, type Service } from './service';
import { secretIn } from './settings';
import { createV1 } from './v1';

export interface Api {
  readonly service: Service;
  readonly handle: Handler;
}

export function createApi(context: Context, tokens: TokenIssuer, { describe }: RequestRecorder): Api {
  const pageTokenKey = secretIn(context.store, 'pageTokenKey', context.random);
  const service = createService({ context, behaviourOf, containerKind, pageTokenKey });
  const routes = createRoutes(declarations);
  const rest = createRest({ routes, service, tokens, seen: describe });
  const v1 = createV1({ service, tokens, seen: describe });
  return { service, handle: (request) => v1(request) ?? rest(request) };
}
