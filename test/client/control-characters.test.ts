/** Control characters in what a service says, which must not reach a terminal through an error of ours. */
import { type Attempt, createClient, type MalformedObject } from '../../src/client';
import { group } from '../../src/model/kinds';
import { controlsIn, hostile } from '../base/text/hostile';
import { broken, cannedFetch, type CannedResponse, CHILD, ownTime, ROOT, TOKEN } from './canned';

const details = [
  { '@type': 'a.ErrorInfo', reason: hostile, domain: hostile },
  { '@type': 'a.BadRequest', fieldViolations: [{ field: hostile, description: hostile }] },
  { '@type': 'a.PreconditionFailure', violations: [{ type: hostile, description: hostile, subject: hostile }] },
  { '@type': 'a.ResourceInfo', resourceType: hostile, resourceName: hostile, description: hostile },
  { '@type': 'a.RequestInfo', requestId: hostile },
  { '@type': 'a.Other', nested: [{ text: hostile }] },
];

const failures: [string, CannedResponse | Error][] = [
  ['an error of the service', { status: 400, body: { code: 3, message: hostile, details } }],
  ['a page of a proxy', { status: 502, body: `<title>${hostile}</title>` }],
  ['a page without a title', { status: 502, body: hostile }],
  ['a response that is no JSON', { body: hostile }],
  ['an object of another shape', { body: { uid: CHILD, name: [hostile], [hostile]: hostile } }],
  ['a connection that broke', Object.assign(broken('ECONNRESET'), { message: hostile })],
];

test.each(failures)('%s: no text of the error has any', async (_, response) => {
  const attempts: Attempt[] = [];
  const observe = (attempt: Attempt): void => void attempts.push(attempt);
  const { fetch } = cannedFetch(response);
  const client = createClient({ baseUrl: 'https://api.test', token: TOKEN, fetch, ...ownTime(), observe });
  const error = (await client.get(group, CHILD).catch((thrown: unknown) => thrown)) as Error;
  expect(error).toBeInstanceOf(Error);
  const values = [error.message, error.stack ?? ''];
  JSON.stringify([error, attempts], (key, value: unknown) => {
    if (typeof value === 'string') values.push(value);
    return key === 'cause' ? undefined : value;
  });
  expect(values.flatMap(controlsIn)).toEqual([]);
  expect(values.length).toBeGreaterThan(5);
});

test('the report of a malformed object has none, and its values are those that the service sent', async () => {
  const { fetch } = cannedFetch({ body: { groups: [{ uid: CHILD, name: hostile, description: [1] }] } });
  const client = createClient({ baseUrl: 'https://api.test', token: TOKEN, fetch, ...ownTime() });
  const malformed: MalformedObject[] = [];
  const listed = client.list(group, { childrenOf: ROOT }, { onMalformed: (object) => malformed.push(object) });
  for await (const one of listed) throw new Error(`unexpected: ${one.uid}`);
  expect(malformed).toMatchObject([{ name: hostile, readable: { name: hostile } }]);
  expect(malformed.flatMap(({ subject, problem }) => controlsIn(subject + problem))).toEqual([]);
});

test('a value of an object is unchanged', async () => {
  const { fetch } = cannedFetch({ body: { uid: CHILD, name: 'a', description: hostile } });
  const client = createClient({ baseUrl: 'https://api.test', token: TOKEN, fetch, ...ownTime() });
  expect((await client.get(group, CHILD)).description).toBe(hostile);
});
