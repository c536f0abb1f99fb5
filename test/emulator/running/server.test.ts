import { connect } from 'node:net';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';

let running: RunningEmulator;
beforeAll(async () => {
  running = await startEmulator();
});
afterAll(() => running.close());

const ask = (path: string, init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}) =>
  fetch(running.baseUrl + path, { ...init, headers: { authorization: `Bearer ${running.token}`, ...init.headers } });

/** Returns the response to exactly these bytes. */
async function raw(text: string): Promise<string> {
  const socket = connect(Number(new URL(running.baseUrl).port), '127.0.0.1');
  socket.setTimeout(5000, () => socket.destroy());
  socket.end(text);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

test('it says where it is reached, for whom, and what there is', async () => {
  expect(running.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(running.authUrl).toBe(running.baseUrl);
  const response = await ask(`/iam/v2beta1/groups/${running.rootGroupUid}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
});

test('a token of another emulator is refused: the audience is the base address (T2)', async () => {
  const other = await startEmulator();
  const response = await ask('/iam/v2beta1/groups', { headers: { authorization: `Bearer ${other.token}` } });
  expect(response.status).toBe(401);
  await other.close();
});

test('a response says how long it is, an empty one too', async () => {
  const response = await ask('/iam/v2beta1/groups');
  expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(await response.text())));
  const { uid } = (await (
    await ask(`/iam/v2beta1/groups/${running.rootGroupUid}`, { method: 'POST', body: '{"name":"gone"}' })
  ).json()) as { uid: string };
  const deleted = await ask(`/iam/v2beta1/groups/${uid}`, { method: 'DELETE' });
  expect([deleted.status, deleted.headers.get('content-length')]).toEqual([200, '0']);
});

test('a body of 2 MiB is refused in words, and the connection goes on', async () => {
  const body = `{"name":"${'x'.repeat(2 * 1024 * 1024)}"}`;
  const response = await ask(`/iam/v2beta1/groups/${running.rootGroupUid}`, { method: 'POST', body });
  expect([response.status, await response.json()]).toMatchObject([400, { code: 3 }]);
  expect((await ask('/iam/v2beta1/groups')).status).toBe(200);
});

test.each([
  ['no HTTP', 'nonsense\r\n\r\n'],
  ['headers without end', `GET / HTTP/1.1\r\nhost: localhost\r\n${'a: b\r\n'.repeat(20_000)}\r\n`],
  ['one header of 100 kB', `GET / HTTP/1.1\r\nhost: localhost\r\na: ${'b'.repeat(100_000)}\r\n\r\n`],
])('%s is answered as a bad request', async (_, text) => {
  const answer = await raw(text);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ code: 3, details: [] });
});

test.each(['TRACE', 'OPTIONS', 'HEAD', 'PROPFIND'])('the method %s is answered, too', async (method) => {
  const answer = await raw(`${method} /iam/v2beta1/groups HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 501 /);
});

test.each(['*', '//x//y', 'http://elsewhere/iam/v2beta1/groups', '/iam/v2beta1/%zz'])(
  'the request target %s is answered',
  async (target) => {
    const answer = await raw(`GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  },
);

test('a port that is taken is an error that names it', async () => {
  const port = Number(new URL(running.baseUrl).port);
  await expect(startEmulator({ port })).rejects.toThrow(`127.0.0.1:${port}`);
});

test('public URLs are audiences, too', async () => {
  const { token, rootGroupUid, baseUrl, close } = await startEmulator({ publicUrls: ['https://api.example.com/'] });
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
  expect(claims.aud).toEqual([baseUrl, 'https://api.example.com']);
  expect(rootGroupUid).toHaveLength(40);
  await close();
});
