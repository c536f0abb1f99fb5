import { once } from 'node:events';
import { createServer as createHttp2Server } from 'node:http2';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';
import { createSharedPort, type SharedPort } from '../../../src/emulator/running/shared-port';

// A guard against hanging, no measure of speed.
jest.setTimeout(30_000);

const opened: Socket[] = [];
afterEach(() => opened.splice(0).forEach((socket) => socket.destroy()));

interface Raw {
  readonly socket: Socket;
  /** The data received so far, when it matches. */
  readonly until: (pattern: RegExp) => Promise<string>;
  readonly closed: Promise<void>;
}

/** A client that sends exactly these bytes, and waits. */
async function raw(port: number, text = ''): Promise<Raw> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  opened.push(socket);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  let answer = '';
  socket.on('data', (data: Buffer) => (answer += data.toString()));
  socket.write(text);
  const until = async (pattern: RegExp) => {
    while (!pattern.test(answer)) await once(socket, 'data');
    return answer;
  };
  return { socket, until, closed };
}

describe('a port', () => {
  let shared: SharedPort;
  let port: number;
  const serve = async (limits: object) => {
    const none = {
      connections: 100,
      silenceMs: 60_000,
      headersMs: 60_000,
      requestMs: 60_000,
      idleMs: 60_000,
      checkMs: 10,
    };
    const listener: Parameters<typeof createSharedPort>[0] = (incoming, outgoing) => {
      incoming.resume();
      incoming.on('end', () => outgoing.end('whole'));
    };
    shared = createSharedPort(listener, createHttp2Server, { limits: { ...none, ...limits } });
    shared.server.listen(0, '127.0.0.1');
    await once(shared.server, 'listening');
    ({ port } = shared.server.address() as AddressInfo);
  };
  afterEach(() => shared.close());

  test('keeps a connection open between two requests, tells for how long, and then ends it', async () => {
    const request = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
    await serve({});
    const kept = await raw(port, request);
    expect(await kept.until(/whole/)).toMatch(/^keep-alive: timeout=60\r$/im);
    await shared.close();
    await serve({ idleMs: 50 });
    await (
      await raw(port, request)
    ).closed;
  });

  test.each([
    ['nothing', '', { silenceMs: 50 }],
    ['half of what HTTP/2 begins with', 'PR', { silenceMs: 50 }],
    ['half of its headers', 'GET / HTTP/1.1\r\nhost: x\r\n', { headersMs: 50 }],
    [
      'half of a body',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf',
      { headersMs: 50, requestMs: 100 },
    ],
  ])('ends a connection that sends %s', async (_, text, limits) => {
    await serve(limits);
    await (
      await raw(port, text)
    ).closed;
  });

  test.each(['', 'P', 'PR', 'PRI', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'])(
    'ends a connection whose client ends it after %j',
    async (text) => {
      await serve({});
      const { socket, closed } = await raw(port, text);
      socket.end();
      await closed;
    },
  );

  test('drops connections beyond its number, and takes another when one has ended', async () => {
    await serve({ connections: 2 });
    const request = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
    const first = await raw(port, request);
    await first.until(/^HTTP/);
    await (await raw(port, request)).until(/^HTTP/);
    await (
      await raw(port, request)
    ).closed;
    const connections = () =>
      new Promise<number>((resolve) => shared.server.getConnections((_error, count) => resolve(count)));
    expect(await connections()).toBe(2);
    first.socket.destroy();
    while ((await connections()) > 1) await new Promise(setImmediate);
    await (await raw(port, request)).until(/^HTTP/);
  });
});

describe('a body', () => {
  let running: RunningEmulator;
  let port: number;
  beforeAll(async () => {
    running = await startEmulator();
    port = Number(new URL(running.baseUrl).port);
  });
  afterAll(() => running.close());

  const head = (path: string, ...headers: readonly string[]) =>
    [`POST ${path} HTTP/1.1`, `host: 127.0.0.1:${port}`, 'content-length: 1000000', ...headers, '', ''].join('\r\n');

  test.each([
    ['without a token', '/iam/v2beta1/groups', '401'],
    ['for a path that there is not', '/nowhere', '404'],
  ])('is not waited for %s', async (_, path, status) => {
    const { socket, until } = await raw(port, head(path));
    expect(await until(/^HTTP/)).toMatch(`HTTP/1.1 ${status}`);
    // The connection goes on once the rest was thrown away.
    socket.write(`${'x'.repeat(1_000_000)}GET /ping/v2beta1/ping HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`);
    await until(/HTTP\/1\.1 200 OK/);
  });

  test('is read up to 64 KiB where anybody may send it, to the exchange', async () => {
    const { until } = await raw(port, `${head('/sts/exchange')}${'x'.repeat(64 * 1024 + 1)}`);
    expect(await until(/"code":3/)).toContain('body must be at most 65536 bytes');
  });

  test('in a thousand pieces is put together', async () => {
    const name = 'x'.repeat(1_000);
    const body = JSON.stringify({ name, description: 'each character is a piece' });
    const chunks = body.replace(/./g, '1\r\n$&\r\n');
    const headers = [
      `POST /iam/v2beta1/groups/${running.rootGroupUid} HTTP/1.1`,
      `host: 127.0.0.1:${port}`,
      `authorization: Bearer ${running.token}`,
      'content-type: application/json',
      'transfer-encoding: chunked',
    ];
    const { until } = await raw(port, `${headers.join('\r\n')}\r\n\r\n${chunks}0\r\n\r\n`);
    expect(await until(/^HTTP/)).toMatch(/^HTTP\/1\.1 200 OK/);
  });
});
