/** The API, reflection and health at a server. */
import { codeOfNumber } from '../../api';
import { healthFile, healthRoutes } from '../../grpc/health';
import { methodPath } from '../../grpc/proto-file';
import { reflectionRoutes } from '../../grpc/reflection';
import { createGrpcServer, type GrpcServer, type Route } from '../../grpc/server';
import { GrpcError, type CallStatus } from '../../grpc/status';
import type { Declaration } from '../../schema';
import { ServiceError } from '../errors';
import { errorDetailsFile, statusOf } from './error-details';
import { protoFilesOf, withImported } from './files';
import type { Rpc } from './rpc';

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
