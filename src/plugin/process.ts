/**
 * Runs a plugin in the process that Terraform starts, or in another process. Loads only what the handshake needs: Terraform
 * starts a provider three times for a plan, once only for its schema.
 */
import { writeSync } from 'node:fs';
import type { CallSession } from '../grpc/call-stream';
import { createGrpcServer, type Routes } from '../grpc/server';
import { createCertificate } from './goplugin/certificate';
import { listenOnEndpoint } from './goplugin/endpoint';
import { handshakeLine, protocolVersion, readHandshake, type Env, type Handshake } from './goplugin/handshake';
import { superviseLifetime, trackCalls } from './goplugin/lifetime';
import { createPluginServer } from './goplugin/http2';
import { createLog, logConsole, type LeveledLog } from './goplugin/log';
import { createPluginRoutes, pluginLimits } from './goplugin/services';

/** Options of {@link serve}. */
export interface ServeOptions {
  /**
   * The response to GetProviderSchema, encoded by `encodedSchema` when the executable was built. The start then neither
   * checks nor encodes it. @default encoded when Terraform requests it
   */
  readonly encodedSchema?: (() => Uint8Array) | undefined;
}

/** A provider that is served by {@link startReattach}. */
export interface Reattached {
  /** Add it to the environment of every `terraform` command. */
  readonly env: { readonly TF_REATTACH_PROVIDERS: string };
  /** True if only this user can reach it: a port is open to all users of the machine. */
  readonly isPrivate: boolean;
  /** Closes the connections and removes the socket. Calls in progress continue, but nobody receives their responses. */
  close(): Promise<void>;
}

/** Options of {@link startReattach}. */
export interface ReattachOptions {
  /** The environment with the log levels and the folder of the socket. @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Receives each log line, with its newline. @default writes to stderr */
  readonly writeLog?: (line: string) => void;
}

/** The parts of a provider that the process needs. */
export interface Plugin extends ServeOptions {
  /** As in `terraform-provider-<name>`. */
  readonly name: string;
  /** The source address, `registry.example/namespace/name`. */
  readonly address: string;
  /** Its further source addresses, for users who install it from a registry. */
  readonly registryAddresses?: readonly string[];
  readonly version: string;
  /** Called with the first call that needs the provider: until then, its code need not be loaded. */
  readonly createRoutes: (log: LeveledLog) => Routes;
}

export async function servePlugin(plugin: Plugin): Promise<void> {
  if (process.argv.includes('--version')) {
    process.stdout.write(`${plugin.version}\n`);
    return;
  }
  if (process.argv.includes('--debug')) return debug(plugin);
  const handshake = readHandshake(process.env);
  if (handshake.kind === 'not-started-by-terraform') {
    process.stderr.write(help(plugin));
    process.exitCode = 1;
  } else if (handshake.kind === 'refused') {
    failToStart(plugin, handshake.reason);
  } else {
    try {
      await serveAccepted(plugin, handshake);
    } catch (error) {
      failToStart(plugin, error);
    }
  }
}

async function serveAccepted(plugin: Plugin, handshake: Extract<Handshake, { kind: 'accepted' }>): Promise<void> {
  const log = createLog({ name: plugin.name, env: process.env, write: (line) => process.stderr.write(line) });
  logConsole(console, log);
  const inFlight = trackCalls();
  const lifetime = superviseLifetime(process, inFlight, log, (error) => failToStart(plugin, error));
  const certificate = handshake.clientCertificate === undefined ? undefined : createCertificate();
  const tls = certificate && {
    key: certificate.privateKeyPem,
    certificate: certificate.certificatePem,
    clientCertificate: handshake.clientCertificate ?? '',
  };
  const server = createGrpcServer(createPluginServer(process.env, tls), {
    ...pluginLimits,
    routes: createPluginRoutes(plugin, log, () => lifetime.shutdownRequested()),
    track: (work) => inFlight.run(work),
    onSession(session) {
      endpoint.hide();
      lifetime.connectionOpened();
      session.on('close', () => lifetime.connectionClosed());
    },
    onProblem: (error) => log.debug('Connection trouble', { error }),
  });
  const endpoint = await listenOnEndpoint(server, process.env);
  process.on('exit', endpoint.hide);
  // Creating the stream of stdout takes longer than creating the certificate.
  writeSync(1, handshakeLine(endpoint.address, certificate?.certificateDer, handshake.asksMultiplex));
  // When Terraform has died, writing to its pipes fails; work in progress must still come to its end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  lifetime.started();
  optimizeLater();
}

