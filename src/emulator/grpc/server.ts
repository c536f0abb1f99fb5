/**
 * The API over gRPC, before any socket: bytes in, bytes out, over the service that HTTP has, with the same authentication
 * and the same errors. Contract G5.
 */
import { codeOfNumber } from '../../api';
import { decode, encode } from '../../grpc/codec';
import { healthFile, healthRoutes } from '../../grpc/health';
import type { Values } from '../../grpc/message';
import { methodPath } from '../../grpc/proto-file';
import { reflectionRoutes } from '../../grpc/reflection';
import { createGrpcServer, type GrpcServer, type Route } from '../../grpc/server';
import { type CallStatus, GrpcError } from '../../grpc/status';
import type { Declaration } from '../../schema';
import type { TokenIssuer } from '../auth';
import { invalidField, ServiceError } from '../errors';
import { errorDetailsFile, statusOf } from './errors';
import { type Backend, type Method, protoFilesOf, servicesOf, withImported } from './methods';

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

/** As much as a body over HTTP may have. */
const maxMessageBytes = 1024 * 1024;

/** A server that listens nowhere: connections are handed to it. Whoever asks what is served, or whether, needs no token. */
export function createApiServer(rpc: Rpc, declarations: readonly Declaration[]): GrpcServer {
  const files = protoFilesOf(declarations);
  const services = files.flatMap(({ services: found = [] }) => found);
  const routes = new Map<string, Route>([
    ...services.flatMap((service) => service.methods.map((method) => apiRoute(rpc, methodPath(service, method)))),
    ...healthRoutes(services.map(({ name }) => name)),
    ...reflectionRoutes([...withImported(files), healthFile, errorDetailsFile]),
  ]);
  return createGrpcServer({ routes, maxMessageBytes, statusOf: statusOfAny });
}

function apiRoute(rpc: Rpc, path: string): [string, Route] {
  return [path, { kind: 'unary', answer: (request, { headers }) => rpc(path, headers.authorization, request) }];
}

/** What the transport refuses is said as the service says it. */
function statusOfAny(error: unknown): CallStatus {
  if (!(error instanceof GrpcError)) return statusOf(error);
  return statusOf(new ServiceError(codeOfNumber(error.status), error.message));
}
