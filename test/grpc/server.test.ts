import { once } from 'node:events';
import { connect, createServer, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { Client, credentials, Metadata, type ClientDuplexStream } from '@grpc/grpc-js';
import { decode, encode } from '../../src/grpc/codec';
import { frame } from '../../src/grpc/frame';
import { HealthCheckRequest, HealthCheckResponse, healthRoutes } from '../../src/grpc/health';
import { createPluginServer } from '../../src/plugin/goplugin/http2';
import { createGrpcServer, type GrpcRoute } from '../../src/grpc/server';

const aborted: unknown[] = [];
const routes: readonly (readonly [string, GrpcRoute])[] = [
  ['/test/echo', { kind: 'unary', respond: async (request) => request }],
  [
    '/test/count',
    {
      kind: 'stream',
      async *respond(request) {
        for (let index = 0; index < Number(Buffer.from(request).toString()); index += 1) yield Buffer.from(`${index}`);
      },
    },
  ],
  ['/test/never', { kind: 'unary', respond: (_request, { signal }) => untilAborted(signal) }],
  ['/test/each', { kind: 'each', respond: async (request) => Buffer.from(`${Buffer.from(request).toString()}!`) }],
  [
    '/test/headers',
    { kind: 'unary', respond: async (_request, { headers }) => Buffer.from(String(headers['x-test'])) },
  ],
  ...healthRoutes(['test']),
];

let server: Server;
let client: Client;
let session: ClientHttp2Session;

describe.each([
  ['the server of plugins', () => createPluginServer({})],
  ['the HTTP/2 of Node', createServer],
] as const)('over %s', (_name, listener: () => Server) => {
  beforeAll(async () => {
    server = createGrpcServer(listener(), { routes: new Map(routes), maxMessageBytes: 1000 });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
    session = connect(`http://127.0.0.1:${port}`);
  });

  afterAll(async () => {
    client.close();
    session.destroy();
    server.close();
    await once(server, 'close');
  });

  describe('an unknown method', () => {
    test.each(['unary', 'client stream', 'server stream', 'both'] as const)(
      'is unimplemented as soon as its headers arrive (%s)',
      async (streams) => {
        expect(await toStatus(openAs(streams))).toMatchObject({
          code: 12,
          details: 'no.Such/Method is not implemented',
        });
      },
    );

    test('is over for a client that never ends its own side', async () => {
      const stream = open('/no.Such/Method');
      const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
      expect(headers).toMatchObject({ 'grpc-status': '12' });
      stream.resume();
      await once(stream, 'close');
      expect(stream.rstCode).toBe(0);
    });
  });

  test('requests of a stream are answered one by one, in their order, until the client ends', async () => {
    const stream = bidi('/test/each');
    const answers: string[] = [];
    stream.on('data', (message: Buffer) => void answers.push(message.toString()));
    const status = toStatus(stream);
    stream.write(Buffer.from('first'));
    await once(stream, 'data');
    for (let index = 0; index < 200; index += 1) stream.write(Buffer.from(`${index}`));
    stream.end();
    expect(await status).toMatchObject({ code: 0 });
    expect(answers).toEqual(['first!', ...Array.from({ length: 200 }, (_, index) => `${index}!`)]);
  });

  test.each([0, 1, 200])('a stream of %d responses ends with the status after the last one', async (count) => {
    const stream = client.makeServerStreamRequest('/test/count', asIs, asIs, Buffer.from(String(count)));
    const answers: string[] = [];
    stream.on('data', (message: Buffer) => void answers.push(message.toString()));
    expect(await toStatus(stream)).toMatchObject({ code: 0 });
    expect(answers).toEqual(Array.from({ length: count }, (_, index) => `${index}`));
  });

  test('a request that is too long ends the stream with its error after what was answered', async () => {
    const stream = bidi('/test/each');
    const answers: string[] = [];
    stream.on('data', (message: Buffer) => void answers.push(message.toString()));
    stream.write(Buffer.from('a'));
    stream.write(Buffer.alloc(1001));
    expect(await toStatus(stream)).toMatchObject({ code: 8, details: expect.stringContaining('limit of 1000') });
    expect(answers).toEqual(['a!']);
  });

  test('messages are put together from pieces and taken apart from one piece', async () => {
    const stream = open('/test/each');
    const bytes = Buffer.concat([frame(Buffer.from('one')), frame(Buffer.from('two')), frame(new Uint8Array(0))]);
    for (const byte of bytes) stream.write(Buffer.from([byte]));
    stream.end(bytes);
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const once = ['one!', 'two!', '!'];
    expect(Buffer.concat(chunks)).toEqual(Buffer.concat([...once, ...once].map((text) => frame(Buffer.from(text)))));
  });

  test('a call is over when its deadline is, whether or not its request has come, and its work is aborted', async () => {
    const metadata = new Metadata();
    metadata.set('grpc-timeout', '50m');
    await expect(unary('/test/never', new Uint8Array(0), metadata)).rejects.toMatchObject({
      code: 4,
      details: 'the deadline of the call has passed',
    });
    expect(String(aborted.at(-1))).toContain('the deadline of the call has passed');
    const stream = open('/test/echo', { 'grpc-timeout': '50000u' });
    const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
    expect(headers).toMatchObject({ 'grpc-status': '4' });
  });

  test.each([
    ['1H', 3_600_000],
    ['3M', 180_000],
    ['7S', 7000],
    ['90000m', 90_000],
    ['99999999u', 99_999.999],
    ['99999999n', 99.999_999],
    ['99999999H', 2 ** 31 - 1],
  ])('the deadline %s is after %d ms', async (deadline, ms) => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const stream = open('/test/each', { 'grpc-timeout': deadline });
    await once(stream, 'response');
    const delays = timers.mock.calls.map(([, delay]) => delay ?? 0);
    timers.mockRestore();
    stream.destroy();
    expect(delays.some((delay) => Math.abs(delay - ms) < 1e-6)).toBe(true);
  });

  test.each([
    ['unary', '/test/echo'],
    ['stream', '/test/count'],
    ['each', '/test/each'],
    ['watch', '/grpc.health.v1.Health/Watch'],
  ])('a response of kind %s begins with the headers of gRPC', async (_, path) => {
    const stream = open(path);
    stream.end(frame(new Uint8Array(0)));
    const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
    expect(headers).toMatchObject({ ':status': 200, 'content-type': 'application/grpc' });
    expect(headers).not.toHaveProperty('grpc-status');
    stream.destroy();
  });

  test('metadata reaches the method', async () => {
    const metadata = new Metadata();
    metadata.set('x-test', 'yes');
    expect(Buffer.from(await unary('/test/headers', new Uint8Array(0), metadata)).toString()).toBe('yes');
  });

  describe('health', () => {
    const ask = (service: string) => Buffer.from(encode(HealthCheckRequest, { service }));

    test('is asked for the server and for each service; others are not found', async () => {
      for (const service of ['', 'test']) {
        const answer = await unary('/grpc.health.v1.Health/Check', ask(service));
        expect(decode(HealthCheckResponse, answer)).toEqual({ status: 1 });
      }
      await expect(unary('/grpc.health.v1.Health/Check', ask('other'))).rejects.toMatchObject({ code: 5 });
      await expect(unary('/grpc.health.v1.Health/Check', Buffer.from([0xff]))).rejects.toMatchObject({ code: 3 });
    });

    test.each([
      ['test', 1],
      ['other', 3],
    ])('is watched: of %s the status is %d, and the call stays open', async (service, status) => {
      const stream = client.makeServerStreamRequest('/grpc.health.v1.Health/Watch', asIs, asIs, ask(service));
      let ended = false;
      stream.on('error', () => undefined).on('status', () => (ended = true));
      const [answer] = (await once(stream, 'data')) as [Buffer];
      expect(decode(HealthCheckResponse, answer)).toEqual({ status });
      await unary('/test/echo', new Uint8Array(0));
      expect(ended).toBe(false);
      stream.cancel();
    });
  });
});

