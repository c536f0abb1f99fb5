/**
 * `/emulator/…`: what only the administrator may ask of an emulator, and no live service has. Bodies and answers are
 * JSON.
 */
import type { TokenIssuer } from '../auth';
import { invalidField, permissionDenied, ServiceError } from '../errors';
import { parseJson, readText } from '../http/request-body';
import { bareError, empty, errorResponse, json } from '../http/response';
import type { Handler } from './effects';

export interface AdministratorRequest {
  /** The JSON of the body; an empty object without one. */
  readonly body: unknown;
  /** What stands in the path in the place of `{id}`; else empty. */
  readonly id: string;
}

/**
 * By method and path: `POST /emulator/faults`, `DELETE /emulator/faults/{id}`. What a route returns is the answer;
 * `undefined` is an empty one. A `TypeError` that it throws is an invalid argument.
 */
export type AdministratorRoutes = Readonly<Record<string, (request: AdministratorRequest) => unknown>>;

export interface AdministrationOptions {
  readonly tokens: TokenIssuer;
  readonly administratorUid: string;
  readonly routes: AdministratorRoutes;
}

const prefix = '/emulator/';

/** Answers everything beneath `/emulator/`; `undefined` for any other path. */
export function createAdministration(
  options: AdministrationOptions,
): (request: Request) => Promise<Response> | undefined {
  const { tokens, administratorUid, routes } = options;

  const answer: Handler = async (request) => {
    const caller = await tokens.authenticate(request.headers.get('authorization'));
    if (caller.subject !== administratorUid || caller.caps !== undefined)
      throw permissionDenied(['administration'], administratorUid, 'only an unlimited token of the administrator has');
    const { pathname } = new URL(request.url);
    const [, collection = '', id = ''] = /^(\/emulator\/[^/]+)(?:\/(.+))?$/.exec(pathname) ?? [];
    const path = id === '' ? collection : `${collection}/{id}`;
    const route = routes[`${request.method} ${path}`];
    if (route === undefined) {
      const known = Object.keys(routes).some((name) => name.endsWith(` ${path}`));
      return known ? bareError('UNIMPLEMENTED', 'Method Not Allowed') : bareError('NOT_FOUND', 'Not Found');
    }
    const body = parseJson(request.method === 'GET' ? '' : await readText(request));
    const result = await Promise.resolve()
      .then(() => route({ body, id }))
      .catch((error: unknown) => {
        throw error instanceof TypeError ? invalidField('body', error.message) : error;
      });
    return result === undefined ? empty() : json(result);
  };

  return (request) =>
    new URL(request.url).pathname.startsWith(prefix)
      ? answer(request).catch((error: unknown) => errorResponse(error, 'iam'))
      : undefined;
}

/** What there is no such thing as. */
export function unknownId(what: string, id: string): ServiceError {
  return new ServiceError('NOT_FOUND', `Not found: there is no ${what} ${id.slice(0, 100)}`);
}
