import {
  ApiError,
  createClient,
  type Attempt,
  type Client,
  type ClientOptions,
  type TokenSource,
} from '../../../src/client';
import { createCaller } from '../../../src/client/calls/call';
import { createRetryBudget } from '../../../src/client/calls/retry-budget';
import { userAgent } from '../../../src/model/api';
import { group } from '../../../src/model/kinds';
import { apiError, broken, cannedFetch, CHILD, errorInfo, ownTime, ROOT, TOKEN, type CannedResponse } from '../canned';

const found: CannedResponse = { body: { uid: CHILD, name: 'a' } };
const unavailable = apiError(503, 14, 'try again', errorInfo('OVERLOADED'));
const busy = apiError(429, 8, 'slow down');

function setUp(responses: (CannedResponse | Error)[], options: Partial<ClientOptions> = {}) {
  const time = ownTime();
  const { fetch, requests } = cannedFetch(...responses);
  const client = createClient({ baseUrl: 'https://api.test', token: TOKEN, fetch, ...time, ...options });
  return { client, requests, time };
}

const get = (client: Client, signal?: AbortSignal) => client.get(group, CHILD, { signal });
const create = (client: Client, signal?: AbortSignal) => client.create(group, ROOT, { name: 'a' }, { signal });
const failureOf = (work: Promise<unknown>): Promise<ApiError> =>
  work.then(
    () => Promise.reject(new Error('the call did not fail')),
    (error: unknown) => ApiError.from(error),
  );

describe('retries', () => {
  it('reads again after temporary failures', async () => {
    const { client, requests, time } = setUp([
      broken('ECONNRESET'),
      unavailable,
      { status: 502, body: '<html>' },
      found,
    ]);
    await expect(get(client)).resolves.toMatchObject({ uid: CHILD });
    expect(requests).toHaveLength(4);
    expect(time.slept).toEqual([500, 1000, 2000]);
  });

  it('stops after five further attempts and reports their number', async () => {
    const { client, requests } = setUp([unavailable]);
    const error = await failureOf(get(client));
    expect(requests).toHaveLength(6);
    expect(error.message).toBe(`[UNAVAILABLE, HTTP 503] GET /iam/v2beta1/groups/${CHILD}: try again (6 attempts)`);
  });

  it.each([
    [0, unavailable, 1],
    [1, unavailable, 2],
    [0, busy, 1],
  ])('are %i at most', async (maxRetries, failure, attempts) => {
    const { client, requests } = setUp([failure], { maxRetries });
    await failureOf(get(client));
    expect(requests).toHaveLength(attempts);
  });

  it('have no maximum while the service refuses every call', async () => {
    const { client, requests } = setUp([...Array<CannedResponse>(7).fill(busy), found]);
    await get(client);
    expect(requests).toHaveLength(8);
  });

  it.each(['7', '120', 'Thu, 01 Jan 1970 00:16:47 GMT'])(
    'wait as long as a 429 asks for (%s), in the queue',
    async (retryAfter) => {
      const { client, requests, time } = setUp([{ ...busy, headers: { 'retry-after': retryAfter } }, found]);
      await create(client);
      expect(time.slept).toEqual([retryAfter === '120' ? 120_000 : 7000]);
      expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST']);
    },
  );

  it('does not wait for what would look like hanging, and says so', async () => {
    const { client, time } = setUp([
      { ...apiError(429, 8, 'come back tomorrow'), headers: { 'retry-after': '86400' } },
    ]);
    const error = await failureOf(get(client));
    expect(time.slept).toEqual([]);
    expect(error).toMatchObject({ code: 'RESOURCE_EXHAUSTED', retryAfterMs: 86_400_000 });
    // Nor does the next call.
    await failureOf(get(client));
    expect(Math.max(...time.slept)).toBeLessThan(10_000);
  });

  it.each([
    ['a reset', broken('ECONNRESET')],
    ['an HTML 502', { status: 502, body: '<html><title>Bad Gateway</title></html>' }],
    ['an error 500', apiError(500, 13, 'oh')],
    ['an HTML 503', { status: 503, body: '<html></html>' }],
  ])('never sends a create again after %s, for it may have been executed', async (_, failure) => {
    const { client, requests } = setUp([failure]);
    const error = await failureOf(create(client));
    expect(requests).toHaveLength(1);
    expect(error.outcome).toBe('unknown');
  });

  it.each([
    ['the service refuses it for the moment', unavailable],
    ['nothing was listening', broken('ECONNREFUSED')],
    ['there were too many', apiError(429, 8, 'slow down')],
  ])('sends a create again when %s', async (_, failure) => {
    const { client, requests } = setUp([failure, found]);
    await create(client);
    expect(requests).toHaveLength(2);
  });

  it('takes "not found" for done when an earlier attempt at the delete was lost', async () => {
    const gone = apiError(404, 5, 'no such group', errorInfo('NOT_FOUND'));
    await expect(setUp([broken('ECONNRESET'), gone]).client.delete(group, CHILD)).resolves.toBeUndefined();
    expect((await failureOf(setUp([gone]).client.delete(group, CHILD))).code).toBe('NOT_FOUND');
    expect((await failureOf(setUp([unavailable, gone]).client.delete(group, CHILD))).code).toBe('NOT_FOUND');
  });

  it('stops trying hard once the service is plainly down', async () => {
    const { client, requests } = setUp([broken('ECONNREFUSED')]);
    for (let i = 0; i < 100; i++) await failureOf(get(client));
    expect(requests).toHaveLength(100 + 60);
  });

  it('tries hard again after successful calls: two of them earn one retry', async () => {
    const { fetch, requests } = cannedFetch(
      ...Array<Error>(72).fill(broken('ECONNREFUSED')),
      found,
      found,
      unavailable,
    );
    const client = createClient({ baseUrl: 'https://api.test', token: TOKEN, fetch, ...ownTime() });
    for (let i = 0; i < 12; i++) await failureOf(get(client));
    const begun = requests.length;
    expect(begun).toBe(72);
    await get(client);
    await get(client);
    await failureOf(get(client));
    expect(requests.length - begun).toBe(2 + 2);
  });
});

