/**
 * Serves a provider from a process that Terraform did not start: a test, or a debugger. Terraform finds it through an
 * environment variable, needs no installation, and neither stops nor restarts it.
 */
import type { Http2Session } from 'node:http2';
import { listen } from './endpoint';
import { createGrpcServer } from '../../grpc/server';
import { protocolVersion, type Env } from './handshake';
import { createLog, type Log } from './log';
import type { Plugin } from './plugin';
import { createRoutes, pluginLimits } from './services';

export interface Reattached {
  /** Add it to the environment of every `terraform` command. */
  readonly env: { readonly TF_REATTACH_PROVIDERS: string };
  /** Breaks the connections and removes the socket; calls in progress go on without anybody who listens. */
  close(): Promise<void>;
}

/**
 * One process serves all walks and all provider blocks: it is configured many times. Plain text, as Terraform expects
 * of a reattached provider, on a socket that only this user can reach.
 *
 * @example
 * const running = await startReattach(plugin);
 * spawnSync('terraform', ['plan'], { env: { ...process.env, ...running.env } });
 * await running.close();
 */
export async function startReattach(
  plugin: Plugin,
  options: { readonly env?: Env; readonly log?: Log } = {},
): Promise<Reattached> {
  const env = options.env ?? process.env;
  const log = options.log ?? createLog({ name: plugin.name, env, write: (line) => process.stderr.write(line) });
  const sessions = new Set<Http2Session>();
  const server = createGrpcServer({
    ...pluginLimits,
    routes: createRoutes(plugin.createHandlers(log), log, () => undefined),
    onSession(session) {
      sessions.add(session);
      session.on('close', () => sessions.delete(session));
    },
    onProblem: (error) => log.debug('Connection trouble', { error }),
  });
  const endpoint = await listen(server, env);
  process.on('exit', endpoint.hide);
  const { network, address } = endpoint.address;
  const description = {
    Protocol: 'grpc',
    ProtocolVersion: protocolVersion,
    Pid: process.pid,
    Test: true,
    Addr: { Network: network, String: address },
  };
  return {
    env: { TF_REATTACH_PROVIDERS: JSON.stringify({ [plugin.address]: description }) },
    async close() {
      process.off('exit', endpoint.hide);
      const closed = new Promise((resolve) => server.close(resolve));
      for (const session of sessions) session.destroy();
      await closed;
      endpoint.hide();
    },
  };
}
