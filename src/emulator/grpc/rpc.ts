/**
 * The API over gRPC, before any socket: bytes in, bytes out, over the service that HTTP has, with the same authentication
 * and the same errors. Source: specification §1 and §9 rule 5.
 */
import { decode, encode } from '../../grpc/codec';
import type { Values } from '../../grpc/message';
import { methodPath } from '../../grpc/proto-file';
import type { Declaration } from '../../schema';
import type { TokenIssuer } from '../auth';
import { invalidField, ServiceError } from '../errors';
import { servicesOf } from './files';
import type { Backend, Method } from './methods';

/**
 * Answers one call. `path` is as in `/platform.iam.v2beta1.GroupsService/GetGroup`, `authorization` the metadata of that
 * name. Throws what the service throws.
 */
export type Rpc = (path: string, authorization: string | undefined, request: Uint8Array) => Promise<Uint8Array>;

export interface RpcOptions extends Backend {
  readonly declarations: readonly Declaration[];
  readonly tokens: TokenIssuer;
}

export function createRpc({ declarations, tokens, ...backend }: RpcOptions): Rpc {
  const methods = new Map<string, Method>();
  for (const service of servicesOf(declarations))
    for (const method of service.methods) methods.set(methodPath(service, method), method);
  return async (path, authorization, request) => {
    const method = methods.get(path);
    if (method === undefined) throw new ServiceError('UNIMPLEMENTED', `Unimplemented: there is no method ${path}`);
    const caller = await tokens.authenticate(authorization);
    let input: Values;
    try {
      input = decode(method.request, request);
    } catch (error) {
      throw invalidField('request', `request must be a message of the method: ${(error as Error).message}`);
    }
    return encode(method.response, method.call(backend, input, caller));
  };
}
