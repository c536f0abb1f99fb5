/** v1 over the same service: whole lists as `items`, `id`, PUT. Contract G1 to G4. */
import { LIST_PARAMETERS, snakeCase, type Values } from '../../model/api';
import { servedFields, updatableFields } from '../../model/schema';
import type { Service } from '../service/service';
import { parseBody } from '../wire/messages';
import type { RouteCall, Route } from '../wire/route';
import { v1Error, v1Item, v1Kinds, v1Resource, v2Body, v2Query, type V1Kind } from './v1-kinds';

type V1Route = Route<{ readonly service: Service }>;

export const v1Routes: readonly V1Route[] = v1Kinds.flatMap((kind) =>
  kind.collections.flatMap((collection) => createV1Routes(kind, `/${kind.declaration.domain}/v1/${collection}`)),
);

function createV1Routes(kind: V1Kind, stem: string): V1Route[] {
  const { declaration } = kind;
  const route = (method: V1Route['method'], path: string, handle: V1Route['handle']): V1Route => ({
    method,
    path,
    who: 'caller',
    handle,
    // No kind of v1 has a secret.
    loggedBody: (body) => body,
  });

  const everyField = updatableFields({ ...declaration, fields: servedFields(declaration) })
    .map(([name]) => snakeCase(name))
    .join(',');
  const list = route('GET', stem, ({ service }, call) => ({ items: everyItem(service, kind, call) }));
  const create = (path: string) =>
    route('POST', path, ({ service }, { id, caller, body }) =>
      written(kind, body, (values) => service.create(declaration, id, values, caller)),
    );
  const replace = route('PUT', `${stem}/{id}`, ({ service }, { id = '', caller, body }) =>
    written(kind, body, (values) => service.update(declaration, id, values, everyField, caller)),
  );
  const remove = route('DELETE', `${stem}/{id}`, ({ service }, { id = '', caller }) =>
    service.delete(declaration, id, caller),
  );
  return [
    list,
    // The service knows which operations a kind does not have.
    create(`${stem}/{id}`),
    ...(declaration.parent?.is === 'groupOrNone' ? [create(stem)] : []),
    replace,
    remove,
  ];
}

/** The created or replaced object. */
function written(kind: V1Kind, body: string, write: (values: Values) => Values): Values {
  const values = v2Body(kind, parseBody(body));
  try {
    return v1Resource(kind, write(values));
  } catch (error) {
    throw v1Error(kind, error);
  }
}

/** The whole list, a page of v2 at a time. */
function everyItem(service: Service, kind: V1Kind, { url, caller }: RouteCall): Values[] {
  const query = v2Query(kind, url.searchParams);
  const found: Values[] = [];
  for (;;) {
    const { items, nextPageToken } = service.list(kind.declaration, query, caller);
    found.push(...items.map((item) => v1Item(kind, item)));
    if (nextPageToken === undefined) return found;
    query.set(LIST_PARAMETERS.pageToken, nextPageToken);
  }
}
