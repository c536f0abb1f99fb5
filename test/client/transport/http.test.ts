/** The client over real sockets: what only a network can do to it. */
import { execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { connect, type Socket, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect, promisify } from 'node:util';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { createServer as createTlsServer } from 'node:https';
import type { RequestListener } from 'node:http';
import { ApiError, createClient, type Client, type ClientOptions } from '../../../src/client';
import { openTransport } from '../../../src/client/transport/http';
import { MAX_RESPONSE_BYTES } from '../../../src/client/transport/response-limits';
import { createCertificate } from '../../../src/plugin/goplugin/certificate';
import { group } from '../../../src/model/kinds';
import { bodyOf, CHILD, ROOT, startCannedServer, TOKEN } from '../canned';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  while (closing.length > 0) await closing.pop()?.();
});

async function serve(listener: RequestListener) {
  const started = await startCannedServer(listener);
  closing.push(() => started.close());
  return started;
}

function clientOf(baseUrl: string, options: Partial<ClientOptions> = {}): Client {
  const client = createClient({ baseUrl, token: TOKEN, random: () => 0, ...options });
  closing.push(() => client.close());
  return client;
}

const failureOf = (work: Promise<unknown>): Promise<ApiError> =>
  work.then(
    () => Promise.reject(new Error('the call did not fail')),
    (error: unknown) => ApiError.from(error),
  );

const found = JSON.stringify({ uid: CHILD, name: 'a' });