const asIs = (message: Buffer): Buffer => message;

function open(path: string, headers: Record<string, string> = {}): ClientHttp2Stream {
  return session.request({
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    te: 'trailers',
    ...headers,
  });
}

function openAs(streams: 'unary' | 'client stream' | 'server stream' | 'both'): NodeJS.EventEmitter {
  const path = '/no.Such/Method';
  const nobody = (): void => undefined;
  if (streams === 'unary') return client.makeUnaryRequest(path, asIs, asIs, Buffer.alloc(0), nobody);
  if (streams === 'client stream') return client.makeClientStreamRequest(path, asIs, asIs, nobody);
  if (streams === 'server stream') return client.makeServerStreamRequest(path, asIs, asIs, Buffer.alloc(0)).resume();
  return bidi(path).resume();
}

function bidi(path: string): ClientDuplexStream<Buffer, Buffer> {
  return client.makeBidiStreamRequest(path, asIs, asIs);
}

function toStatus(call: NodeJS.EventEmitter): Promise<unknown> {
  call.on('error', () => undefined);
  return new Promise((resolve) => call.on('status', resolve));
}

function unary(path: string, request: Uint8Array, metadata = new Metadata()): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(path, asIs, asIs, Buffer.from(request), metadata, (error, answer) => {
      if (error === null && answer !== undefined) resolve(answer);
      else reject(error ?? new Error('no answer'));
    });
  });
}

function untilAborted(signal: AbortSignal): Promise<Uint8Array> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      aborted.push(signal.reason);
      reject(new Error('aborted'));
    });
  });
}
