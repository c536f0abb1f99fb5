// @slow
import { randomBytes } from 'node:crypto';
import { connect as connectSocket } from 'node:http2';
import { createConnection } from 'node:net';
import { decode, encode } from '../../../src/grpc/codec';
import { HealthCheckRequest, HealthCheckResponse } from '../../../src/grpc/health';
import { reattachPlugin, type Reattached } from '../../../src/plugin/process';
import type { DiagnosticsResponse } from '../../../src/plugin/wire/calls';
import type { Decoded } from '../../../src/grpc/message';
import { connect, type PluginConnection } from '../../support/plugin-client';
import { probe } from './fixture/probe';

jest.setTimeout(60_000);

let running: Reattached;
let connection: PluginConnection;
let path: string;

beforeAll(async () => {
  running = await reattachPlugin(probe, { env: {} });
  path = JSON.parse(running.env.TF_REATTACH_PROVIDERS)[probe.address].Addr.String;
  connection = connect(`unix:${path}`);
});

afterAll(async () => {
  connection.close();
  await running.close();
});

const act = (typeName: string, note = '') => ({ typeName, private: Buffer.from(note) });

test('health answers for the plugin and for nothing else', async () => {
  const check = (service: string) =>
    connection.raw('/grpc.health.v1.Health/Check', encode(HealthCheckRequest, { service }));
  expect(decode(HealthCheckResponse, await check('plugin'))).toEqual({ status: 1 });
  expect(decode(HealthCheckResponse, await check(''))).toEqual({ status: 1 });
  await expect(check('other')).rejects.toMatchObject({ code: 5, details: 'unknown service "other"' });
});

test('each connection has a provider of its own, as each provider block has a process', async () => {
  const other = connect(`unix:${path}`);
  try {
    const configure = async (each: PluginConnection) => {
      const { diagnostics } = (await each.call('ConfigureProvider')) as Decoded<typeof DiagnosticsResponse>;
      return diagnostics.map(({ summary }) => summary);
    };
    expect(await configure(connection)).toEqual(['configured: 1']);
    expect(await configure(other)).toEqual(['configured: 1']);
    expect(await configure(connection)).toEqual(['configured: 2']);
  } finally {
    other.close();
  }
});

test('calls without a handler and unknown services are unimplemented', async () => {
  await expect(connection.call('GetFunctions')).rejects.toMatchObject({ code: 12 });
  await expect(connection.raw('/tfplugin6.Provider/LockState')).rejects.toMatchObject({
    code: 12,
    details: 'tfplugin6.Provider/LockState is not implemented',
  });
  await expect(connection.raw('/tfplugin5.Provider/GetSchema')).rejects.toMatchObject({ code: 12 });
});

test('a stream of an unknown service is answered before anything is sent on it', async () => {
  const stream = connection.open('/grpc.reflection.v1.ServerReflection/ServerReflectionInfo');
  const status = new Promise((resolve) => stream.on('status', resolve));
  stream.on('error', () => undefined).resume();
  expect(await status).toMatchObject({ code: 12 });
});

test('the broker stream stays open until the client ends it', async () => {
  const stream = connection.open('/plugin.GRPCBroker/StartStream');
  const status = new Promise((resolve) => stream.on('status', resolve));
  stream.on('error', () => undefined).resume();
  await connection.call('GetProviderSchema');
  stream.write(new Uint8Array(0));
  stream.end();
  expect(await status).toMatchObject({ code: 0 });
});

test('the stdio stream stays open after the client said all it had to say', async () => {
  const stream = connection.open('/plugin.GRPCStdio/StreamStdio');
  let ended = false;
  stream
    .on('error', () => undefined)
    .on('status', () => (ended = true))
    .resume();
  stream.write(new Uint8Array(0));
  stream.end();
  await connection.call('GetProviderSchema');
  await connection.call('GetProviderSchema');
  expect(ended).toBe(false);
  stream.cancel();
});

