/**
 * Which operation a request means. The routes follow from the declarations. Source: specification §4; not-shown "uid",
 * "Parent in POST path", "Unknown route".
 */
import { API_VERSIONS, type Domain } from '../../api';
import { offers, type Declaration, type Operation } from '../../schema';

export interface Route {
  readonly declaration: Declaration;
  readonly operation: Operation | 'batchCreate';
  /** The object, or the group to create one in. */
  readonly uid: string | undefined;
  /** The path with `{uid}` in the place of one. */
  readonly pattern: string;
}

/** `noRoute`: nothing lies at the path; `wrongMethod`: something does, but not for this method. */
export type Unrouted = { readonly problem: 'noRoute' | 'wrongMethod'; readonly domain: Domain };

export interface Routes {
  /** `path`: with its escapes, as a URL has it. */
  match(httpMethod: string, path: string): Route | Unrouted;
}

export function createRoutes(declarations: readonly Declaration[]): Routes {
  const collections = new Map(declarations.map((one) => [`${one.domain}/${one.collection}`, one]));
  return {
    match: (httpMethod, path) => {
      const [, domain = '', version = '', collection = '', method, target] = pathExpression.exec(path) ?? [];
      const declaration = collections.get(`${domain}/${collection}`);
      const uid = target === undefined ? undefined : unescaped(target);
      if (declaration === undefined || !API_VERSIONS.some((known) => known === version) || uid === '')
        return { problem: 'noRoute', domain: declaration?.domain ?? 'iam' };
      const wrongMethod = { problem: 'wrongMethod', domain: declaration.domain } as const;
      const stem = `/${domain}/${version}/${collection}`;
      if (method !== undefined) {
        if (method !== 'batchCreate' || declaration.batchSize === undefined)
          return { problem: 'noRoute', domain: declaration.domain };
        const pattern = `${stem}:${method}`;
        return httpMethod === 'POST' ? { declaration, operation: method, uid, pattern } : wrongMethod;
      }
      const operation = operationOf(declaration, httpMethod, uid);
      if (operation === undefined) return wrongMethod;
      return { declaration, operation, uid, pattern: uid === undefined ? stem : `${stem}/{uid}` };
    },
  };
}

// The uid's slashes stand as they are or escaped; a method follows a colon.
const pathExpression = /^\/([a-z]+)\/([a-z0-9]+)\/([A-Za-z]+)(?::([A-Za-z]+)|\/(.*))?$/s;

function operationOf(declaration: Declaration, httpMethod: string, uid: string | undefined): Operation | undefined {
  const operation = uid === undefined ? collectionOperations[httpMethod] : objectOperations[httpMethod];
  if (operation === undefined || !offers(declaration, operation)) return undefined;
  if (operation === 'create' && uid === undefined && declaration.parent?.is !== 'groupOrNone') return undefined;
  return operation;
}

const collectionOperations: Readonly<Record<string, Operation | undefined>> = { GET: 'list', POST: 'create' };
const objectOperations: Readonly<Record<string, Operation | undefined>> = {
  GET: 'get',
  POST: 'create',
  PATCH: 'update',
  DELETE: 'delete',
};

/** What cannot be unescaped stays: it is no uid then, and said to be none. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