describe('an error that is no network error', () => {
  it.each([
    ['a TypeError', new TypeError('x is not a function'), 'TypeError: x is not a function'],
    ['a module that is not found', broken('ERR_MODULE_NOT_FOUND'), 'ERR_MODULE_NOT_FOUND: '],
    [
      'a runtime that loads no module late, as Jest',
      broken('ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG'),
      'ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG: ',
    ],
    ['a proxy that is no URL', broken('ERR_INVALID_URL'), 'ERR_INVALID_URL: '],
    ['a client that was closed', broken('UND_ERR_CLOSED'), 'UND_ERR_CLOSED: '],
  ])(
    'such as %s is neither tried again nor called a connection, and the request may have been executed',
    async (_, failure, words) => {
      const { client, requests, time } = setUp([failure]);
      const error = await failureOf(get(client));
      expect(error).toMatchObject({ code: 'UNKNOWN', outcome: 'unknown', status: undefined, cause: failure });
      expect(error.explanation).toContain(`failed in this program, not on the network (${words}`);
      expect(error.explanation).not.toMatch(/connection|attempts/);
      expect([requests.length, time.slept]).toEqual([1, []]);
    },
  );

  it('is distinguished from a broken connection that fetch wraps in a TypeError', async () => {
    const wrapped = new TypeError('fetch failed', { cause: broken('ECONNRESET') });
    const { client, requests } = setUp([wrapped, found]);
    await get(client);
    expect(requests).toHaveLength(2);
  });
});

describe('cancellation', () => {
  it('is a CANCELLED that says whether anything was sent', async () => {
    const early = await failureOf(get(setUp([found]).client, AbortSignal.abort()));
    const url = `/iam/v2beta1/groups/${CHILD}`;
    expect(early).toMatchObject({ code: 'CANCELLED', outcome: 'notSent', method: 'GET', url });
    expect([early.explanation, (early.cause as Error).name]).toEqual(['the call was cancelled', 'AbortError']);

    const cancel = new AbortController();
    const hanging = createClient({
      baseUrl: 'https://api.test',
      token: TOKEN,
      fetch: () => {
        setImmediate(() => cancel.abort());
        return new Promise(() => undefined);
      },
    });
    const call = failureOf(hanging.create(group, ROOT, { name: 'a' }, { signal: cancel.signal }));
    expect(await call).toMatchObject({ code: 'CANCELLED', outcome: 'unknown', method: 'POST' });
    expect((await call).explanation).toBe('the call was cancelled');
  });

  it.each([
    ['try again', unavailable, 'notSent'],
    [
      'the connection to api.test broke before the response arrived (ECONNRESET: read ECONNRESET)',
      broken('ECONNRESET'),
      'unknown',
    ],
  ])(
    'ends the wait before the next attempt, and names the reason of the wait: %s',
    async (reason, failure, outcome) => {
      const cancel = new AbortController();
      const { fetch } = cannedFetch(failure);
      // Asked when the wait begins, for how long it is.
      const random = (): number => {
        setImmediate(() => cancel.abort());
        return 1;
      };
      const client = createClient({ baseUrl: 'https://api.test', token: TOKEN, fetch, random });
      const error = await failureOf(get(client, cancel.signal));
      expect(error).toMatchObject({ code: 'CANCELLED', outcome });
      expect(error.explanation).toBe(`the call was cancelled; the attempt before: ${reason}`);
    },
  );

  it('does not replace an error in a program', async () => {
    const mistake = new TypeError('x is not a function');
    const caller = createCaller('https://api.test', ownTime());
    const tokens: TokenSource = { token: () => Promise.reject(mistake), renew: () => undefined };
    await expect(caller.call({ method: 'GET', path: '/x', tokens })).rejects.toBe(mistake);
  });
});