test('a stream of answers arrives whole and in order', async () => {
  const stream = connection.open('/tfplugin6.Provider/ListResource');
  // ListResource.Request { limit: 500 }
  stream.write(Buffer.from([0x20, 0xf4, 0x03]));
  stream.end();
  const names: string[] = [];
  for await (const event of stream) names.push((event as Buffer).subarray(-3).toString().replace(/^\.+/, ''));
  expect(names).toEqual(Array.from({ length: 500 }, (_, index) => String(index)));
});

test('a message of 20 MB comes back as it was sent', async () => {
  const msgpack = randomBytes(20_000_000);
  const answer = (await connection.call('ReadResource', { ...act('echo'), currentState: { msgpack } })) as {
    newState: { msgpack: Buffer };
  };
  expect(msgpack.equals(answer.newState.msgpack)).toBe(true);
});

test('forty calls of a megabyte run at the same time', async () => {
  const currentState = { msgpack: randomBytes(1_000_000) };
  // Each ends when all of them are being worked on: one after another they would never end.
  const calls = Array.from({ length: 40 }, () =>
    connection.call('ReadResource', { ...act('meet', '40'), currentState }),
  );
  expect(await Promise.all(calls)).toHaveLength(40);
});

test('a handler that throws becomes a gRPC error with its words and no stack', async () => {
  await expect(connection.call('ReadResource', act('nonsense, with ünïcode & 100%'))).rejects.toMatchObject({
    code: 13,
    details: 'no act "nonsense, with ünïcode & 100%"',
  });
});

test('a request that is no message is refused, and the next one is served', async () => {
  for (const bytes of [[0xff], [0x0a, 0x05, 0x41], [0x00], [0x0b], [0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]]) {
    await expect(connection.raw('/tfplugin6.Provider/ReadResource', Buffer.from(bytes))).rejects.toMatchObject({
      code: 13,
      details: expect.stringMatching(/^malformed request: /),
    });
  }
  await expect(connection.call('ReadResource', act('echo'))).resolves.toBeDefined();
});

describe('frames that no gRPC library would send', () => {
  const send = async (headers: Record<string, string>, body: readonly number[]) => {
    const session = connectSocket('http://localhost', { createConnection: () => createConnection(path) });
    const stream = session.request({ ':method': 'POST', 'content-type': 'application/grpc', ...headers });
    const answer: Record<string, unknown> = {};
    stream.on('response', (got) => Object.assign(answer, got)).on('trailers', (got) => Object.assign(answer, got));
    stream.on('error', () => undefined).resume();
    stream.end(Buffer.from(body));
    await new Promise((resolve) => stream.on('close', resolve));
    session.close();
    return {
      http: answer[':status'],
      grpc: answer['grpc-status'],
      message: decodeURI(String(answer['grpc-message'])),
    };
  };
  const schemaPath = { ':path': '/tfplugin6.Provider/GetProviderSchema' };

  test('compressed, too long, cut off and doubled messages each have their error', async () => {
    expect(await send(schemaPath, [1, 0, 0, 0, 0])).toMatchObject({ grpc: '12' });
    expect(await send(schemaPath, [0, 0xff, 0xff, 0xff, 0xff])).toMatchObject({ grpc: '8' });
    expect(await send(schemaPath, [0, 0, 0, 0, 9, 1])).toMatchObject({ grpc: '13' });
    expect(await send(schemaPath, [])).toMatchObject({ grpc: '13' });
    expect(await send(schemaPath, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0])).toMatchObject({ grpc: '13' });
    expect(await send(schemaPath, [0, 0, 0, 0, 0])).toMatchObject({ http: 200, grpc: '0' });
  });

  test('a request that is not gRPC is refused as such', async () => {
    expect(await send({ ...schemaPath, 'content-type': 'text/plain' }, [])).toMatchObject({ http: 415 });
  });
});
