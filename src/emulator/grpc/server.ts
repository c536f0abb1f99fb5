/**
 * The API over gRPC: the service that HTTP has, with the same authentication and the same errors (contract G5), with
 * reflection and health.
 */
import type { Http2Server } from 'node:http2';
import { codeNumber, codeOfNumber, detailType, type ErrorDetail, TYPE_URL_PREFIX } from '../../model/api';
import { onceFor } from '../../base/cache/once-for';
import { decode, encode } from '../../grpc/codec';
import { healthFile, healthRoutes } from '../../grpc/health';
import {
  bytes,
  type MessageField,
  int32,
  map,
  message,
  type MessageType,
  repeated,
  string,
  type DynamicMessage,
} from '../../grpc/message';
import { methodPath, type ProtoFile } from '../../grpc/proto-file';
import { reflectionRoutes } from '../../grpc/reflection';
import { createGrpcServer, type GrpcRoute } from '../../grpc/server';
import { type CallStatus, GrpcError } from '../../grpc/status';
import { Empty } from '../../grpc/well-known';
import type { Declaration } from '../../model/schema';
import type { TokenIssuer } from '../auth';
import { errorBody, invalidField, ServiceError } from '../wire/errors';
import { MAX_BODY_BYTES } from '../wire/messages';
import type { Caller } from '../wire/route';
import type { RpcBackend, ServedMethod } from './methods';
import { createProtoFiles, withImported } from './proto-files';
import { createAllServices } from './services';

/**
 * Handles a call. `path` is as in `/chainguard.platform.iam.v2beta1.GroupsService/GetGroup`, and `authorization` is the metadata
 * of that name. Throws the errors of the service.
 */
export type Rpc = (path: string, authorization: string | undefined, request: Uint8Array) => Promise<Uint8Array>;

export interface RpcOptions extends RpcBackend {
  readonly declarations: readonly Declaration[];
  readonly tokens: TokenIssuer;
}

export function createRpc({ declarations, tokens, ...backend }: RpcOptions): Rpc {
  return async (path, authorization, request) => {
    const method = getMethods(declarations).get(path);
    if (method === undefined) throw new ServiceError('UNIMPLEMENTED', `Unimplemented: there is no method ${path}`);
    const caller = method.isPublic === true ? nobody : await tokens.authenticate(authorization);
    let input: DynamicMessage;
    try {
      input = decode(method.request, request, messageLimits);
    } catch (error) {
      throw invalidField('request', `request must be a message of the method: ${(error as Error).message}`);
    }
    return encode(method.response, await method.call({ ...backend, authorization }, input, caller));
  };
}

const nobody: Caller = { subject: '', caps: [] };

/** Most emulators in tests receive no call over gRPC. */
const getMethods = onceFor(
  (declarations: readonly Declaration[]) =>
    new Map<string, ServedMethod>(
      createAllServices(declarations).flatMap((service) =>
        service.methods.map((method) => [methodPath(service, method), method] as const),
      ),
    ),
);

/** Within a body that HTTP would take, too. */
const messageLimits = { depth: 100, elements: 100_000 };

/** The limits of one connection, for any client. */
const connectionLimits = {
  maxMessageBytes: MAX_BODY_BYTES,
  maxUnadmittedBytes: 4 * 1024,
  requestTimeoutMs: 30_000,
  idleTimeoutMs: 120_000,
};
const http2Limits = { settings: { maxConcurrentStreams: 100, maxHeaderListSize: 16 * 1024 } };

/** Rejects unless the header carries a token of the API. */
export type Authenticate = (authorization: string | undefined) => Promise<unknown>;

interface ApiServerOptions {
  readonly rpc: Rpc;
  readonly authenticate: Authenticate;
  readonly declarations: readonly Declaration[];
  /** Throws unless the emulator is known by the authority that is called. */
  readonly checkHost: (authority: string | undefined, localAddress: string | undefined) => void;
}

/** A server that listens nowhere: it receives connections. Reflection and health need no token. */
export function createApiServer({ rpc, authenticate, declarations, checkHost }: ApiServerOptions): Http2Server {
  const services = createAllServices(declarations);
  const apiRoute = (path: string, { isPublic = false }: ServedMethod): GrpcRoute => ({
    kind: 'unary',
    ...(!isPublic && { admit: ({ authorization }) => authenticate(authorization) }),
    respond: (request, { headers }) => rpc(path, headers.authorization, request),
  });
  const routes = new Map<string, GrpcRoute>([
    ...services.flatMap((service) =>
      service.methods.map((method) => {
        const path = methodPath(service, method);
        return [path, apiRoute(path, method)] as const;
      }),
    ),
    ...healthRoutes(services.map(({ name }) => name)),
    ...reflectionRoutes([...withImported(createProtoFiles(services)), healthFile, errorDetailsFile]),
  ]);
  return createGrpcServer(process.getBuiltinModule('node:http2').createServer(http2Limits), {
    ...connectionLimits,
    routes,
    toStatus: getStatus,
    checkCall: ({ ':authority': authority, host }, localAddress) => checkHost(authority ?? host, localAddress),
  });
}

const named = (name: string, fields: Readonly<Record<string, MessageField>>): MessageType<DynamicMessage> =>
  message(fields, { name: `google.rpc.${name}` });

const detailMessages: Readonly<Record<string, MessageType<DynamicMessage>>> = {
  ErrorInfo: named('ErrorInfo', { reason: string(1), domain: string(2), metadata: map(3, 'string') }),
  BadRequest: named('BadRequest', {
    fieldViolations: repeated(1, named('BadRequest.FieldViolation', { field: string(1), description: string(2) })),
  }),
  PreconditionFailure: named('PreconditionFailure', {
    violations: repeated(
      1,
      named('PreconditionFailure.Violation', { type: string(1), subject: string(2), description: string(3) }),
    ),
  }),
  ResourceInfo: named('ResourceInfo', { resourceType: string(1), resourceName: string(2), description: string(4) }),
};
/** Served by reflection, so that tools can print the details of an error. */
const errorDetailsFile: ProtoFile = {
  name: 'google/rpc/error_details.proto',
  package: 'google.rpc',
  messages: Object.values(detailMessages),
};
const Any = message({ typeUrl: string(1), value: bytes(2) });
const Status = message({ code: int32(1), message: string(2), details: repeated(3, Any) });

/** The status of an error, with the body that HTTP has; one that nobody meant to throw is INTERNAL without its words. */
function getStatus(error: unknown): CallStatus {
  // An error of the transport has a code and a message alone.
  const isTransportError = error instanceof GrpcError;
  const known = errorBody(
    isTransportError ? new ServiceError(codeOfNumber(error.status), error.message) : error,
    'iam',
  );
  if (known === undefined) return { code: codeNumber('INTERNAL'), message: 'Internal error' };
  const { code, message: text, details } = known;
  return { code, message: text, details: encode(Status, { code, message: text, details: details.map(anyOf) }) };
}

function anyOf(detail: ErrorDetail): { readonly typeUrl: string; readonly value: Uint8Array } {
  const type = detailType(detail);
  return { typeUrl: `${TYPE_URL_PREFIX}${type}`, value: encode(detailMessages[type] ?? Empty, detail) };
}
