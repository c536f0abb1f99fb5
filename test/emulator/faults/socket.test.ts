/** Faults of a running emulator, as a client in another process meets them. */
import { subscribe } from 'node:diagnostics_channel';
import { EventEmitter, once } from 'node:events';
import { startEmulator, type Fault, type RunningEmulator } from '../../../src/emulator';

let running: RunningEmulator;
/** By how much the emulator's clock is ahead. */
let aheadMs = 0;

beforeAll(async () => {
  running = await startEmulator({ clock: () => new Date(Date.now() + aheadMs) });
});
afterEach(async () => {
  aheadMs = 0;
  await running.faults.clear();
  await running.reset();
});
afterAll(() => running.close());

const groups = '/iam/v2beta1/groups';

async function ask(method: string, path: string, body?: object, token = running.token) {
  const response = await fetch(running.baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text.startsWith('{') ? JSON.parse(text) : undefined,
  };
}

/** Node says of every request that its headers have been read. */
const requests = new EventEmitter();
subscribe('http.server.request.start', () => requests.emit('start'));

/** Adds the fault as another process does. */
const add = (fault: Fault) => ask('POST', '/emulator/faults', fault);
const named = async (name: string) => (await ask('GET', `${groups}?name=${name}`)).body.totalCount;

test('a connection that is cut before the write leaves nothing, one cut after it leaves the object', async () => {
  const create = (name: string) => ask('POST', `${groups}/${running.rootGroupUid}`, { name });
  await add({ effect: 'cut', when: 'before', method: 'POST', path: `${groups}/*`, times: 1 });
  await expect(create('lost')).rejects.toThrow('fetch failed');
  expect(await named('lost')).toBe('0');
  await add({ effect: 'cut', when: 'after', method: 'POST', path: `${groups}/*`, times: 1 });
  await expect(create('kept')).rejects.toThrow('fetch failed');
  expect(await named('kept')).toBe('1');
  expect((await create('later')).status).toBe(200);
});

test('an exhausted limit and a load balancer reach the client unchanged (contract E5)', async () => {
  await add({ effect: 'error', code: 'RESOURCE_EXHAUSTED', retryAfterSeconds: 3, times: 1 });
  await add({ effect: 'html', status: 503, after: 1, times: 1 });
  const limited = await ask('GET', groups);
  expect([limited.status, limited.headers.get('retry-after'), limited.body.code]).toEqual([429, '3', 8]);
  const page = await ask('GET', groups);
  expect([page.status, page.headers.get('content-type'), page.body]).toEqual([503, 'text/html', undefined]);
  expect((await ask('GET', groups)).status).toBe(200);
});

test('bodies are compressed for clients that accept it, and for all others only on request', async () => {
  const encoded = async (accepted: string) => {
    const headers = { authorization: `Bearer ${running.token}`, 'accept-encoding': accepted };
    const response = await fetch(running.baseUrl + groups, { headers });
    return [response.headers.get('content-encoding'), ((await response.json()) as { totalCount: string }).totalCount];
  };
  await add({ effect: 'compression' });
  expect([await encoded('gzip'), await encoded('identity')]).toEqual([
    ['gzip', '1'],
    [null, '1'],
  ]);
  await running.faults.clear();
  await add({ effect: 'compression', encoding: 'br', unrequested: true, method: 'GET' });
  expect(await encoded('gzip')).toEqual(['br', '1']);
});

test('latency holds an answer back, and who goes away meanwhile is not waited for', async () => {
  await add({ effect: 'latency', latencyMs: 60_000, path: groups });
  const gone = new AbortController();
  const arrived = once(requests, 'start');
  const answer = fetch(running.baseUrl + groups, { signal: gone.signal });
  await arrived;
  gone.abort();
  await expect(answer).rejects.toThrow('abort');
  await ask('DELETE', '/emulator/faults');
  expect((await ask('GET', groups)).status).toBe(200);
});

test('tokens that expire are refused until a new one is minted (contract T1)', async () => {
  const old = await running.tokenFor(running.administratorUid);
  await add({ effect: 'expiredTokens', times: 1 });
  expect((await ask('GET', groups, undefined, old)).body).toMatchObject({ code: 16 });
  expect((await ask('GET', groups, undefined, old)).body).toMatchObject({ code: 16 });
  const renewed = await running.tokenFor(running.administratorUid);
  expect((await ask('GET', groups, undefined, renewed)).status).toBe(200);
  running = { ...running, token: await running.administratorToken() };
});

test('in a new root group the creator needs a new token, and some time (contract F1)', async () => {
  await add({ effect: 'newGroupDelay', delayMs: 30_000 });
  const { uid } = (await ask('POST', groups, { name: 'startup' })).body;
  const read = async (token: string) => (await ask('GET', `${groups}/${uid}`, undefined, token)).status;
  const renewed = await running.tokenFor(running.administratorUid);
  expect([await read(running.token), await read(renewed)]).toEqual([401, 403]);
  aheadMs = 31_000;
  expect([await read(running.token), await read(renewed)]).toEqual([401, 200]);
});

test('stale lists do not show what was made since, and still show what was deleted', async () => {
  const { uid } = (await ask('POST', `${groups}/${running.rootGroupUid}`, { name: 'old' })).body;
  await add({ effect: 'staleList' });
  await ask('POST', `${groups}/${running.rootGroupUid}`, { name: 'new' });
  await ask('DELETE', `${groups}/${uid}`);
  expect([await named('new'), await named('old')]).toEqual(['0', '1']);
  expect((await ask('GET', `${groups}/${uid}`)).status).toBe(404);
  await ask('DELETE', '/emulator/faults');
  expect([await named('new'), await named('old')]).toEqual(['1', '0']);
});

test('the administrator can always be heard: faults do not hit their endpoint', async () => {
  await add({ effect: 'cut', when: 'before' });
  await expect(ask('GET', groups)).rejects.toThrow('fetch failed');
  expect((await ask('GET', '/emulator/faults')).body.faults).toMatchObject([{ hits: 1 }]);
  expect((await ask('DELETE', '/emulator/faults')).status).toBe(200);
});
