/** Decodes the requests of Terraform to a provider, and encodes the responses of its handlers. */
import type { Cancellable } from '../../grpc/cancellation';
import { decode, encode } from '../../grpc/codec';
import type { MessageType } from '../../grpc/message';
import type { GrpcRoute, Routes } from '../../grpc/server';
import { GrpcError, GrpcStatus } from '../../grpc/status';
import { providerMethods, providerServiceName, type Handler, type Handlers, type RpcName } from '../wire/service';
import { logged } from './call-log';
import type { LeveledLog } from './log';

/** Returns a route for each call that has a handler. */
export function bindProviderRoutes(handlers: Handlers, log: LeveledLog): Routes {
  const routes = new Map<string, GrpcRoute>();
  for (const name of Object.keys(providerMethods) as RpcName[]) {
    const handler = handlers[name];
    if (handler !== undefined) routes.set(`/${providerServiceName}/${name}`, providerRoute(name, handler, log));
  }
  return routes;
}

function providerRoute(name: RpcName, handler: Handler<RpcName>, log: LeveledLog): GrpcRoute {
  const method = providerMethods[name];
  // The table pairs each name with its messages and handler, but the compiler cannot follow that for a variable name.
  const response = method.response as MessageType<object>;
  const call = handler as (request: unknown, context: Cancellable) => Promise<object> | AsyncIterable<object>;
  const request = (bytes: Uint8Array): unknown => decodeRequest(method.request as MessageType<unknown>, bytes);
  if (method.stream) {
    return {
      kind: 'stream',
      async *respond(bytes, context) {
        for await (const event of call(request(bytes), context) as AsyncIterable<object>) yield encode(response, event);
      },
    };
  }
  return {
    kind: 'unary',
    respond: (bytes, context) => logged(name, log, async () => encode(response, await call(request(bytes), context))),
  };
}

function decodeRequest<T>(type: MessageType<T>, bytes: Uint8Array): T {
  try {
    return decode(type, bytes);
  } catch (error) {
    throw new GrpcError(
      GrpcStatus.internal,
      `malformed request: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
