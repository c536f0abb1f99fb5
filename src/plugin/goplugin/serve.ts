/**
 * Runs a provider as Terraform starts it: one process, one connection, from the handshake to the end.
 */
import { createCertificate } from './certificate';
import { logConsole } from './console';
import { listen } from './endpoint';
import { createGrpcServer } from '../../grpc/server';
import { handshakeLine, readHandshake, type Handshake } from './handshake';
import { trackCalls } from './in-flight';
import { superviseLifetime } from './lifetime';
import { createLog } from './log';
import type { Plugin } from './plugin';
import { startReattach } from './reattach';
import { createRoutes, pluginLimits } from './services';

/**
 * Serves until Terraform is done, then ends the process. Started by anything else it prints help and exits with 1.
 * A failure to start is one readable line on stdout, which Terraform shows, and exit code 1.
 */
export async function servePlugin(plugin: Plugin): Promise<void> {
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
      failToStart(plugin, error instanceof Error ? error.message : String(error));
    }
  }
}

async function serveAccepted(plugin: Plugin, handshake: Extract<Handshake, { kind: 'accepted' }>): Promise<void> {
  // A host that has died must not take us with it while we still finish its work.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const log = createLog({ name: plugin.name, env: process.env, write: (line) => process.stderr.write(line) });
  logConsole(console, log);
  const inFlight = trackCalls();
  const lifetime = superviseLifetime(process, inFlight, log);
  const certificate = handshake.clientCertificate === undefined ? undefined : createCertificate();
  const server = createGrpcServer({
    ...pluginLimits,
    routes: createRoutes(plugin.createHandlers(log), log, () => lifetime.shutdownRequested()),
    track: (work) => inFlight.run(work),
    tls: certificate && {
      key: certificate.privateKeyPem,
      certificate: certificate.certificatePem,
      clientCertificate: handshake.clientCertificate ?? '',
    },
    onSession(session) {
      endpoint.hide();
      lifetime.connectionOpened();
      session.on('close', () => lifetime.connectionClosed());
    },
    onProblem: (error) => log.debug('Connection trouble', { error }),
  });
  const endpoint = await listen(server, process.env);
  process.on('exit', endpoint.hide);
  process.stdout.write(handshakeLine(endpoint.address, certificate?.certificateDer, handshake.asksMultiplex));
}

async function debug(plugin: Plugin): Promise<void> {
  const running = await startReattach(plugin);
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => void running.close().then(() => process.exit(0)));
  process.stdout.write(`TF_REATTACH_PROVIDERS='${running.env.TF_REATTACH_PROVIDERS}'\n`);
}

function failToStart({ name }: Plugin, reason: string): void {
  const options = process.env.NODE_OPTIONS
    ? ` NODE_OPTIONS is set to "${process.env.NODE_OPTIONS}": try without it.`
    : '';
  process.stdout.write(`terraform-provider-${name} cannot start: ${reason}${options}\n`.replace(/\n(?=.)/g, ' '), () =>
    process.exit(1),
  );
}

function help({ name, address }: Plugin): string {
  return `This is the Terraform provider ${address}. Terraform starts it by itself, once a configuration names it:

  terraform {
    required_providers {
      ${name} = {
        source = "${address}"
      }
    }
  }

With --debug it runs on its own and prints the variable that makes Terraform use the running process.
`;
}
