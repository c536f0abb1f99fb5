/** The client and the emulator at a real socket, with the API's own fault switch. */
import { ApiError, createClient, isNotFound, type Client } from '../../src/client';
import { startEmulator, type Fault, type RunningEmulator } from '../../src/emulator';
import { group, identity, role } from '../../src/model/kinds';
import { ownTime } from './canned';

let running: RunningEmulator;
let client: Client;
let root: string;
let now = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  running = await startEmulator({ clock: () => new Date(now) });
  root = running.rootGroupUid;
});
afterAll(() => running.close());
beforeEach(async () => {
  client = createClient({ baseUrl: running.baseUrl, token: running.token, ...ownTime() });
  await running.requestLog.clear();
});
afterEach(async () => {
  await running.faults.clear();
  await running.reset();
  await client.close();
});

const failureOf = (work: Promise<unknown>): Promise<ApiError> =>
  work.then(
    () => Promise.reject(new Error('the call did not fail')),
    (error: unknown) => ApiError.from(error),
  );
const posts = async (): Promise<number> =>
  (await running.requestLog.entries()).filter(({ method }) => method === 'POST').length;

async function getRoleNames(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of client.list(group, { childrenOf: root, orderBy: 'name' })) names.push(name);
  return names;
}

describe('a create', () => {
  it.each(['before', 'after'] as const)('whose connection is cut %s it was done is not sent again', async (when) => {
    await running.faults.add({ effect: 'cut', when, method: 'POST' });
    const error = await failureOf(client.create(group, root, { name: 'a' }));
    expect(error).toMatchObject({ outcome: 'unknown', code: 'UNAVAILABLE' });
    expect(await posts()).toBe(1);
    expect(await getRoleNames()).toEqual(when === 'after' ? ['a'] : []);
  });

  it('is sent again after a 429, as late as asked', async () => {
    await running.faults.add({ effect: 'error', code: 'RESOURCE_EXHAUSTED', retryAfterSeconds: 3, times: 2 });
    await client.create(group, root, { name: 'a' });
    expect(await posts()).toBe(3);
    expect(await getRoleNames()).toEqual(['a']);
  });

  it('is not sent again after an error 500 or a page of a load balancer', async () => {
    for (const fault of [{ effect: 'error', code: 'INTERNAL' }, { effect: 'html' }] as const) {
      await running.faults.add({ ...fault, method: 'POST', times: 1 });
      expect((await failureOf(client.create(group, root, { name: 'a' }))).outcome).toBe('unknown');
    }
    expect(await posts()).toBe(2);
    expect(await getRoleNames()).toEqual([]);
  });
});

describe('a call that may be repeated', () => {
  it.each<[string, Fault]>([
    ['a connection cut before', { effect: 'cut', when: 'before' }],
    ['a connection cut after', { effect: 'cut', when: 'after' }],
    ['an error 500', { effect: 'error', code: 'INTERNAL' }],
    ['an error 503', { effect: 'error', code: 'UNAVAILABLE' }],
    ['a page with 502', { effect: 'html', status: 502 }],
    ['a page with 503', { effect: 'html', status: 503 }],
  ])('outlives %s, twice', async (_, fault) => {
    const { uid } = await client.create(group, root, { name: 'a' });
    const inject = () => running.faults.add({ ...fault, times: 2 });
    await inject();
    expect(await client.get(group, uid)).toMatchObject({ name: 'a' });
    await inject();
    expect(await client.update(group, uid, { description: 'b' })).toMatchObject({ description: 'b' });
    await inject();
    expect(await getRoleNames()).toEqual(['a']);
    await inject();
    await client.delete(group, uid);
    expect(isNotFound(await failureOf(client.get(group, uid)))).toBe(true);
  });

  it('is not made to wait for ever by an API that is slow', async () => {
    await running.faults.add({ effect: 'latency', latencyMs: 5000 });
    const hurried = createClient({
      baseUrl: running.baseUrl,
      token: running.token,
      requestTimeoutMs: 50,
      maxRetries: 0,
    });
    expect((await failureOf(hurried.get(group, root))).code).toBe('DEADLINE_EXCEEDED');
    await hurried.close();
  });
});

describe('a long list', () => {
  it('has every object once although its page token expires on the way (contract L6)', async () => {
    await running.seed({ groups: [{ name: 'big', roles: many(450) }] });
    const names: string[] = [];
    for await (const { name } of client.list(role, { inRoot: false, orderBy: 'name', pageSize: 100 })) {
      names.push(name);
      // Two gaps of four days.
      if (names.length === 150 || names.length === 320) now += 4 * 24 * 3600_000;
    }
    const custom = names.filter((name) => name.startsWith('n'));
    expect(custom).toEqual(many(450).map(({ name }) => name));
  });

  it('is the same under either version of the API (contract O1)', async () => {
    const { baseUrl, token } = running;
    const other = createClient({ baseUrl, token, apiVersion: 'v2' });
    const { uid } = await client.create(identity, root, {
      name: 'ci',
      claimMatch: { issuer: 'https://i.example.com', subject: 's', claims: { some_claim: 'x', someClaim: 'y' } },
    });
    expect(await other.get(identity, uid)).toEqual(await client.get(identity, uid));
    expect((await other.get(identity, uid)).claimMatch?.claims).toEqual({ some_claim: 'x', someClaim: 'y' });
    await other.close();
  });
});

describe('another organization’s service', () => {
  it('refuses a token that is not its own, and says so', async () => {
    const stranger = createClient({ baseUrl: running.baseUrl, token: 'a.b.c', ...ownTime() });
    expect(await failureOf(stranger.get(group, root))).toMatchObject({ code: 'UNAUTHENTICATED', outcome: 'rejected' });
    await stranger.close();
  });

  it('is not taken for ours when the base URL leads elsewhere', async () => {
    const lost = createClient({ baseUrl: `${running.baseUrl}/api`, token: running.token, ...ownTime() });
    const error = await failureOf(lost.get(group, root));
    expect(isNotFound(error)).toBe(false);
    expect(error.explanation).toContain(`Is ${running.baseUrl}/api the API's base URL?`);
    await lost.close();
  });
});

function many(count: number): { name: string; capabilities: string[] }[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `n${String(index).padStart(4, '0')}`,
    capabilities: ['groups.list'],
  }));
}