describe('a call over a socket', () => {
  it('sends headers and body unchanged', async () => {
    const seen: unknown[] = [];
    const { baseUrl } = await serve((request, response) => {
      const { authorization, 'content-type': type } = request.headers;
      void bodyOf(request).then((body) => {
        seen.push([request.method, request.url, authorization, type, body]);
        response.end(found);
      });
    });
    await clientOf(baseUrl).create(group, ROOT, { name: 'a', description: 'äöü' });
    expect(seen).toEqual([
      [
        'POST',
        `/iam/v2beta1/groups/${ROOT}`,
        `Bearer ${TOKEN}`,
        'application/json',
        '{"name":"a","description":"äöü"}',
      ],
    ]);
  });

  it('asks for gzip, and reads it', async () => {
    const { baseUrl } = await serve((request, response) => {
      expect(request.headers['accept-encoding']).toBe('gzip');
      response.setHeader('content-encoding', 'gzip').end(gzipSync(found));
    });
    expect(await clientOf(baseUrl).get(group, CHILD)).toMatchObject({ name: 'a' });
  });

  it('is lost if the compressed response is broken or too large', async () => {
    const large = gzipSync(Buffer.alloc(MAX_RESPONSE_BYTES + 1));
    const bodies = [Buffer.from('no gzip'), large];
    const { baseUrl } = await serve((_, response) => {
      response.setHeader('content-encoding', 'gzip').end(bodies.shift());
    });
    const client = clientOf(baseUrl, { maxRetries: 0 });
    expect((await failureOf(client.get(group, CHILD))).explanation).toContain('the compressed response is broken');
    expect((await failureOf(client.get(group, CHILD))).explanation).toContain('is larger than 64 MiB');
  }, 30_000);

  it.each(['gzip', 'GZIP', 'x-gzip', 'identity, gzip'])('reads %s, also if it was not requested', async (encoding) => {
    const { baseUrl } = await serve((_, response) => {
      response.setHeader('content-encoding', encoding).end(gzipSync(found));
    });
    expect(await clientOf(baseUrl).get(group, CHILD)).toMatchObject({ name: 'a' });
  });

  it.each([
    ['br', brotliCompressSync(found)],
    ['deflate', deflateSync(found)],
    ['gzip, gzip', gzipSync(gzipSync(found))],
    ['pack200', Buffer.from(found)],
  ])('names an encoding that it cannot read: %s', async (encoding, body) => {
    const statuses: number[] = [];
    const { baseUrl } = await serve((_, response) => {
      response.writeHead(statuses.shift() ?? 200, { 'content-encoding': encoding }).end(body);
    });
    const client = clientOf(baseUrl);
    const named = {
      explanation: expect.stringContaining(`and the body has the content encoding ${JSON.stringify(encoding)}`),
    };
    expect(await failureOf(client.get(group, CHILD))).toMatchObject({ code: 'UNKNOWN', status: 200, ...named });
    const created = client.create(group, ROOT, { name: 'a' });
    expect(await failureOf(created)).toMatchObject({ outcome: 'unknown', ...named });
    statuses.push(403);
    const denied = { code: 'PERMISSION_DENIED', outcome: 'rejected', status: 403, ...named };
    expect(await failureOf(client.create(group, ROOT, { name: 'a' }))).toMatchObject(denied);
  });

  it('reads no body as empty, in any encoding that the client can read', async () => {
    const { baseUrl } = await serve((_, response) => {
      response.writeHead(204, { 'content-encoding': 'gzip' }).end();
    });
    await expect(clientOf(baseUrl).delete(group, CHILD)).resolves.toBeUndefined();
  });

  it('keeps its connection for the next', async () => {
    const { baseUrl, server } = await serve((_, response) => response.end(found));
    let connections = 0;
    server.on('connection', () => connections++);
    const client = clientOf(baseUrl);
    for (let i = 0; i < 20; i++) await client.get(group, CHILD);
    expect(connections).toBeLessThanOrEqual(2);
  });

  it('survives a response in pieces', async () => {
    const { baseUrl } = await serve((_, response) => {
      response.write(found.slice(0, 10), () => response.end(found.slice(10)));
    });
    expect(await clientOf(baseUrl).get(group, CHILD)).toMatchObject({ name: 'a' });
  });

  it('is cancelled while its response is on the way', async () => {
    const { baseUrl } = await serve((_, response) => response.write('{'));
    const cancel = new AbortController();
    const abort = (): void => cancel.abort();
    subscribe('undici:request:headers', abort);
    const call = failureOf(clientOf(baseUrl).get(group, CHILD, { signal: cancel.signal }));
    const error = await call.finally(() => unsubscribe('undici:request:headers', abort));
    expect(error).toMatchObject({ code: 'CANCELLED', outcome: 'unknown' });
  });

  it('ends when the response does not come in time', async () => {
    const { baseUrl } = await serve(() => undefined);
    const client = clientOf(baseUrl, { requestTimeoutMs: 50, maxRetries: 1 });
    const error = await failureOf(client.get(group, CHILD));
    expect(error).toMatchObject({ code: 'DEADLINE_EXCEEDED', explanation: 'no response within 0.05 s (2 attempts)' });
  });

  it('runs with many others under one signal without a warning', async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error): void => void warnings.push(warning);
    process.on('warning', warn);
    const { baseUrl } = await serve((_, response) => response.end(found));
    const client = clientOf(baseUrl);
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 100 }, () => client.get(group, CHILD, { signal })));
    await new Promise(setImmediate);
    process.off('warning', warn);
    expect(warnings).toEqual([]);
  });
});

