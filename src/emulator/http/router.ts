/** Finds the route of a request in the route table. */
import type { Route } from '../wire/route';
import { hasEncodedSlash } from './request-path';

/** Returns the route of a request, or the reason why none matches. */
export type Match<Backend> =
  | { readonly route: Route<Backend>; readonly id: string | undefined }
  | { readonly problem: 'ambiguousPath' | 'unknownPath' | 'wrongMethod' };

/** Finds rows by method and path. `path` has its escapes, as a URL has it. */
type Router<Backend> = (method: string, path: string) => Match<Backend>;

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
    if (found === undefined || methods === undefined)
      return { problem: hasEncodedSlash(path) ? 'ambiguousPath' : 'unknownPath' };
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
