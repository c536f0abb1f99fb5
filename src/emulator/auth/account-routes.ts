/**
 * The small endpoints about callers: who am I, which uid has a person, is anybody there. Source: not-shown "Whoami, ping"
 * and "Identity".
 */
import { API_VERSIONS, collectionPath } from '../../api';
import type { Access } from './access';
import type { TokenIssuer } from './token-issuer';
import { invalidField, ServiceError } from '../errors';
import { errorResponse } from '../http/response';

const whoamiPath = '/auth/v1/ok';
const pingPath = '/ping/v2beta1/ping';
const lookupPaths = API_VERSIONS.map((version) => `${collectionPath('iam', 'identities', version)}:lookupIdentity`);

/** How a person signs in: what their identity provider knows them by. */
export interface Account {
  readonly issuer: string;
  readonly subject: string;
}

/** Answers these endpoints; `undefined` for any other path. */
export function createAccountRoutes(
  tokens: TokenIssuer,
  access: Access,
  lookUpPerson: (account: Account) => string,
): (request: Request) => Promise<Response> | undefined {
  const answers = (path: string): ((request: Request) => Promise<Response>) | undefined => {
    if (path === pingPath) return async () => Response.json({});
    if (path === whoamiPath) return whoami;
    return lookupPaths.includes(path) ? lookup : undefined;
  };

  const whoami = async (request: Request): Promise<Response> => {
    const caller = await tokens.authenticate(request.headers.get('authorization'));
    const capabilities = access
      .granted(caller)
      .map(({ groupUid, roleUid, capabilities }) => ({ group: groupUid, role: roleUid, capabilities }));
    return Response.json({ subject: caller.subject, capabilities });
  };

  const lookup = async (request: Request): Promise<Response> => {
    await tokens.authenticate(request.headers.get('authorization'));
    const { searchParams } = new URL(request.url);
    const given = (name: string) => {
      const [value, ...others] = searchParams.getAll(name);
      if (others.length > 0) throw invalidField(name, `${name} must be given once`);
      if (!value) throw invalidField(name, `${name} is required`);
      return value;
    };
    return Response.json({ uid: lookUpPerson({ issuer: given('issuer'), subject: given('subject') }) });
  };

  return (request) => {
    const { pathname } = new URL(request.url);
    const answer = answers(pathname);
    if (answer === undefined) return undefined;
    const wrongMethod = new ServiceError('UNIMPLEMENTED', `Unimplemented: ${request.method} ${pathname}`);
    return (request.method === 'GET' ? answer(request) : Promise.reject(wrongMethod)).catch((error: unknown) =>
      errorResponse(error, 'iam'),
    );
  };
}
