/** Responses out of all bounds: an error in words, after one attempt, and neither stack nor memory is used up. */
import fc from 'fast-check';
import { ApiError, createClient, exchangedToken, givenIdentityToken, ResponseShapeError } from '../../../src/client';
import { isNestedTooDeeply } from '../../../src/client/transport/response-limits';
import { group, repo } from '../../../src/model/kinds';
import { cannedFetch, type CannedResponse, CHILD, ownTime, ROOT, startCannedServer, TOKEN } from '../canned';

const levels = 100_000;
const lists = '['.repeat(levels) + ']'.repeat(levels);
const objects = '{"a":'.repeat(levels) + '0' + '}'.repeat(levels);
const deep: [string, (json: string) => string][] = [
  ['a value that is nothing else', (json) => json],
  ['an unknown field', (json) => `{"uid":"${CHILD}","name":"a","unknown":${json}}`],
  ['a field of another type', (json) => `{"uid":"${CHILD}","name":${json}}`],
  ['a list', (json) => `{"groups":[{"uid":"${CHILD}","name":"a","resourceLimits":${json}}]}`],
  ['an error', (json) => `{"code":13,"message":"no","details":[{"@type":"a.ErrorInfo","metadata":${json}}]}`],
];

function setUp(response: CannedResponse) {
  const { fetch, requests } = cannedFetch(response);
  return { requests, client: createClient({ baseUrl: 'https://api.test', token: TOKEN, fetch, ...ownTime() }) };
}

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => Promise.reject(new Error('the call did not fail')),
    (error: unknown) => error,
  );

describe.each(deep)('%s, nested 100,000 levels deep', (_, around) => {
  test.each([
    ['lists', lists],
    ['objects', objects],
  ])('as %s, is an error that is not tried again', async (_, json) => {
    const { client, requests } = setUp({ body: around(json) });
    for (const call of [
      () => client.get(group, CHILD),
      () => client.page(group),
      () => client.create(group, ROOT, { name: 'a' }),
      () => client.whoami(),
      () => client.delete(group, CHILD),
      () => client.page(repo),
    ]) {
      const error = await failure(call());
      expect(error).toBeInstanceOf(ResponseShapeError);
      expect((error as Error).message).toContain('nested deeper than 100 levels');
    }
    expect(requests).toHaveLength(6);
  });

  test.each([500, 503, 429, 400, 403])('with status %i too', async (status) => {
    const { client, requests } = setUp({ status, body: around(lists) });
    const error = await failure(client.get(group, CHILD));
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).explanation).toBe(
      `HTTP ${status}, and the response is invalid: it is nested deeper than 100 levels, unlike any response of the API`,
    );
    expect(requests).toHaveLength(1);
  });
});

test('what is nested deeply in an identity token does not hide why it was refused', async () => {
  const { fetch } = cannedFetch({ status: 403, body: { code: 7, message: 'invalid "subject"', details: [] } });
  const claims = Buffer.from(`{"iss":"me","sub":${lists}}`).toString('base64url');
  const tokens = exchangedToken({
    authUrl: 'https://auth.test',
    audience: 'https://api.test',
    identityUid: CHILD,
    identityToken: givenIdentityToken(`e30.${claims}.x`),
    fetch,
    ...ownTime(),
  });
  expect(await failure(tokens.token(new AbortController().signal))).toMatchObject({
    explanation: expect.stringContaining('invalid "subject"'),
  });
});

test('the depth is that of the value, with any contents of its texts', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
  const brackets = fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '"', '\\') });
  const value = fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof({ maxDepth: 8 }, brackets, fc.array(tie('any')), fc.dictionary(brackets, tie('any'))),
  })).any;
  fc.assert(
    fc.property(value, fc.integer({ min: 92, max: 104 }), (inner, around) => {
      const json = '['.repeat(around) + JSON.stringify(inner) + ']'.repeat(around);
      expect(isNestedTooDeeply(json)).toBe(around + depthOf(inner) > 100);
    }),
  );
});

test('text that is no JSON ends, too', () => {
  for (const text of ['', '"', '"\\', '[', '"[', ']]]]', '\\"[']) expect(isNestedTooDeeply(text)).toBe(false);
});

test('more than 64 MiB fail after one attempt', async () => {
  let requests = 0;
  const piece = Buffer.alloc(1024 * 1024, ' ');
  const service = await startCannedServer((_, response) => {
    requests++;
    const more = (): void => {
      while (!response.destroyed) if (!response.write(piece)) return void response.once('drain', more);
    };
    more();
  });
  const client = createClient({ baseUrl: service.baseUrl, token: TOKEN });
  const error = await failure(client.get(group, CHILD));
  await client.close();
  await service.close();
  expect(error).toMatchObject({
    code: 'UNAVAILABLE',
    explanation: expect.stringContaining('is larger than 64 MiB, unlike any response of the API'),
  });
  expect(requests).toBe(1);
});

test('of a long page, the beginning is shown; the slow search is skipped', async () => {
  for (const body of [
    '<title'.repeat(1_000_000),
    '-eyJabcde'.repeat(1_000_000),
    '{"code":3,"message":"x'.padEnd(1e7, 'y'),
  ]) {
    const { client } = setUp({ status: 400, body });
    const error = await failure(client.get(group, CHILD));
    expect((error as ApiError).explanation.length).toBeLessThan(300);
  }
});
