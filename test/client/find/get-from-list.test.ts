/** Reading one object of a kind that the service only lists (contract K9). */
import { createClient, externalGroupRoleMapping, isNotFound, ResponseShapeError } from '../../../src/client';
import {
  apiError,
  cannedFetch,
  CHILD,
  errorInfo,
  GRANDCHILD,
  ownTime,
  ROOT,
  TOKEN,
  type CannedResponse,
} from '../canned';

const mapping = { uid: CHILD, identityProviderUid: CHILD, externalGroup: 'devs', roleUid: ROOT };

function read(response: CannedResponse) {
  const { fetch, requests } = cannedFetch(response);
  const client = createClient({ baseUrl: 'https://api.test', token: TOKEN, fetch, ...ownTime() });
  return { requests, result: client.get(externalGroupRoleMapping, CHILD) };
}

const listOf = (...externalGroupRoleMappings: object[]): CannedResponse => ({
  body: { externalGroupRoleMappings, totalCount: String(externalGroupRoleMappings.length) },
});

test('the object is in the list with its uid, also if the service ignores the filter', async () => {
  const { requests, result } = read(listOf({ ...mapping, uid: GRANDCHILD }, mapping));
  expect(await result).toMatchObject(mapping);
  expect(requests.map(({ url }) => [url.pathname, url.searchParams.get('uidp.ids')])).toEqual([
    ['/iam/v2beta1/externalGroupRoleMappings', CHILD],
  ]);
});

test('an object that is not in the list does not exist', async () => {
  const error: unknown = await read(listOf({ ...mapping, uid: GRANDCHILD })).result.catch((cause: unknown) => cause);
  expect(isNotFound(error)).toBe(true);
});

test('an object that is malformed exists', async () => {
  await expect(read(listOf({ ...mapping, roleUid: 1 })).result).rejects.toBeInstanceOf(ResponseShapeError);
});

test('without a list the object is not said to be gone (contract L9)', async () => {
  const error: unknown = await read(apiError(404, 5, 'not found', errorInfo('NOT_FOUND'))).result.catch(
    (cause: unknown) => cause,
  );
  expect(error).toMatchObject({ code: 'UNIMPLEMENTED', status: 404 });
  expect(isNotFound(error)).toBe(false);
});
