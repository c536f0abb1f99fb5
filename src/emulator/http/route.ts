/** A row of the route table, and which row a request means. */
import type { Declaration, Operation } from '../../schema';
import type { Caller } from '../auth/token-issuer';

export interface Route<Backend> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Such as `/iam/v2beta1/groups/{uid}`: a parameter stands last and takes the rest of the path. */
  readonly path: string;
  /** Who may call: anyone without a token, any caller with one, or the administrator alone. */
  readonly who: 'anyone' | 'caller' | 'administrator';
  /** The JSON of the response; `undefined` for an empty body. Throws what goes wrong as a `ServiceError`. */
  readonly handle: (backend: Backend, call: Call) => unknown;
  /** The body as the request log may keep it, without secrets. @default it keeps none */
  readonly loggedBody?: (body: string) => string;
  /** Its place in the OpenAPI document. @default it is not in it */
  readonly documented?: Documented;
}

/** What the OpenAPI document says of a route. */
export interface Documented {
  readonly operationId: string;
  readonly summary: string;
  readonly tag: string;
  /** What it does with which kind: parameters, body and response follow from that. */
  readonly resource?: DocumentedResource;
  /** Else its parameters: in the query of a GET, in the form of a POST. */
  readonly parameters?: readonly DocumentedParameter[];
  /** Whether it takes a bearer token. @default unless anyone may call */
  readonly bearer?: boolean;
}

export interface DocumentedResource {
  readonly declaration: Declaration;
  readonly operation: Operation | 'createRoot' | 'batchCreate';
}

export interface DocumentedParameter {
  readonly name: string;
  readonly description: string;
  /** Capabilities are optional and may be repeated; everything else is required. */
  readonly is: 'text' | 'uid' | 'audience' | 'capabilities';
}

/** What a handler is given. */
export interface Call {
  readonly request: Request;
  readonly url: URL;
  /** Whom the token speaks for; where anyone may call, an identity that holds nothing. */
  readonly caller: Caller;
  /** What stands in the place of the path's parameter, unescaped. */
  readonly id: string | undefined;
  /** The text of the body; empty for GET. */
  readonly body: string;
}

/** The row that a request means, or why there is none. */
export type Match<Backend> =
  | { readonly route: Route<Backend>; readonly id: string | undefined }
  | { readonly problem: 'unknownPath' | 'wrongMethod' };

/** Finds rows by method and path. `path` has its escapes, as a URL has it. */
export type Router<Backend> = (method: string, path: string) => Match<Backend>;

export function createRouter<Backend>(routes: readonly Route<Backend>[]): Router<Backend> {
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

/** In the place of any parameter's name; no URL has braces in its path. */
const PARAMETER = '{}';

/** What cannot be unescaped stays as it is: then it is no uid, and refused as such. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