describe('the grace of a cancelled call', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('lets a request that is on its way bring its response', async () => {
    const cancel = new AbortController();
    let respond!: (response: Response) => void;
    const fetch = () => new Promise<Response>((resolve) => (respond = resolve));
    const client = createClient({ baseUrl: 'https://api.test', token: TOKEN, fetch });
    const call = client.create(group, ROOT, { name: 'a' }, { signal: cancel.signal, graceMs: 15_000 });
    await jest.advanceTimersByTimeAsync(0);
    cancel.abort();
    await jest.advanceTimersByTimeAsync(14_000);
    respond(Response.json({ uid: CHILD, name: 'a' }));
    await expect(call).resolves.toMatchObject({ uid: CHILD });
  });

  it('is none by default', async () => {
    const cancel = new AbortController();
    const fetch = () => new Promise<Response>(() => undefined);
    const client = createClient({ baseUrl: 'https://api.test', token: TOKEN, fetch });
    const call = failureOf(create(client, cancel.signal));
    await jest.advanceTimersByTimeAsync(0);
    cancel.abort();
    await jest.advanceTimersByTimeAsync(0);
    expect(jest.getTimerCount()).toBe(0);
    expect(await call).toMatchObject({ code: 'CANCELLED', outcome: 'unknown' });
  });

  it('ends', async () => {
    const cancel = new AbortController();
    const fetch = () => new Promise<Response>(() => undefined);
    const client = createClient({ baseUrl: 'https://api.test', token: TOKEN, fetch });
    const call = failureOf(client.create(group, ROOT, { name: 'a' }, { signal: cancel.signal, graceMs: 15_000 }));
    await jest.advanceTimersByTimeAsync(0);
    cancel.abort();
    await jest.advanceTimersByTimeAsync(15_000);
    expect(await call).toMatchObject({ code: 'CANCELLED', outcome: 'unknown' });
  });

  it('is not for waits: nothing is sent again', async () => {
    const cancel = new AbortController();
    const { fetch, requests } = cannedFetch({ ...apiError(429, 8, 'slow down'), headers: { 'retry-after': '60' } });
    const client = createClient({ baseUrl: 'https://api.test', token: TOKEN, fetch });
    const call = failureOf(client.create(group, ROOT, { name: 'a' }, { signal: cancel.signal, graceMs: 15_000 }));
    await jest.advanceTimersByTimeAsync(1_000);
    cancel.abort();
    await jest.advanceTimersByTimeAsync(0);
    expect(await call).toMatchObject({ code: 'CANCELLED', outcome: 'notSent' });
    expect(requests).toHaveLength(1);
  });
});

describe('the time limit', () => {
  it('is thirty seconds by default', async () => {
    jest.useFakeTimers();
    const fetch = () => new Promise<Response>(() => undefined);
    const client = createClient({ baseUrl: 'https://api.test', token: TOKEN, fetch, maxRetries: 0 });
    const explanation = failureOf(create(client)).then((error) => error.explanation);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(jest.getTimerCount()).toBe(0);
    expect(await explanation).toBe('no response within 30 s');
    jest.useRealTimers();
  });

  it('ends an attempt that brings no answer', async () => {
    const fetch = () => new Promise<Response>(() => undefined);
    const client = createClient({
      baseUrl: 'https://api.test',
      token: TOKEN,
      fetch,
      requestTimeoutMs: 20,
      maxRetries: 0,
    });
    expect(await failureOf(create(client))).toMatchObject({
      code: 'DEADLINE_EXCEEDED',
      outcome: 'unknown',
      explanation: 'no response within 0.02 s',
    });
  });
});

