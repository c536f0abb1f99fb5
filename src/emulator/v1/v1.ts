/** v1 over the same service: whole lists as `items`, `id`, PUT. Source: specification §9 rules 2 and 3; not-shown "v1". */
import { EVERY_FIELD, LIST_PARAMETERS } from '../../api';
import type { TokenIssuer, Caller } from '../auth';
import { parseJson, readText } from '../http/request-body';
import { bareError, empty, errorResponse, json } from '../http/response';
import type { Service } from '../service';
import { v1Item, v1Error, v1Resource, v2Body, v2Query } from './translate';
import { v1Kinds, type V1Kind } from './v1-kinds';

type Values = Readonly<Record<string, unknown>>;

export interface V1Options {
  readonly service: Service;
  readonly tokens: TokenIssuer;
  /** Told what each request turned out to be. */
  readonly seen: (request: Request, pattern: string, body: string) => void;
}

/** Answers v1; `undefined` for paths that are none of it. */
export function createV1({ service, tokens, seen }: V1Options): (request: Request) => Promise<Response> | undefined {
  const answer = async (
    request: Request,
    kind: V1Kind,
    pattern: string,
    uid: string | undefined,
  ): Promise<Response> => {
    seen(request, pattern, '');
    try {
      const caller = await tokens.authenticate(request.headers.get('authorization'));
      const body = request.method === 'GET' ? '' : await readText(request);
      seen(request, pattern, body);
      return serve(service, kind, request, uid, body, caller) ?? bareError('UNIMPLEMENTED', 'Method Not Allowed');
    } catch (error) {
      return errorResponse(error, kind.declaration.domain);
    }
  };

  return (request) => {
    const { pathname } = new URL(request.url);
    const [, domain, collection = '', target] = /^\/([a-z]+)\/v1\/([A-Za-z]+)(?:\/(.+))?$/s.exec(pathname) ?? [];
    const kind = v1Kinds.find(
      ({ declaration, collections }) => declaration.domain === domain && collections.includes(collection),
    );
    if (kind === undefined) return undefined;
    const stem = `/${kind.declaration.domain}/v1/${collection}`;
    const uid = target?.replace(/%2f/gi, '/');
    return answer(request, kind, uid === undefined ? stem : `${stem}/{id}`, uid);
  };
}

/** `undefined`: the method is none of the path's. */
function serve(
  service: Service,
  kind: V1Kind,
  request: Request,
  uid: string | undefined,
  body: string,
  caller: Caller,
): Response | undefined {
  const { declaration } = kind;
  switch (request.method) {
    case 'GET':
      if (uid !== undefined) return undefined;
      return json({ items: everyItem(service, kind, new URL(request.url).searchParams, caller) });
    case 'POST':
      if (uid === undefined && declaration.parent?.is !== 'groupOrNone') return undefined;
      return json(written(kind, body, (values) => service.create(declaration, uid, values, caller)));
    case 'PUT':
      if (uid === undefined) return undefined;
      return json(written(kind, body, (values) => service.update(declaration, uid, values, EVERY_FIELD, caller)));
    case 'DELETE':
      if (uid === undefined) return undefined;
      service.delete(declaration, uid, caller);
      return empty();
    default:
      return undefined;
  }
}

/** What was created or replaced. */
function written(kind: V1Kind, body: string, write: (values: Values) => Values): Values {
  const values = v2Body(kind, parseJson(body));
  try {
    return v1Resource(kind, write(values));
  } catch (error) {
    throw v1Error(kind, error);
  }
}

function everyItem(service: Service, kind: V1Kind, asked: URLSearchParams, caller: Caller): Values[] {
  const query = v2Query(kind, asked);
  const found: Values[] = [];
  for (;;) {
    const { items, nextPageToken } = service.list(kind.declaration, query, caller);
    found.push(...items.map((item) => v1Item(kind, item)));
    if (nextPageToken === undefined) return found;
    query.set(LIST_PARAMETERS.pageToken, nextPageToken);
  }
}
