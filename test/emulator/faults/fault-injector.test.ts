import type { Fault } from '../../../src/emulator/faults/fault';
import type { FaultTarget } from '../../../src/emulator/faults/fault-target';
import { fetchResponse, json } from '../../../src/emulator/wire/messages';
import { createFaultInjector } from '../../../src/emulator/faults/fault-injector';

const root = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';

interface Target extends FaultTarget {
  /** The server's response with a fault, instead of `now`. */
  past?: string;
}

function faultyServer() {
  const served: string[] = [];
  const delays: number[] = [];
  let now = 0;
  let tokensExpired = 0;
  let answer = 'now';
  const handler = async ({ request, url: { pathname }, past }: Target) => {
    served.push(`${request.method} ${pathname}`);
    if (past !== undefined) return json({ answer: past });
    return json(
      request.method === 'POST' ? { uid: pathname.includes(root) ? `${root}/aaaaaaaaaaaaaaaa` : root } : { answer },
    );
  };
  const faults = createFaultInjector<Target>({
    clock: () => new Date(now),
    delay: async (ms) => void delays.push(ms),
    expireTokens: () => tokensExpired++,
    random: (length) => new Uint8Array(length),
    past: () => {
      const frozen = answer;
      return {
        rewind: (target) => void (target.past = frozen),
        hasObject: () => true,
        refresh: () => undefined,
        close: () => undefined,
      };
    },
  });
  return {
    faults,
    served,
    delays,
    tokensExpired: () => tokensExpired,
    pass: (ms: number) => void (now += ms),
    change: (text: string) => void (answer = text),
    ask: async (path = '/iam/v2beta1/groups', method = 'GET', token = 'one') =>
      fetchResponse(
        await faults.inject(
          {
            url: new URL(`http://localhost${path}`),
            request: new Request(`http://localhost${path}`, { method, headers: { authorization: `Bearer ${token}` } }),
          },
          handler,
        ),
      ),
  };
}

async function statuses(server: ReturnType<typeof faultyServer>, count: number): Promise<number[]> {
  const seen: number[] = [];
  for (let turn = 0; turn < count; turn++) seen.push((await server.ask()).status);
  return seen;
}

test('a fault hits as often as it says, after as many requests as it says, until it is removed', async () => {
  const server = faultyServer();
  const { id } = server.faults.add({ effect: 'error', code: 'UNAVAILABLE', after: 1, times: 2 });
  expect(await statuses(server, 4)).toEqual([200, 503, 503, 200]);
  expect(server.faults.list()).toMatchObject([{ id, hits: 2 }]);
  server.faults.add({ effect: 'error', code: 'INTERNAL' });
  expect(await statuses(server, 2)).toEqual([500, 500]);
  server.faults.clear();
  expect(await statuses(server, 1)).toEqual([200]);
  expect(server.faults.remove(id)).toBe(false);
});

test('the error of a fault names the emulator, so that nobody looks for its cause elsewhere', async () => {
  const server = faultyServer();
  server.faults.add({ effect: 'error', code: 'INTERNAL' });
  expect(await (await server.ask()).json()).toMatchObject({
    message: expect.stringContaining('an injected fault of the emulator'),
  });
});

test('a fault hits the requests that match its method and path', async () => {
  const server = faultyServer();
  server.faults.add({ effect: 'error', code: 'ABORTED', method: 'post', path: '/iam/v2beta1/gr*s' });
  expect((await server.ask('/iam/v2beta1/groups', 'GET')).status).toBe(200);
  expect((await server.ask('/iam/v2beta1/roles', 'POST')).status).toBe(200);
  expect((await server.ask('/iam/v2beta1/groups', 'POST')).status).toBe(409);
  expect((await server.ask('/x/iam/v2beta1/groups', 'POST')).status).toBe(200);
});

test('an exhausted limit says when to come again (contract E5)', async () => {
  const server = faultyServer();
  server.faults.add({ effect: 'error', code: 'RESOURCE_EXHAUSTED', retryAfterSeconds: 7 });
  const response = await server.ask('/registry/v2beta1/repos');
  expect(response.status).toBe(429);
  expect(response.headers.get('retry-after')).toBe('7');
  expect(await response.json()).toMatchObject({
    code: 8,
    details: [{ reason: 'RESOURCE_EXHAUSTED', domain: 'registry.platform.internal' }],
  });
  expect(server.served).toEqual([]);
});

test('a load balancer answers a page instead (contract F2)', async () => {
  const server = faultyServer();
  server.faults.add({ effect: 'html' });
  const response = await server.ask();
  expect(response.status).toBe(502);
  expect(response.headers.get('content-type')).toBe('text/html');
  expect(await response.text()).toContain('<html>');
});

