/** The HTTP/2 server of the plugin protocol: ours, or that of Node. */
import type { Server } from 'node:net';
import { createHttp2Server, type OneClient } from '../../grpc/http2/server';
import type { Env } from './handshake';

/** The environment variable that selects the server. */
const variable = 'PLUGIN_HTTP2_SERVER';

/**
 * Returns an HTTP/2 server; with `tls` for exactly one client. Set `PLUGIN_HTTP2_SERVER=node` to use the server of Node
 * instead of ours, which needs less CPU: `npm run bench -- calls` compares both.
 */
export function createPluginServer(env: Env, tls?: OneClient): Server {
  // Options of Node can make TLS fail, which Terraform shows only before the handshake line.
  if (env[variable] !== 'node') return createHttp2Server(tls, Boolean(env['NODE_OPTIONS']));
  // Loaded here because loading it delays the handshake.
  const { createSecureServer, createServer } = process.getBuiltinModule('node:http2');
  if (tls === undefined) return createServer();
  return createSecureServer({
    key: tls.key,
    cert: tls.certificate,
    ca: tls.clientCertificate,
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
  });
}
