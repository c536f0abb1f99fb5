import { createClient, group, identityProvider, type ApiError, type Fetch } from '../../../src/client';
import { lacksList } from '../../../src/client/errors/lacks-list';
import { notFound } from '../../../src/emulator/wire/errors';
import { errorResponse, fetchResponse } from '../../../src/emulator/wire/messages';

const ROOT = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';

const unknownPath = () => Response.json({ code: 5, message: 'Not Found', details: [] }, { status: 404 });
const page = () => Response.json({ groups: [], nextPageToken: '', totalCount: '0', skipped: 0 });
const missing = () => fetchResponse(errorResponse(notFound({ kind: 'Group' } as never, ROOT), 'iam'));

type Answer = (path: string) => Response;

function setUp(version: 'v2' | 'v2beta1', answer: Answer) {
  const paths: string[] = [];
  const fetch: Fetch = async ({ url, method }) => {
    const { pathname, search } = new URL(url);
    paths.push(`${method} ${pathname}${search}`);
    return answer(pathname);
  };
  return {
    paths,
    client: createClient({ baseUrl: 'https://api.test', token: 'secret', apiVersion: version, fetch, maxRetries: 0 }),
  };
}

const only =
  (version: string, served: Answer = page): Answer =>
  (path) =>
    path.split('/')[2] === version ? served(path) : unknownPath();

const failureOf = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(expectFailure, (error: unknown) => error as ApiError);
const expectFailure = (): never => {
  throw new Error('the call did not fail');
};

describe.each([
  ['v2', 'v2beta1'],
  ['v2beta1', 'v2'],
] as const)('a service without %s', (selected, other) => {
  test('is one error, which names the version that answers and how to select it', async () => {
    const { client, paths } = setUp(selected, only(other));
    const error = await failureOf(client.get(group, ROOT));
    expect(error).toMatchObject({ code: 'NOT_FOUND', servedVersion: other });
    expect(error.explanation).toBe(
      `the service does not have the version ${selected} of the API, but ${other} answers. Select it with api_version = "${other}", PLATFORM_API_VERSION=${other} or --api-version ${other}`,
    );
    expect(paths).toEqual([
      `GET /iam/${selected}/groups/${ROOT}`,
      `GET /iam/${selected}/groups?page_size=1`,
      `GET /iam/${other}/groups?page_size=1`,
    ]);
    expect(lacksList(error)).toBe(false);
  });

  test('is asked for the other version once, also if many calls fail at the same time', async () => {
    const { client, paths } = setUp(selected, only(other));
    const calls = [
      ...Array.from({ length: 5 }, () => client.get(group, ROOT)),
      client.page(identityProvider),
      client.create(group, ROOT, { name: 'payments' }),
      client.update(group, ROOT, { name: 'payments' }),
      client.delete(group, ROOT),
      client.lookupIdentity('https://issuer.test', 'ada'),
    ];
    for (const error of await Promise.all(calls.map(failureOf))) expect(error.servedVersion).toBe(other);
    expect(paths.filter((path) => path.includes(`/${other}/`))).toEqual([`GET /iam/${other}/groups?page_size=1`]);
    expect(paths).toHaveLength(calls.length + 2);
  });

  test.each<[string, Answer]>([
    ['refuses the token', () => Response.json({ code: 16, message: 'no', details: [] }, { status: 401 })],
    ['denies the call', () => Response.json({ code: 7, message: 'no', details: [] }, { status: 403 })],
    ['answers with an error of its own', missing],
  ])('that %s in the other version is named, too', async (_, served) => {
    const { client } = setUp(selected, only(other, served));
    expect((await failureOf(client.get(group, ROOT))).servedVersion).toBe(other);
  });

  test.each<[string, Answer]>([
    ['knows no path', unknownPath],
    ['shows a page', () => new Response('<html><title>Welcome</title></html>')],
    ['fails', () => Response.json({ code: 13, message: 'no', details: [] }, { status: 500 })],
  ])('that %s in the other version keeps its error', async (_, served) => {
    const { client } = setUp(selected, only(other, served));
    const error = await failureOf(client.get(group, ROOT));
    expect(error.servedVersion).toBeUndefined();
    expect(error.explanation).toMatch(/Not Found\. The service does not know this path\. Is https:\/\/api\.test/);
  });
});

test.each<[string, Answer]>([
  ['works', (path) => (path.endsWith('/groups') ? page() : Response.json({ uid: ROOT, name: 'acme' }))],
  ['lacks the object', missing],
  ['denies', () => Response.json({ code: 7, message: 'no', details: [] }, { status: 403 })],
  ['fails', () => Response.json({ code: 3, message: 'no', details: [] }, { status: 400 })],
])('a service that %s gets no further request', async (_, answer) => {
  const { client, paths } = setUp('v2', answer);
  await client.get(group, ROOT).catch(() => undefined);
  expect(paths).toEqual([`GET /iam/v2/groups/${ROOT}`]);
});

test('a kind that the selected version does not list is no missing version', async () => {
  const answer: Answer = (path) => (path.endsWith('/iam/v2/identityProviders') ? unknownPath() : page());
  const { client, paths } = setUp('v2', answer);
  const error = await failureOf(client.page(identityProvider));
  expect([error.servedVersion, lacksList(error)]).toEqual([undefined, true]);
  expect(paths).toEqual(['GET /iam/v2/identityProviders?page_size=200', 'GET /iam/v2/groups?page_size=1']);
  const known = setUp('v2', answer);
  await known.client.page(group);
  await failureOf(known.client.page(identityProvider));
  expect(known.paths).toHaveLength(2);
});