describe('tokens', () => {
  const unauthenticated = apiError(401, 16, 'token expired', errorInfo('UNAUTHENTICATED'));

  function numbered(): TokenSource & { renewed: (string | undefined)[] } {
    const renewed: (string | undefined)[] = [];
    return {
      renewed,
      token: () => Promise.resolve(`token-${renewed.length}`),
      renew: (rejected) => void renewed.push(rejected),
    };
  }

  it('are in the header of every call', async () => {
    const { client, requests } = setUp([found]);
    await get(client);
    expect(requests[0]?.headers.get('authorization')).toBe(`Bearer ${TOKEN}`);
  });

  it('are renewed once when the service refuses one', async () => {
    const token = numbered();
    const waits: unknown[] = [];
    const observe = ({ retryInMs }: Attempt) => void waits.push(retryInMs);
    const { client, requests } = setUp([unauthenticated, found], { token, observe });
    await create(client);
    expect(waits).toEqual([0, undefined]);
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer token-0', 'Bearer token-1']);
    expect(token.renewed).toEqual(['token-0']);
  });

  it('are not renewed for ever', async () => {
    const { client, requests } = setUp([unauthenticated], { token: numbered() });
    expect((await failureOf(get(client))).code).toBe('UNAUTHENTICATED');
    expect(requests).toHaveLength(2);
  });

  it('are requested again after a wait in the queue, because they can expire there', async () => {
    const time = ownTime(0);
    const token: TokenSource = { token: async () => `token-at-${time.clock()}`, renew: () => undefined };
    const paused = { ...busy, headers: { 'retry-after': '7' } };
    const { client, requests } = setUp([paused, found], { ...time, token });
    await get(client);
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer token-at-0',
      'Bearer token-at-7000',
    ]);
  });

  it('are not tried again when there is no other', async () => {
    const { client, requests } = setUp([unauthenticated]);
    await failureOf(get(client));
    expect(requests).toHaveLength(1);
  });

  it('are not requested for a call without one, even if the service rejects it', async () => {
    const token = numbered();
    const { client, requests } = setUp([unauthenticated], { token });
    expect((await failureOf(client.ping())).code).toBe('UNAUTHENTICATED');
    expect([requests.length, token.renewed]).toEqual([1, []]);
    expect(requests[0]?.headers.has('authorization')).toBe(false);
  });

  it('that cannot be had fail the call without sending it', async () => {
    const failing = new ApiError({
      code: 'PERMISSION_DENIED',
      explanation: 'no',
      method: 'GET',
      url: '/sts/exchange',
      outcome: 'notSent',
    });
    const token: TokenSource = { token: () => Promise.reject(failing), renew: () => undefined };
    const { client, requests } = setUp([found], { token });
    expect(await failureOf(create(client))).toBe(failing);
    expect(requests).toHaveLength(0);
  });
});

describe('the callback for every attempt', () => {
  it('is its path, how it went, and when the next one comes, without the token', async () => {
    const seen: Attempt[] = [];
    const dated = { ...found, headers: { date: 'Thu, 01 Jan 1970 00:00:05 GMT' } };
    const { client } = setUp([unavailable, dated], { observe: (attempt) => seen.push(attempt) });
    await get(client);
    const of = { method: 'GET', url: `/iam/v2beta1/groups/${CHILD}`, durationMs: 0 };
    expect(seen).toEqual([
      { ...of, attempt: 1, status: 503, failure: 'try again', retryInMs: 500, serviceTime: undefined },
      { ...of, attempt: 2, status: 200, failure: undefined, retryInMs: undefined, serviceTime: 5000 },
    ]);
    expect(JSON.stringify(seen)).not.toContain(TOKEN);
  });
});

test('a call without parameters has no empty query', async () => {
  const { client, requests } = setUp([{ body: { items: [] } }]);
  await client.listUidsInV1(group, {});
  await client.listUidsInV1(group, { name: 'a' });
  expect(requests.map(({ url }) => url.href)).toEqual(
    ['', '?name=a'].map((query) => `https://api.test/iam/v1/groups${query}`),
  );
});

