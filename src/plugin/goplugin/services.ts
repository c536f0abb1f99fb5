/**
 * The services of a plugin's server: the calls of the provider, and the services that go-plugin requires of every
 * plugin.
 */
import type { Cancellable } from '../../grpc/cancellation';
import { decode, encode } from '../../grpc/codec';
import { providerMethods, providerServiceName, type Handler, type Handlers, type RpcName } from '../wire/service';
import type { MessageType } from '../../grpc/message';

import { healthRoutes } from '../../grpc/health';
import type { GrpcServerOptions, Route, Routes } from '../../grpc/server';
import { GrpcError, GrpcStatus } from '../../grpc/status';
import { Empty } from '../../grpc/well-known';
import type { LeveledLog } from './log';

/** The provider's own service. */
interface Served {
  readonly createHandlers: (log: LeveledLog) => Handlers;
  /** The response to GetProviderSchema, where it is known already. */
  readonly encodedSchema?: (() => Uint8Array) | undefined;
}

/** `onShutdown` runs when the host calls Shutdown. */
export function createRoutes(
  { createHandlers, encodedSchema }: Served,
  log: LeveledLog,
  onShutdown: () => void,
): Routes {
  const handlers = createHandlers(log);
  const routes = new Map(healthRoutes(['plugin']));
  for (const name of Object.keys(providerMethods) as RpcName[]) {
    const handler = handlers[name];
    if (handler !== undefined) routes.set(`/${providerServiceName}/${name}`, providerRoute(name, handler, log));
  }
  if (encodedSchema !== undefined) {
    const name = 'GetProviderSchema';
    const respond = () => logged(name, log, async () => encodedSchema());
    routes.set(`/${providerServiceName}/${name}`, { kind: 'unary', respond });
  }
  routes.set('/plugin.GRPCController/Shutdown', {
    kind: 'unary',
    respond: async () => {
      onShutdown();
      return encode(Empty, {});
    },
  });
  // Open streams also keep a gRPC client from closing an idle connection.
  routes.set('/plugin.GRPCStdio/StreamStdio', { kind: 'hold', until: 'connection' });
  routes.set('/plugin.GRPCBroker/StartStream', { kind: 'hold', until: 'client' });
  return routes;
}

/** The only client is Terraform, and its states may be large. */
export const pluginLimits: Pick<GrpcServerOptions, 'maxMessageBytes'> = { maxMessageBytes: 256 * 1024 * 1024 };

function providerRoute(name: RpcName, handler: Handler<RpcName>, log: LeveledLog): Route {
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

let requestCount = 0;

async function logged<T>(name: RpcName, log: LeveledLog, work: () => Promise<T>): Promise<T> {
  if (!log.enabled('trace')) return work();
  requestCount += 1;
  const fields = { tf_rpc: name, tf_req_id: `${process.pid}-${requestCount}` };
  const started = performance.now();
  log.trace('Received request', fields);
  try {
    return await work();
  } finally {
    log.trace('Served request', { ...fields, tf_req_duration_ms: Math.round(performance.now() - started) });
  }
}
