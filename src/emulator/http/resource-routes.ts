/** The routes of v2, derived from the declarations, and their calls of the service. */
import {
  API_VERSIONS,
  camelCase,
  DEFAULT_API_VERSION,
  UPDATE_MASK_ALIAS,
  UPDATE_MASK_PARAMETER,
  type ApiVersion,
} from '../../model/api';
import { parentKind } from '../../model/kinds';
import { behaves, kindInWords, listPath, offers, type Declaration, type Fields } from '../../model/schema';
import { capitalized, withArticle } from '../../base/text/words';
import type { Service } from '../service/service';
import type { DocumentedResource } from '../wire/documentation';
import { parseBody } from '../wire/messages';
import type { Route } from '../wire/route';

type ResourceRoute = Route<{ readonly service: Service }>;

/** Both versions of every kind (contract O1 to O4); the older one is documented, for only that segment differs. */
export function resourceRoutes(declarations: readonly Declaration[]): readonly ResourceRoute[] {
  return declarations.flatMap((declaration) => API_VERSIONS.flatMap((version) => createRoutes(declaration, version)));
}

function createRoutes(declaration: Declaration, version: ApiVersion): ResourceRoute[] {
  const { kind, collection, parent, batch, hasBatchDelete } = declaration;
  const words = kindInWords(declaration);
  const stem = listPath(declaration, version);
  const text = `${stem}/{uid}`;
  const loggedBody = createLoggedBody(declaration);

  type Of = Pick<ResourceRoute, 'method' | 'path' | 'handle'> & Pick<DocumentedResource, 'operation'>;
  const route = (operationId: string, title: string, { operation, ...of }: Of): ResourceRoute => ({
    ...of,
    who: 'caller',
    loggedBody,
    ...(version === DEFAULT_API_VERSION && {
      documented: { operationId, summary: title, tag: collection, resource: { declaration, operation } },
    }),
  });

  const list = route(`list${capitalized(collection)}`, `List ${collection}.`, {
    operation: 'list',
    method: 'GET',
    path: stem,
    handle: ({ service }, { url, caller }) => {
      const { items, nextPageToken, totalCount, skipped } = service.list(declaration, url.searchParams, caller);
      return { [collection]: items, nextPageToken, totalCount: String(totalCount), skipped };
    },
  });
  const get = route(`get${kind}`, `Get one ${words}.`, {
    operation: 'get',
    method: 'GET',
    path: text,
    handle: ({ service }, { id = '', caller }) => service.get(declaration, id, caller),
  });
  const create = (operation: 'create' | 'createRoot', path: string, operationId: string, title: string) =>
    route(operationId, title, {
      operation,
      method: 'POST',
      path,
      handle: ({ service }, { id, body, caller }) => service.create(declaration, id, parseBody(body), caller),
    });
  const update = route(`update${kind}`, `Change fields of ${withArticle(words)}.`, {
    operation: 'update',
    method: 'PATCH',
    path: text,
    handle: ({ service }, { id = '', url, body, caller }) =>
      service.update(declaration, id, parseBody(body), maskIn(url.searchParams), caller),
  });
  const remove = route(`delete${kind}`, `Delete ${withArticle(words)}.`, {
    operation: 'delete',
    method: 'DELETE',
    path: text,
    handle: ({ service }, { id = '', caller }) => service.delete(declaration, id, caller),
  });
  const batchCreate = route(
    `batchCreate${capitalized(collection)}`,
    `Create up to ${batch?.size} ${collection} in one group, all or none.`,
    {
      operation: 'batchCreate',
      method: 'POST',
      path: `${stem}:batchCreate`,
      handle: ({ service }, { body, caller }) => ({
        [collection]: service.batchCreate(declaration, parseBody(body), caller),
      }),
    },
  );

  const batchDelete = route(`batchDelete${capitalized(collection)}`, `Delete several ${collection} of one parent.`, {
    operation: 'batchDelete',
    method: 'POST',
    path: `${stem}:batchDelete`,
    handle: ({ service }, { body, caller }) => {
      const { parent: from, items } = service.batchDelete(declaration, parseBody(body), caller);
      return { parent: from, [collection]: items };
    },
  });

  return [
    list,
    get,
    ...(offers(declaration, 'create')
      ? [
          create(
            'create',
            text,
            `create${kind}`,
            `Create ${withArticle(words)} in ${withArticle(kindInWords(parentKind(declaration)))}.`,
          ),
        ]
      : []),
    ...(parent?.is === 'groupOrNone'
      ? [create('createRoot', stem, `createRoot${kind}`, `Create ${withArticle(words)} without a parent.`)]
      : []),
    ...(offers(declaration, 'update') ? [update] : []),
    ...(offers(declaration, 'delete') ? [remove] : []),
    ...(batch === undefined ? [] : [batchCreate]),
    ...(hasBatchDelete === true ? [batchDelete] : []),
  ];
}

/** Contract M1: both names, also several times. */
function maskIn(query: URLSearchParams): string | undefined {
  const given = [UPDATE_MASK_PARAMETER, UPDATE_MASK_ALIAS].flatMap((name) => query.getAll(name));
  return given.length === 0 ? undefined : given.join(',');
}

/** Omits sensitive fields. */
function createLoggedBody({ fields }: Declaration): (body: string) => string {
  const secrets = new Set(sensitiveNames(fields));
  if (secrets.size === 0) return (body) => body;
  return (body) => {
    try {
      const safe: unknown = JSON.parse(body, (key: string, value: unknown) =>
        secrets.has(camelCase(key)) ? '(a secret)' : value,
      );
      return JSON.stringify(safe);
    } catch {
      return body === '' ? '' : '(not JSON)';
    }
  };
}

function sensitiveNames(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (behaves(field, 'sensitive')) return [name];
    return field.type.is === 'message' ? sensitiveNames(field.type.fields) : [];
  });
}