describe('one attempt', () => {
  const start = (...responses: (CannedResponse | Error)[]) => {
    const { fetch, requests } = cannedFetch(...responses);
    return { requests, caller: createCaller('https://api.test', { fetch, ...ownTime(), userAgent: 'my-tool/1.0' }) };
  };
  const x = { method: 'GET', path: '/x', tokens: undefined } as const;
  const readTokens = (token: string): TokenSource => ({ token: async () => token, renew: () => undefined });

  it('sends the headers of the API, and a body only with its type', async () => {
    const { caller, requests } = start({ body: {} });
    await caller.call(x);
    await caller.call({ ...x, method: 'POST', body: { a: 1 }, tokens: readTokens('t') });
    const common = { accept: 'application/json', 'user-agent': userAgent('my-tool/1.0') };
    expect(requests.map(({ headers, body }) => [Object.fromEntries(headers), body])).toEqual([
      [common, undefined],
      [{ ...common, authorization: 'Bearer t', 'content-type': 'application/json' }, { a: 1 }],
    ]);
    await expect(caller.close()).resolves.toBeUndefined();
  });

  it('returns the response with its route and its secrets', async () => {
    const { caller } = start({ body: 'text', status: 299 });
    const route = { method: 'GET', url: '/x', baseUrl: 'https://api.test', attempt: 1, status: 299, text: 'text' };
    expect(await caller.call({ ...x, secrets: ['s'] })).toMatchObject({ ...route, secrets: ['s'] });
    expect(await caller.call({ ...x, secrets: ['s'], tokens: readTokens('t') })).toMatchObject({ secrets: ['s', 't'] });
  });

  it('returns an empty response if an earlier attempt succeeded', async () => {
    const { caller } = start(broken('ECONNRESET'), apiError(404, 5, 'gone'));
    const response = await caller.call({ ...x, method: 'DELETE', secrets: ['s'], successIf: () => true });
    const route = { method: 'DELETE', url: '/x', baseUrl: 'https://api.test', attempt: 2 };
    expect(response).toEqual({ ...route, status: 204, text: '', secrets: [], header: expect.any(Function) });
    expect(response.header('date')).toBeUndefined();
  });

  it('fails with a response that is no success, and with one that no server sends', async () => {
    const { caller } = start({ status: 300 });
    expect(await failureOf(caller.call(x))).toMatchObject({ method: 'GET', url: '/x', status: 300 });
    const broken = createCaller('https://api.test', { fetch: async () => Response.error(), ...ownTime() });
    expect(await failureOf(broken.call(x))).toMatchObject({ code: 'UNKNOWN', status: 0 });
  });

  it('has sent nothing if the request or its token is invalid', async () => {
    const { caller, requests } = start({ body: {} });
    const invalid = [
      { ...x, body: {} },
      { ...x, tokens: readTokens('a\nb') },
    ];
    for (const call of invalid)
      expect(await failureOf(caller.call(call))).toMatchObject({ method: 'GET', url: '/x', outcome: 'notSent' });
    const { code, explanation } = await failureOf(caller.call(invalid[1]!));
    expect([code, explanation]).toEqual(['UNAUTHENTICATED', expect.stringContaining('; nothing was sent')]);
    expect(requests).toEqual([]);
  });
});

test('an error of a server after a long pause is no refusal, so the call is repeated', async () => {
  const { client, requests } = setUp([{ ...busy, headers: { 'retry-after': '120' } }, unavailable, found]);
  await expect(get(client)).resolves.toMatchObject({ uid: CHILD });
  expect(requests).toHaveLength(3);
});

describe('a call that is refused while the service answers others', () => {
  const others = 'The service refused this call 10 times and accepted others in the meantime';
  const every = 'The service refused every request for 120 seconds';

  it.each<[string, () => Response, string]>([
    ['successfully', () => Response.json({}), others],
    ['with an error of the caller', () => Response.json({}, { status: 499 }), others],
    ['with an error of a server', () => Response.json({}, { status: 500 }), every],
    [
      'by breaking the connection',
      () => {
        throw broken('ECONNRESET');
      },
      every,
    ],
  ])('%s ends with the reason', async (_, respond, reason) => {
    const fetch = async (request: Request) => {
      if (request.url.endsWith('/other')) return respond();
      await caller.call({ method: 'POST', path: '/other', tokens: undefined }).catch(() => undefined);
      return Response.json({ code: 8, message: 'quota' }, { status: 429 });
    };
    const caller = createCaller('https://api.test', { fetch, ...ownTime() });
    const error = await failureOf(caller.call({ method: 'GET', path: '/x', tokens: undefined }));
    expect(error).toMatchObject({ code: 'RESOURCE_EXHAUSTED', status: 429, url: '/x' });
    expect(error.explanation).toContain(reason);
  });
});

describe('the budget of retries', () => {
  it('is used up by a service that is down, time-outs costing more, and refilled by success', () => {
    const budget = createRetryBudget(6);
    expect(budget.spend({ code: 'DEADLINE_EXCEEDED' })).toBe(true);
    expect(budget.spend({ code: 'DEADLINE_EXCEEDED' })).toBe(false);
    expect(budget.spend({ code: 'UNAVAILABLE' })).toBe(true);
    expect(budget.spend({ code: 'UNAVAILABLE' })).toBe(false);
    budget.earn();
    expect(budget.spend({ code: 'UNAVAILABLE' })).toBe(false);
    budget.earn();
    expect(budget.spend({ code: 'UNAVAILABLE' })).toBe(true);
  });
});
