/** Tests the limits of requests to services. */
import { allowedUrl, createOutbound } from '../../src/review-server/outbound';
import { startLoopbackService, type LoopbackService } from './loopback-service';

const hosts = ['app.terraform.io', 'tfe.acme.example:8443'];

test.each([
  'http://app.terraform.io/x',
  'https://app.terraform.io.evil.example/x',
  'https://app.terraform.io@evil.example/x',
  'https://user:password@app.terraform.io/x',
  'https://app.terraform.io:8443/x',
  'https://tfe.acme.example/x',
  'https://127.0.0.1/x',
  'https://evil.example/?https://app.terraform.io',
  'file:///etc/passwd',
  'no url',
  '',
])('%p is not allowed', (url) => expect(() => allowedUrl(url, hosts)).toThrow(/^Cannot send a request/));

test('an allowed host needs its port', () => {
  expect(allowedUrl('https://APP.terraform.io:443/x', hosts).host).toBe('app.terraform.io');
  expect(allowedUrl('https://tfe.acme.example:8443/x', hosts).port).toBe('8443');
});

describe('over a socket', () => {
  let service: LoopbackService;
  const statuses: number[] = [];
  beforeAll(async () => {
    service = await startLoopbackService(({ path }) =>
      path === '/large' ? { status: 200, body: 'x'.repeat(2000) } : { status: statuses.shift() ?? 200, body: 'ok' },
    );
  });
  afterAll(() => service?.close());
  const get = (path: string) =>
    createOutbound(
      service.fetch,
      1,
    )({
      ...{ method: 'GET', url: `https://app.terraform.io${path}`, hosts, headers: {}, largestBytes: 1000 },
      signal: AbortSignal.timeout(10_000),
    });

  test('a response that is too large is an error', async () => {
    await expect(get('/large')).rejects.toThrow(
      'Cannot read the response of app.terraform.io: it is larger than 1000 bytes.',
    );
  });

  test('a request is repeated if the service could not process it, three times at most', async () => {
    statuses.push(503, 429);
    expect((await get('/busy')).status).toBe(200);
    statuses.push(500, 502, 503);
    expect((await get('/broken')).status).toBe(503);
    statuses.push(404);
    expect((await get('/missing')).status).toBe(404);
    const count = (path: string) => service.requests.filter((one) => one.path === path).length;
    expect([count('/busy'), count('/broken'), count('/missing')]).toEqual([3, 3, 1]);
  });

  test('an error shows no URL', async () => {
    const send = createOutbound(
      () => Promise.reject(Object.assign(new TypeError('https://secret'), { cause: { code: 'ECONNRESET' } })),
      1,
    );
    const request = { method: 'GET', url: 'https://app.terraform.io/secret', hosts, headers: {} } as const;
    await expect(send({ ...request, signal: AbortSignal.timeout(10_000) })).rejects.toThrow(
      /^Cannot reach app\.terraform\.io: ECONNRESET\.$/,
    );
  });
});