describe('a connection that breaks', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['before the response', (socket) => socket.destroy()],
    ['by a reset', (socket) => socket.resetAndDestroy()],
    [
      'in the middle of the response',
      (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"uid":'),
    ],
    ['with nonsense', (socket) => void socket.end('220 smtp.example.com ESMTP\r\n')],
  ])('%s is tried again for a read, and left open for a create', async (_, end) => {
    let requests = 0;
    const { baseUrl } = await serve((request, response) => {
      requests++;
      if (request.method === 'GET' && requests === 2) response.end(found);
      else end(request.socket);
    });
    expect(await clientOf(baseUrl).get(group, CHILD)).toMatchObject({ name: 'a' });
    expect(requests).toBe(2);
    const error = await failureOf(clientOf(baseUrl).create(group, ROOT, { name: 'a' }));
    expect(error).toMatchObject({ code: 'UNAVAILABLE', outcome: 'unknown', status: undefined });
    expect(error.message).toContain('broke before the response arrived');
    expect(requests).toBe(3);
  });

  it('was never there when nobody listens, and the error says so', async () => {
    const started = await startCannedServer(() => undefined);
    const { baseUrl } = started;
    await started.close();
    const error = await failureOf(clientOf(baseUrl, { maxRetries: 1 }).create(group, ROOT, { name: 'a' }));
    expect(error).toMatchObject({ code: 'UNAVAILABLE', outcome: 'notSent' });
    expect(error.explanation).toBe(
      `nothing answers at ${baseUrl} (connection refused). Check the base URL and the network. (2 attempts)`,
    );
  });

  it('is not sought again and again where there is no such host', async () => {
    const error = await failureOf(clientOf('https://nowhere.invalid').get(group, CHILD));
    expect(error).toMatchObject({ code: 'UNAVAILABLE', outcome: 'notSent' });
    // Without a name server the same comes as "not just now".
    expect(error.explanation).toContain('nowhere.invalid');
  });

  it('is refused for a certificate that nobody vouches for', async () => {
    const { privateKeyPem, certificatePem } = createCertificate();
    const server = createTlsServer({ key: privateKeyPem, cert: certificatePem }, (_, response) => response.end(found));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => void server.close(() => resolve())));
    const error = await failureOf(clientOf(`https://localhost:${portOf(server)}`).get(group, CHILD));
    expect(error).toMatchObject({ code: 'UNAVAILABLE', outcome: 'notSent' });
    expect(error.explanation).toMatch(/certificate of localhost:\d+ is not trusted \(\w+\).*NODE_EXTRA_CA_CERTS/);
    expect(error.explanation).not.toContain('attempts');
  });
});

describe('the progress of a request', () => {
  async function progressAt(baseUrl: string) {
    const transport = openTransport(undefined);
    const reported: string[] = [];
    const { signal } = new AbortController();
    const report = (progress: string): void => void reported.push(progress);
    const request = { method: 'POST', url: `${baseUrl}/x`, headers: {}, body: '{}', signal, report };
    await transport.send(request).catch(() => undefined);
    await transport.close();
    return reported;
  }

  it('is "begun" before the first byte, and never without a connection', async () => {
    const seen: (readonly string[])[] = [];
    const started = await startCannedServer(({ socket }) => socket.destroy());
    seen.push(await progressAt(started.baseUrl));
    await started.close();
    seen.push(await progressAt(started.baseUrl));
    expect(seen).toEqual([['dispatched', 'begun'], ['dispatched']]);
  });
});

