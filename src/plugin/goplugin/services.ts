/**
 * The services of a plugin's server: the calls of the provider, and the services that go-plugin requires of every
 * plugin.
 */
import { encode } from '../../grpc/codec';
import { healthRoutes } from '../../grpc/health';
import type { GrpcServerOptions, Routes } from '../../grpc/server';
import { Empty } from '../../grpc/well-known';
import { logged } from './call-log';
import type { LeveledLog } from './log';

/** The provider's own service. */
interface Served {
  readonly createRoutes: (log: LeveledLog) => Routes;
  /** The response to GetProviderSchema, where it is known already. */
  readonly encodedSchema?: (() => Uint8Array) | undefined;
}

/** `onShutdown` runs when the host calls Shutdown. */
export function createPluginRoutes(
  { createRoutes, encodedSchema }: Served,
  log: LeveledLog,
  onShutdown: () => void,
): Routes {
  const routes = new Map(healthRoutes(['plugin']));
  if (encodedSchema !== undefined) {
    const name = 'GetProviderSchema';
    const respond = () => logged(name, log, async () => encodedSchema());
    routes.set(`/tfplugin6.Provider/${name}`, { kind: 'unary', respond });
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
  let provider: Routes | undefined;
  return { get: (path) => routes.get(path) ?? (provider ??= createRoutes(log)).get(path) };
}

/** The only client is Terraform, and its states may be large. */
export const pluginLimits: Pick<GrpcServerOptions, 'maxMessageBytes'> = { maxMessageBytes: 256 * 1024 * 1024 };