test('a connection is cut before the write or after it', async () => {
  const server = faultyServer();
  server.faults.add({ effect: 'cut', when: 'before', times: 1 });
  server.faults.add({ effect: 'cut', when: 'after', after: 1, times: 1 });
  await expect(server.ask('/groups', 'POST')).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  expect(server.served).toEqual([]);
  await expect(server.ask('/groups', 'POST')).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  expect(server.served).toEqual(['POST /groups']);
});

test('latency and an error can hit the same request, in the order of their addition', async () => {
  const server = faultyServer();
  server.faults.add({ effect: 'latency', latencyMs: 250 });
  server.faults.add({ effect: 'error', code: 'DEADLINE_EXCEEDED' });
  expect((await server.ask()).status).toBe(504);
  expect(server.delays).toEqual([250]);
});

test('tokens expire in the middle of a list, once', async () => {
  const server = faultyServer();
  server.faults.add({ effect: 'expiredTokens', after: 1, times: 1 });
  await statuses(server, 1);
  expect(server.tokensExpired()).toBe(0);
  expect(await statuses(server, 2)).toEqual([200, 200]);
  expect(server.tokensExpired()).toBe(1);
});

test('a new group refuses calls for a while (contract F1)', async () => {
  const server = faultyServer();
  server.faults.add({ effect: 'newGroupDelay' });
  const uid = `${root}/aaaaaaaaaaaaaaaa`;
  expect((await server.ask(`/iam/v2beta1/groups/${root}`, 'POST')).status).toBe(200);
  for (const path of [`groups/${uid}`, `identities/${encodeURIComponent(uid)}`, `roles?uidp.children_of=${uid}`])
    expect((await server.ask(`/iam/v2beta1/${path}`)).status).toBe(403);
  expect((await server.ask(`/iam/v2beta1/groups/${root}`)).status).toBe(200);
  server.pass(30_000);
  expect((await server.ask(`/iam/v2beta1/groups/${uid}`)).status).toBe(200);
});

test('in a new root group the token that created it is not accepted, a new one is (contract F1)', async () => {
  const server = faultyServer();
  server.faults.add({ effect: 'newGroupDelay', delayMs: 1000 });
  await server.ask('/iam/v2beta1/groups', 'POST', 'old');
  expect((await server.ask(`/iam/v2beta1/groups/${root}`, 'GET', 'old')).status).toBe(401);
  expect((await server.ask(`/iam/v2beta1/groups/${root}`, 'GET', 'new')).status).toBe(403);
  server.pass(1000);
  expect((await server.ask(`/iam/v2beta1/groups/${root}`, 'GET', 'old')).status).toBe(401);
  expect((await server.ask(`/iam/v2beta1/groups/${root}`, 'GET', 'new')).status).toBe(200);
});

test('with staleList, lists show the past and reads of one object do not', async () => {
  const server = faultyServer();
  server.change('then');
  server.faults.add({ effect: 'staleList' });
  server.change('later');
  expect(await (await server.ask('/iam/v2beta1/groups')).json()).toEqual({ answer: 'then' });
  expect(await (await server.ask(`/iam/v2beta1/groups/${root}`)).json()).toEqual({ answer: 'later' });
});

test('a rate limit refuses what comes too fast, and says when the next request is served (contract E5)', async () => {
  const server = faultyServer();
  server.faults.add({ effect: 'rateLimit', requestsPerSecond: 0.5, burst: 2 });
  expect(await statuses(server, 3)).toEqual([200, 200, 429]);
  const refused = await server.ask();
  expect(refused.headers.get('retry-after')).toBe('2');
  server.pass(2000);
  expect(await statuses(server, 2)).toEqual([200, 429]);
});

test('a rate limit without Retry-After refuses the same requests', async () => {
  const server = faultyServer();
  server.faults.add({ effect: 'rateLimit', requestsPerSecond: 1, burst: 1, retryAfter: false });
  await server.ask();
  const refused = await server.ask();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, null]);
});

test.each([
  [{ effect: 'explode' }, 'effect'],
  [{ effect: 'latency' }, 'latencyMs'],
  [{ effect: 'html', status: 200 }, 'status'],
  [{ effect: 'error', code: 'TEAPOT' }, 'code'],
  [{ effect: 'html', paht: '/groups' }, 'paht'],
  [null, 'fault'],
])('the fault %j is refused with the name of what is wrong', (fault, said) => {
  expect(() => faultyServer().faults.add(fault as Fault)).toThrow(said);
});
