import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { request } from 'node:http';
import { createHostCheck } from '../../../src/emulator/running/known-hosts';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';

let emulator: RunningEmulator;

beforeAll(async () => {
  emulator = await startEmulator({ publicUrls: ['https://api.example.com/', 'http://emulator:8080'] });
});
afterAll(() => emulator.close());

const known = [
  'localhost',
  'LOCALHOST.:80',
  'emulator.localhost:1',
  '127.0.0.1',
  '127.1.2.3:9999',
  '[::1]:8080',
  'api.example.com',
  'API.example.com.:443',
  'emulator:8080',
  'emulator:9090',
];
const unknown = [
  'evil.example',
  'evil.example:8080',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  'evillocalhost',
  'xapi.example.com',
  '192.168.0.7',
  '[fe80::1]',
  'localhost/iam/v2beta1/groups?x=',
  'localhost?x',
  'user@localhost',
  'localhost:x',
  'a b',
  'localhost,evil.example',
];

async function overHttp(host: string) {
  const { hostname, port } = new URL(emulator.baseUrl);
  const asking = request({ hostname, port, path: '/ping/v2beta1/ping', headers: { host } }).end();
  const [response] = (await once(asking, 'response')) as [NodeJS.ReadableStream & { readonly statusCode: number }];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode, text };
}

/** The number and the message of the status. */
async function overGrpc(authority: string, path: string) {
  const session = connectHttp2(emulator.baseUrl);
  const headers = { ':method': 'POST', ':path': path, ':authority': authority, 'content-type': 'application/grpc' };
  const stream = session.request(headers).end(Buffer.alloc(5));
  const told: Record<string, string> = {};
  for (const event of ['response', 'trailers']) stream.on(event, (part: object) => Object.assign(told, part));
  stream.resume();
  await once(stream, 'close');
  session.destroy();
  return { status: Number(told['grpc-status']), message: decodeURIComponent(told['grpc-message'] ?? '') };
}

test.each(known)('the Host %s is served', async (host) => {
  expect((await overHttp(host)).status).toBe(200);
});

test.each(unknown)('the Host %s is refused, and never becomes part of the path', async (host) => {
  const { status, text } = await overHttp(host);
  expect([status, JSON.parse(text).code]).toEqual([400, 3]);
  expect(JSON.parse(text).message).toContain(`Host is ${JSON.stringify(host)}`);
});

test('the refusal of a name says how to be reached by it', async () => {
  expect((await overHttp('evil.example:8080')).text).toContain('--public-url http://evil.example');
});

const services = ['/chainguard.platform.iam.v2beta1.GroupsService/ListGroups', '/grpc.health.v1.Health/Check'];

test.each(services)('the authority of %s is checked, too', async (path) => {
  for (const authority of ['evil.example', '192.168.0.7:80', 'localhost.evil.example'])
    expect([authority, await overGrpc(authority, path)]).toEqual([
      authority,
      { status: 3, message: expect.stringContaining(`Host is ${JSON.stringify(authority)}`) },
    ]);
  for (const authority of ['localhost:1', 'api.example.com', '[::1]'])
    expect([authority, (await overGrpc(authority, path)).status]).not.toEqual([authority, 3]);
});

test('the local address of a connection is known, in any representation of IPv4 in IPv6', () => {
  const check = createHostCheck({ host: '0.0.0.0', scheme: 'http', publicUrls: [] });
  for (const [authority, localAddress] of [
    ['172.17.0.2:8080', '172.17.0.2'],
    ['172.17.0.2:8080', '::ffff:172.17.0.2'],
    ['[fd00::2]:8080', 'fd00::2'],
    ['0.0.0.0:8080', '127.0.0.1'],
    ['', '127.0.0.1'],
    [undefined, undefined],
  ] as const)
    expect(() => check(authority, localAddress)).not.toThrow();
  expect(() => check('172.17.0.3', '172.17.0.2')).toThrow('which is not an address');
});
