/** Mutual TLS: a server with an expected client begins no session with any other. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, type ConnectionOptions } from 'node:tls';
import { createCertificate } from '../../../src/plugin/goplugin/certificate';
import { createPluginServer } from '../../../src/plugin/goplugin/http2';

const [own, client, other] = [createCertificate(), createCertificate(), createCertificate()];

type Certificate = ReturnType<typeof createCertificate>;
const shown = ({ certificatePem, privateKeyPem }: Certificate): ConnectionOptions => ({
  cert: certificatePem,
  key: privateKeyPem,
});

/** Resolves to `session`, or to the reason why the server ended the connection. */
async function connected(options: ConnectionOptions): Promise<string> {
  const server = createPluginServer(
    {},
    {
      key: own.privateKeyPem,
      certificate: own.certificatePem,
      clientCertificate: client.certificatePem,
    },
  );
  const outcome = new Promise<string>((resolve) => {
    server.on('session', () => resolve('session'));
    server.on('tlsClientError', ({ message }: Error) => resolve(message));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const expected = { host: '127.0.0.1', ca: own.certificatePem, servername: 'localhost', ALPNProtocols: ['h2'] };
  try {
    const socket = connect({ ...options, ...expected, port });
    socket.on('error', () => undefined);
    return await outcome.finally(() => socket.destroy());
  } finally {
    server.close();
  }
}

test('the expected client begins a session', async () => {
  expect(await connected(shown(client))).toBe('session');
});

test.each<[string, ConnectionOptions]>([
  ['without a certificate', {}],
  ['with a certificate of another client', shown(other)],
  ['with the certificate of the server', shown(own)],
])('a client %s begins none', async (_, options) => {
  expect(await connected(options)).toBe('the client has another certificate than the expected one');
});

test('a client with the expected certificate and another key begins none', async () => {
  await expect(connected({ cert: client.certificatePem, key: other.privateKeyPem })).rejects.toThrow(/key/);
});
