/** The standard health service. The status of each service is SERVING as long as the server runs. Source: grpc.io "GRPC Health Checking Protocol". */
import { decode, encode } from './codec';
import { enumeration, message, string, type EnumType } from './message';
import type { GrpcRoute } from './server';
import { methodPath, type ProtoFile, type ServiceType } from './proto-file';
import { GrpcError, GrpcStatus } from './status';

const ServingStatus = { unknown: 0, serving: 1, notServing: 2, serviceUnknown: 3 } as const;

const servingStatus: EnumType = {
  name: 'grpc.health.v1.HealthCheckResponse.ServingStatus',
  values: { UNKNOWN: 0, SERVING: 1, NOT_SERVING: 2, SERVICE_UNKNOWN: 3 },
};

export const HealthCheckRequest = message({ service: string(1) }, { name: 'grpc.health.v1.HealthCheckRequest' });
export const HealthCheckResponse = message(
  { status: enumeration(1, servingStatus) },
  { name: 'grpc.health.v1.HealthCheckResponse' },
);

const check = { name: 'Check', request: HealthCheckRequest, response: HealthCheckResponse } as const;
const watch = { ...check, name: 'Watch', streams: 'server' } as const;

const healthService: ServiceType = { name: 'grpc.health.v1.Health', methods: [check, watch] };
export const healthFile: ProtoFile = {
  name: 'grpc/health/v1/health.proto',
  package: 'grpc.health.v1',
  services: [healthService],
};

/** Answers for the server as a whole (the empty name) and for each of `services`. Nobody needs to sign in for that. */
export function healthRoutes(services: readonly string[]): readonly (readonly [path: string, route: GrpcRoute])[] {
  const known = new Set(['', ...services]);
  const respond = async (request: Uint8Array): Promise<Uint8Array> => {
    const service = serviceIn(request);
    if (!known.has(service)) throw new GrpcError(GrpcStatus.notFound, `unknown service "${service}"`);
    return encode(HealthCheckResponse, { status: ServingStatus.serving });
  };
  // A service that does not exist today may exist tomorrow: the watcher gets its status and continues to watch.
  const first = (request: Uint8Array): Uint8Array => {
    const status = known.has(serviceIn(request)) ? ServingStatus.serving : ServingStatus.serviceUnknown;
    return encode(HealthCheckResponse, { status });
  };
  return [
    [methodPath(healthService, check), { kind: 'unary', respond }],
    [methodPath(healthService, watch), { kind: 'watch', first }],
  ];
}

function serviceIn(request: Uint8Array): string {
  try {
    return decode(HealthCheckRequest, request).service;
  } catch {
    throw new GrpcError(GrpcStatus.invalidArgument, 'the request is not a HealthCheckRequest');
  }
}
