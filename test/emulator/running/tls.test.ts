/** The emulator with TLS, as clients of HTTP and gRPC reach it. */
import { credentials, loadPackageDefinition, Metadata, type ServiceClientConstructor } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { request } from 'node:https';
import { connect as connectPlain, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';
import { createCertificate } from '../../../src/plugin/goplugin/certificate';

const folder = mkdtempSync(join(tmpdir(), 'emulator-tls-'));
const tls = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };

function issue(): string {
  const { certificatePem, privateKeyPem } = createCertificate();
  // The length differs each time, so that the files have changed even on a file system with coarse times.
  writeFileSync(tls.certFile, certificatePem + '\n'.repeat(issued));
  writeFileSync(tls.keyFile, privateKeyPem + '\n'.repeat(issued++));
  return certificatePem;
}
let issued = 0;
let ca = issue();

let running: RunningEmulator;
let port: number;
beforeAll(async () => {
  running = await startEmulator({ tls, host: 'localhost' });
  port = Number(new URL(running.baseUrl).port);
});
afterAll(async () => {
  await running.close();
  rmSync(folder, { recursive: true });
});

async function toStatus(path: string): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${running.token}` };
  const asking = request(`${running.baseUrl}${path}`, { ca, headers, agent: false }).end();
  const [response] = (await once(asking, 'response')) as [{ readonly statusCode?: number; resume(): void }];
  response.resume();
  return response.statusCode;
}

test('REST is served at an address with https', async () => {
  expect(running.baseUrl).toMatch(/^https:\/\/localhost:\d+$/);
  expect(await toStatus(`/iam/v2beta1/groups/${running.rootGroupUid}`)).toBe(200);
});

test('gRPC is served at the same port', async () => {
  const definition = loadSync('chainguard/platform/iam/v2/iam.proto', {
    includeDirs: ['src/emulator/grpc/proto'],
  });
  const { chainguard } = loadPackageDefinition(definition) as unknown as {
    chainguard: { platform: { iam: { v2: { GroupsService: ServiceClientConstructor } } } };
  };
  const { GroupsService } = chainguard.platform.iam.v2;
  const client = new GroupsService(`localhost:${port}`, credentials.createSsl(Buffer.from(ca)));
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${running.token}`);
  const group = await new Promise((resolve, reject) =>
    client.GetGroup!({ uid: running.rootGroupUid }, metadata, (error: Error | null, found: unknown) =>
      error === null ? resolve(found) : reject(error),
    ),
  );
  client.close();
  expect(group).toMatchObject({ name: 'acme' });
});

test.each([
  [['h2', 'http/1.1'], 'http/1.1'],
  [['h2'], 'h2'],
])('a client that offers %j speaks %s', async (offered, expected) => {
  const socket = connect({ port, host: 'localhost', ca, ALPNProtocols: offered });
  await once(socket, 'secureConnect');
  expect(socket.alpnProtocol).toBe(expected);
  socket.destroy();
});

test('a client without TLS receives no response of the API', async () => {
  const socket = connectPlain(port, 'localhost').on('error', () => undefined);
  socket.end('GET /ping/v2beta1/ping HTTP/1.1\r\nhost: localhost\r\n\r\n');
  let received = '';
  socket.on('data', (data: Buffer) => (received += data.toString('latin1')));
  await once(socket, 'close');
  expect(received).not.toContain('HTTP');
});

test('a renewed certificate is used by the next connection', async () => {
  const previous = ca;
  ca = issue();
  expect(await toStatus('/ping/v2beta1/ping')).toBe(200);
  ca = previous;
  await expect(toStatus('/ping/v2beta1/ping')).rejects.toThrow(/certificate/);
});

test('closing ends open connections, before and after the handshake', async () => {
  const other = await startEmulator({ tls });
  const { port } = new URL(other.baseUrl);
  const silent = connectPlain(Number(port), '127.0.0.1').on('error', () => undefined);
  const secure = connect({ port: Number(port), rejectUnauthorized: false }).on('error', () => undefined);
  await Promise.all([once(silent, 'connect'), once(secure, 'secureConnect')]);
  const ended = [once(silent, 'close'), once(secure, 'close')];
  await other.close();
  await Promise.all(ended);
});

describe('an address that other machines reach', () => {
  test('needs TLS, in its own thread, too', async () => {
    for (const options of [{ host: '0.0.0.0' }, { host: '::' }, { host: '127.1' }, { host: '' }])
      await expect(startEmulator(options)).rejects.toThrow('the network can read all tokens');
    await expect(startEmulator({ host: '0.0.0.0', thread: true })).rejects.toThrow('the network can read all tokens');
  });

  test('never reads keys from its own machine, even if its base URL is loopback', async () => {
    const requested: string[] = [];
    const issuer = createServer(({ url = '' }, response) => {
      requested.push(url);
      response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(issuer, 'listening');
    const iss = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
    const identity = { name: 'ci', claimMatch: { issuer: iss, subject: 'ci' } };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = [part({ alg: 'RS256' }), part({ iss, sub: 'ci', aud: 'localhost', exp: 4e9 }), 'c2ln'].join('.');
    const requestsOf = async (host: string) => {
      requested.length = 0;
      const api = await startEmulator({
        host,
        allowPlaintext: true,
        seed: { groups: [{ name: 'acme', identities: [identity] }] },
      });
      const { identities } = (await api.snapshot()).groups![0]! as unknown as { identities: [{ uid: string }] };
      const query = new URLSearchParams({ aud: api.baseUrl, identity: identities[0].uid });
      const { status } = await fetch(`${api.baseUrl}/sts/exchange?${query.toString()}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      });
      await api.close();
      return { status, requested: [...requested] };
    };
    expect(await requestsOf('127.0.0.1')).toEqual({ status: 401, requested: ['/.well-known/openid-configuration'] });
    expect(await requestsOf('0.0.0.0')).toEqual({ status: 401, requested: [] });
    issuer.close();
  });

  test('is the first public URL, or localhost, if it means all addresses', async () => {
    const named = await startEmulator({ host: '0.0.0.0', tls, publicUrls: ['https://iam.example.com/'] });
    expect([named.baseUrl, named.authUrl]).toEqual(['https://iam.example.com', 'https://iam.example.com']);
    await named.close();
    const nameless = await startEmulator({ host: '0.0.0.0', allowPlaintext: true });
    expect(nameless.baseUrl).toMatch(/^http:\/\/localhost:\d+$/);
    await nameless.close();
  });
});
