import { ApiError, ResponseShapeError, type Client } from '../../../src/client';
import { listInV1 } from '../../../src/client/find/list-in-v1';
import { group } from '../../../src/model/kinds';

type V1 = Pick<Client, 'get' | 'listUidsInV1'>;
const options = { signal: new AbortController().signal };
const failure = (code: ApiError['code'], reason?: string) =>
  new ApiError({ code, explanation: 'x', method: 'GET', url: '/x', outcome: 'rejected', reason });

/** A client whose list has the uids; reads fail for those with an error. */
function clientOf(uids: readonly string[] | Error, errors: Readonly<Record<string, Error>> = {}): V1 {
  const client = {
    listUidsInV1: async () => {
      if (uids instanceof Error) throw uids;
      return [...uids];
    },
    get: async (_kind: unknown, uid: string) => {
      if (errors[uid] !== undefined) throw errors[uid];
      return { uid };
    },
  };
  return client as V1;
}
const list = (client: V1) => listInV1(client, group, {}, options);

test('each object of the list is read by its uid', async () => {
  expect(await list(clientOf(['a', 'b']))).toEqual([{ uid: 'a' }, { uid: 'b' }]);
  expect(await list(clientOf([]))).toEqual([]);
});

test('an object that was deleted in the meantime is left out', async () => {
  expect(await list(clientOf(['a', 'b'], { a: failure('NOT_FOUND', 'NOT_FOUND') }))).toEqual([{ uid: 'b' }]);
});

test('a 404 that the service did not send proves nothing about an object', async () => {
  await expect(list(clientOf(['a'], { a: failure('NOT_FOUND') }))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(list(clientOf(['a'], { a: failure('PERMISSION_DENIED') }))).rejects.toThrow(ApiError);
});

test('a service without the list is different from an empty list', async () => {
  const shape = { method: 'GET', url: '/x', status: 200, problem: 'expected a list "items"' };
  for (const error of [
    failure('NOT_FOUND'),
    failure('UNIMPLEMENTED'),
    new ResponseShapeError({ ...shape, isNotAList: true }),
  ])
    expect(await list(clientOf(error))).toBeUndefined();
  for (const error of [failure('PERMISSION_DENIED'), failure('UNAVAILABLE'), new ResponseShapeError(shape)])
    await expect(list(clientOf(error))).rejects.toBe(error);
});