describe('an authority of one’s own', () => {
  it('names the missing protocol of a server that speaks HTTP/2 only', async () => {
    const { privateKeyPem, certificatePem } = createCertificate();
    const server = createSecureServer({ key: privateKeyPem, cert: certificatePem, ALPNProtocols: ['h2'] });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => void server.close(() => resolve())));
    const error = await failureOf(
      clientOf(`https://localhost:${(server.address() as AddressInfo).port}`).get(group, CHILD),
    );
    expect(error.outcome).toBe('notSent');
    expect(error.explanation).toMatch(/localhost:\d+ offers HTTP\/2 only \(ALPN\)/);
    expect(error.explanation).not.toContain('certificate');
  });

  it('is trusted when NODE_EXTRA_CA_CERTS names it', async () => {
    const { privateKeyPem, certificatePem } = createCertificate();
    const server = createTlsServer({ key: privateKeyPem, cert: certificatePem }, (_, response) => response.end(found));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => void server.close(() => resolve())));
    const folder = mkdtempSync(join(tmpdir(), 'authority-'));
    closing.push(async () => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'ca.pem'), certificatePem);
    const program = `
      const { createClient, group } = require(${JSON.stringify(join(__dirname, '../../../src/client'))});
      const client = createClient({ baseUrl: ${JSON.stringify(`https://localhost:${portOf(server)}`)}, token: 't', maxRetries: 0 });
      client.get(group, ${JSON.stringify(CHILD)}).then(({ name }) => console.log('read', name), (error) => console.log(error.message));
    `;
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') };
    const args = ['--require', 'tsx/cjs', '--eval', program];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env,
      timeout: 30_000,
      cwd: join(__dirname, '../../..'),
    });
    expect(stdout).toBe('read a\n');
  }, 40_000);
});

describe('a redirect', () => {
  it('is not followed: the token goes nowhere else', async () => {
    const elsewhere: unknown[] = [];
    const other = await serve((request, response) => {
      elsewhere.push(request.headers);
      response.end(found);
    });
    const { baseUrl } = await serve((_, response) => {
      response.writeHead(307, { location: `${other.baseUrl}/login` }).end();
    });
    for (const call of [clientOf(baseUrl).get(group, CHILD), clientOf(baseUrl).create(group, ROOT, { name: 'a' })]) {
      expect((await failureOf(call)).explanation).toContain('redirect (HTTP 307)');
    }
    expect(elsewhere).toEqual([]);
  });
});

describe('a proxy', () => {
  const before = { ...process.env };
  afterEach(() => {
    process.env = { ...before };
  });

  /** A proxy that tunnels everything to `target`, and says what it was asked for. */
  async function proxy(target: string, refuse = false) {
    const asked: string[] = [];
    const authorizations: unknown[] = [];
    const started = await serve((_, response) => response.writeHead(500).end());
    started.server.on('connect', (request, client: Socket) => {
      asked.push(String(request.url));
      authorizations.push(request.headers['proxy-authorization']);
      if (refuse) return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      const { hostname, port } = new URL(target);
      const upstream = connect(Number(port), hostname, () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n');
        upstream.pipe(client).pipe(upstream);
      });
      upstream.on('error', () => client.destroy());
      client.on('error', () => upstream.destroy());
    });
    return { ...started, asked, authorizations };
  }

  it('named in HTTPS_PROXY stands before every other host', async () => {
    const { baseUrl, asked } = await proxy('http://127.0.0.1:9', true);
    process.env['HTTPS_PROXY'] = baseUrl;
    const error = await failureOf(clientOf('https://api.example.invalid').get(group, CHILD));
    expect(asked).toEqual(['api.example.invalid:443']);
    expect(error).toMatchObject({ code: 'UNAVAILABLE', outcome: 'notSent' });
    expect(error.explanation).toBe(
      'the proxy refused to connect to api.example.invalid (it asks for a user and a password, status 407). Check HTTPS_PROXY and NO_PROXY.',
    );
  });

  it.each([
    ['host and port alone', (at: string) => at],
    ['an upper-case scheme', (at: string) => `HTTP://${at}`],
    ['a slash at the end', (at: string) => `http://${at}/`],
    ['spaces around it', (at: string) => ` http://${at} `],
  ])('is read with %s', async (_, valueFor) => {
    const { baseUrl, asked } = await proxy('http://127.0.0.1:9', true);
    process.env['HTTP_PROXY'] = valueFor(new URL(baseUrl).host);
    await failureOf(clientOf('https://api.example.invalid').get(group, CHILD));
    expect(asked).toEqual(['api.example.invalid:443']);
  });

  it.each([
    ['user:secret', 'user', 'secret'],
    ['user:p#ss/w?rd', 'user', 'p#ss/w?rd'],
    ['user:p@ss:w@rd', 'user', 'p@ss:w@rd'],
    ['user:p%23ss', 'user', 'p#ss'],
    ['user:100%', 'user', '100%'],
    ['user:ü b', 'user', 'ü b'],
    ['a%40b:secret', 'a@b', 'secret'],
  ])('gets the user and password of %s', async (credentials, user, password) => {
    const { baseUrl, authorizations } = await proxy('http://127.0.0.1:9', true);
    process.env['HTTPS_PROXY'] = `http://${credentials}@${new URL(baseUrl).host}`;
    const error = await failureOf(clientOf('https://api.example.invalid').get(group, CHILD));
    expect(authorizations).toEqual([`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`]);
    expect(inspect(error, { depth: 9 })).not.toContain(password);
  });

  it.each([
    ['HTTP_PROXY', ['HTTP_PROXY']],
    ['https_proxy', ['HTTP_PROXY', 'https_proxy']],
  ])('that refuses is named by the variable that was used: %s among %j', async (used, variables) => {
    const api = 'https://api.example.invalid';
    const { baseUrl } = await proxy('http://127.0.0.1:9', true);
    for (const variable of variables) process.env[variable] = baseUrl;
    const error = await failureOf(clientOf(api, { maxRetries: 0 }).get(group, CHILD));
    expect(error.explanation).toContain(`Check ${used} and NO_PROXY.`);
    for (const variable of variables) process.env[variable] = 'http://127.0.0.1:9';
    const silent = await failureOf(clientOf(api, { maxRetries: 0 }).get(group, CHILD));
    expect(silent.explanation).toContain(`the proxy http://127.0.0.1:9 (${used})`);
  });

  it('keeps its name if a secret is a part of it', async () => {
    process.env['HTTPS_PROXY'] = 'proxy.invalid:3128';
    const error = await failureOf(
      clientOf('https://api.example.invalid', { maxRetries: 0, token: 'invalid' }).get(group, CHILD),
    );
    expect(error.explanation).toMatch(/proxy http:\/\/proxy\.\(secret\):3128 \(HTTPS_PROXY\)/);
  });

  it.each([
    ['HTTPS_PROXY', 'HTTPS_PROXY'],
    ['https_proxy', 'https_proxy'],
    ['HTTP_PROXY', 'HTTP_PROXY'],
  ])('that does not answer is named with its variable: %s', async (variable, named) => {
    process.env[variable] = 'user:secret@127.0.0.1:9';
    const error = await failureOf(
      clientOf('https://api.example.invalid', { maxRetries: 0 }).create(group, ROOT, { name: 'a' }),
    );
    expect(error).toMatchObject({ code: 'UNAVAILABLE', outcome: 'notSent' });
    expect(error.explanation).toBe(
      `nothing answers at the proxy http://127.0.0.1:9 (${named}) (connection refused). Check the variable and the network.`,
    );
  });

  it('whose host does not exist is named with its variable', async () => {
    process.env['HTTPS_PROXY'] = 'proxy.invalid:3128';
    const error = await failureOf(clientOf('https://api.example.invalid', { maxRetries: 0 }).get(group, CHILD));
    expect(error.explanation).toMatch(/the (host|lookup) of .*proxy http:\/\/proxy\.invalid:3128 \(HTTPS_PROXY\)/);
  });

  it.each(['http://', 'ftp://proxy:3128', 'proxy:port', 'two words', 'user:secret@', 'http://proxy:3128/path'])(
    'that is not an address fails the call before anything is sent, and names the variable: %s',
    async (value) => {
      process.env['HTTPS_PROXY'] = value;
      const error = await failureOf(clientOf('https://api.example.invalid').create(group, ROOT, { name: 'a' }));
      expect(error).toMatchObject({ code: 'UNAVAILABLE', outcome: 'notSent' });
      expect(error.explanation).toContain('HTTPS_PROXY is not the address of a proxy. Write host:port');
      expect(error.explanation).not.toContain('secret');
    },
  );

  it('that is not an address does not matter for this machine', async () => {
    process.env['HTTP_PROXY'] = 'no address';
    const { baseUrl } = await serve((_, response) => response.end(found));
    expect(await clientOf(baseUrl).get(group, CHILD)).toMatchObject({ name: 'a' });
  });

  it('is passed by for the hosts in NO_PROXY and for this machine', async () => {
    const { baseUrl, asked } = await proxy('http://127.0.0.1:9', true);
    const direct = await serve((_, response) => response.end(found));
    process.env['HTTPS_PROXY'] = baseUrl;
    process.env['HTTP_PROXY'] = baseUrl;
    process.env['NO_PROXY'] = '.example.invalid';
    await failureOf(clientOf('https://api.example.invalid', { maxRetries: 0 }).get(group, CHILD));
    expect(await clientOf(direct.baseUrl).get(group, CHILD)).toMatchObject({ name: 'a' });
    expect(asked).toEqual([]);
  });
});

function portOf(server: { address(): unknown }): number {
  return (server.address() as AddressInfo).port;
}
