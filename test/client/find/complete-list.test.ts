import { ApiError } from '../../../src/client';
import { lacksList } from '../../../src/client/errors/lacks-list';
import { hiddenKinds, readCompleteList } from '../../../src/client/find/complete-list';
import { group, identity, identityProvider } from '../../../src/model/kinds';

type Pages = Parameters<typeof readCompleteList>[0];

/** Returns a client whose list has these pages, and then fails. */
function pagesOf(
  pages: readonly object[],
  error?: Error,
  inV1: readonly string[] | Error = failure('NOT_FOUND'),
): Pages {
  return {
    async *pages() {
      for (const page of pages) yield await Promise.resolve({ items: [], malformed: [], ...page } as never);
      if (error !== undefined) throw error;
    },
    listUidsInV1: () => (inV1 instanceof Error ? Promise.reject(inV1) : Promise.resolve(inV1)),
    get: (_: unknown, uid: string) => Promise.resolve({ uid } as never),
  } as Pages;
}

function failure(code: ApiError['code']): ApiError {
  return new ApiError({
    code,
    explanation: `It failed with ${code}.`,
    method: 'GET',
    url: '/list',
    outcome: 'rejected',
  });
}

test('it reads every page and reports its progress', async () => {
  const counts: number[] = [];
  const client = pagesOf([{ items: [{ uid: 'a' }, { uid: 'b' }] }, { items: [{ uid: 'c' }] }]);
  const list = await readCompleteList(client, group, {}, { onPage: (count) => counts.push(count) });
  expect(list).toEqual({ declaration: group, objects: [{ uid: 'a' }, { uid: 'b' }, { uid: 'c' }], problems: [] });
  expect(counts).toEqual([2, 1]);
});

test('it reports malformed objects and a list that fails halfway, with the objects before it', async () => {
  const malformed = [
    { uid: 'f00d', problem: 'name: expected a string' },
    { uid: undefined, problem: 'no object' },
  ];
  const client = pagesOf([{ items: [{ uid: 'a' }], malformed }], failure('PERMISSION_DENIED'));
  const { objects, problems } = await readCompleteList(client, identity, {});
  expect(objects).toEqual([{ uid: 'a' }]);
  expect(problems).toEqual([
    'cannot read the identity f00d: name: expected a string.',
    'cannot read the identity without a uid: no object.',
    'cannot read the identities: It failed with PERMISSION_DENIED.',
  ]);
});

test.each(['NOT_FOUND', 'UNIMPLEMENTED'] as const)('it reads the list of v1 if v2 answers %s', async (code) => {
  const inV1 = await readCompleteList(pagesOf([], failure(code), ['a', 'b']), identityProvider, {});
  expect(inV1).toEqual({ declaration: identityProvider, objects: [{ uid: 'a' }, { uid: 'b' }], problems: [] });
});

test('it reads the list of v1 if v2 denies the list, and reports a denial of both', async () => {
  const denied = failure('PERMISSION_DENIED').with({ hasServiceBody: true });
  const inV1 = await readCompleteList(pagesOf([], denied, ['a']), identityProvider, {});
  expect(inV1).toMatchObject({ objects: [{ uid: 'a' }], problems: [] });
  const { objects, problems } = await readCompleteList(pagesOf([], denied, denied), identityProvider, {});
  const reason = 'cannot read the identity providers: It failed with PERMISSION_DENIED.';
  expect([objects, problems]).toEqual([[], [reason]]);
});

test.each([
  ['of a proxy', { hasServiceBody: false }],
  ['of an object', { hasServiceBody: true, url: `/iam/v2beta1/groups/${'a'.repeat(40)}` }],
  ['of a write', { hasServiceBody: true, method: 'POST' }],
])('a denial %s is not the denial of a list', (_, changes) => {
  expect(lacksList(failure('PERMISSION_DENIED').with(changes))).toBe(false);
});

test('a list that neither version has is a problem, and never an empty list', async () => {
  const { objects, problems } = await readCompleteList(pagesOf([], failure('NOT_FOUND')), identityProvider, {});
  expect([objects, problems]).toEqual([[], ['the service has no list of identity providers.']]);
  const failed = pagesOf([], failure('NOT_FOUND'), failure('UNAVAILABLE'));
  await expect(readCompleteList(failed, identityProvider, {})).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('it throws if the service is unreachable or rejects the token', async () => {
  for (const code of ['UNAVAILABLE', 'UNAUTHENTICATED'] as const)
    await expect(readCompleteList(pagesOf([], failure(code)), group, {})).rejects.toMatchObject({ code });
});

test('a kind is hidden if the token cannot list it in the whole group', () => {
  const uid = 'ab'.repeat(20);
  const grants = [
    { group: uid, capabilities: ['groups.list'] },
    { group: `${uid}/0123456789abcdef`, capabilities: ['identity.list'] },
  ];
  const problems = hiddenKinds({ subject: uid, capabilities: grants }, [group, identity], { uid, name: 'acme' });
  expect(problems).toEqual([
    'the token cannot list every identity of acme (identity.list). Hidden objects are not counted.',
  ]);
});