/**
 * Node 20 optimizes functions so early that in a run of a thousand resources compiling them takes more CPU than it
 * saves; at ten thousand it makes no difference. Later releases wait without it, and do not have this option of V8.
 */
function optimizeLater(): void {
  const fourTimesTheDefault = 4 * 66 * 1024;
  if (process.versions.node.startsWith('20.'))
    process.getBuiltinModule('node:v8').setFlagsFromString(`--interrupt-budget=${fourTimesTheDefault}`);
}

export async function reattachPlugin(plugin: Plugin, options: ReattachOptions = {}): Promise<Reattached> {
  const env: Env = options.env ?? process.env;
  const write = options.writeLog ?? ((line: string) => void process.stderr.write(line));
  const log = createLog({ name: plugin.name, env, write });
  // Each provider block has a connection and a configuration of its own, as it has a process otherwise.
  const sessions = new Map<CallSession | undefined, Routes>();
  const server = createGrpcServer(createPluginServer(env), {
    ...pluginLimits,
    routes: (session) => sessions.get(session),
    onSession(session) {
      sessions.set(
        session,
        createPluginRoutes(plugin, log, () => undefined),
      );
      session.on('close', () => sessions.delete(session));
    },
    onProblem: (error) => log.debug('Connection trouble', { error }),
  });
  const endpoint = await listenOnEndpoint(server, env);
  process.on('exit', endpoint.hide);
  const { network, address } = endpoint.address;
  const description = {
    Protocol: 'grpc',
    ProtocolVersion: protocolVersion,
    Pid: process.pid,
    Test: true,
    Addr: { Network: network, String: address },
  };
  const addresses = [plugin.address, ...(plugin.registryAddresses ?? [])];
  return {
    env: { TF_REATTACH_PROVIDERS: JSON.stringify(Object.fromEntries(addresses.map((one) => [one, description]))) },
    isPrivate: network === 'unix',
    async close() {
      process.off('exit', endpoint.hide);
      const closed = new Promise((resolve) => server.close(resolve));
      for (const session of sessions.keys()) session?.destroy();
      await closed;
      endpoint.hide();
    },
  };
}

async function debug(plugin: Plugin): Promise<void> {
  const running = await reattachPlugin(plugin);
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => void running.close().then(() => process.exit(0)));
  process.stdout.write(`TF_REATTACH_PROVIDERS='${running.env.TF_REATTACH_PROVIDERS}'\n`);
}

function failToStart({ name }: Plugin, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  const options = process.env.NODE_OPTIONS
    ? ` NODE_OPTIONS is set to "${process.env.NODE_OPTIONS}": try without it.`
    : '';
  process.stdout.write(`terraform-provider-${name} cannot start: ${reason}${options}\n`.replace(/\n(?=.)/g, ' '), () =>
    process.exit(1),
  );
}

function help({ name, address, registryAddresses = [], version }: Plugin): string {
  const inRegistries =
    registryAddresses.length > 0 ? `\nIn registries, its source is ${registryAddresses.join(' or ')}.\n` : '';
  return `This is version ${version} of the Terraform provider ${address}. Terraform starts it when a
configuration names it:

  terraform {
    required_providers {
      ${name} = {
        source = "${address}"
      }
    }
  }
${inRegistries}
With --debug it runs on its own and prints the variable that makes Terraform use the running process.
`;
}
