/**
 * The IAM interface over gRPC, before any socket: bytes in, bytes out, over the service that HTTP has, with the same
 * authentication and the same errors. Source: specification §1 and §9 rule 5.
 */
import type { Declaration } from '../../schema';
import type { Authority } from '../auth';
import { invalidField, ServiceError } from '../errors';
import type { Service } from '../service';
import { decode, encode } from './codec';
import { methodsOf } from './methods';

/**
 * Answers one call. `path` is as in `/platform.iam.v2beta1.Groups/GetGroup`, `authorization` the metadata of that name.
 * Throws what the service throws.
 */
export type Rpc = (path: string, authorization: string | undefined, request: Uint8Array) => Promise<Uint8Array>;

export interface RpcOptions {
  readonly declarations: readonly Declaration[];
  readonly service: Service;
  readonly authority: Authority;
}

export function createRpc({ declarations, service, authority }: RpcOptions): Rpc {
  const methods = new Map(methodsOf(declarations).map((method) => [method.path, method]));
  return async (path, authorization, request) => {
    const method = methods.get(path);
    if (method === undefined) throw new ServiceError('UNIMPLEMENTED', `Unimplemented: there is no method ${path}`);
    const caller = await authority.authenticate(authorization);
    let input: Record<string, unknown>;
    try {
      input = decode(method.request, request);
    } catch {
      throw invalidField('request', 'request must be a message of the method');
    }
    return encode(method.response, method.call(service, input, caller));
  };
}
