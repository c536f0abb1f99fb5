import { declarations } from '../../../src/model/kinds';
import { listPath, offers } from '../../../src/model/schema';
import { organization } from '../support/organization';

const methods = { list: 'GET', get: 'GET', create: 'POST', update: 'PATCH', delete: 'DELETE' } as const;

test.each([
  '/',
  '/iam',
  '/iam/v2beta1',
  '/iam/v2beta1/unicorns',
  '/iam/v3/groups',
  '/registry/v2beta1/groups',
  '/iam/v2beta1/groups/',
  '/iam/v2beta1/roleBindings:fly',
  '/IAM/v2beta1/groups',
  '/prefix/iam/v2beta1/groups',
])('nothing lies at %s: code 5 with empty details, token or not (contract O6)', async (path) => {
  const { call } = await organization();
  for (const asked of [undefined, { token: 'none' }])
    expect(await call('GET', path, undefined, asked)).toMatchObject({ status: 404, body: { code: 5, details: [] } });
});

test('a known route with a wrong method is 12 (contract O6)', async () => {
  const { call, root } = await organization();
  for (const [method, path] of [
    ['PUT', `/iam/v2beta1/groups/${root}`],
    ['DELETE', '/iam/v2beta1/groups'],
    ['PATCH', '/iam/v2beta1/groups'],
    ['GET', '/iam/v2beta1/roleBindings:batchCreate'],
    ['OPTIONS', '/iam/v2beta1/groups'],
  ] as const)
    expect(await call(method, path)).toMatchObject({ status: 501, body: { code: 12 } });
});

test.each(declarations.map((declaration) => [declaration.kind, declaration] as const))(
  '%s offers the operations of its declaration and no other (O2)',
  async (_, declaration) => {
    const { call, root } = await organization();
    for (const [operation, method] of Object.entries(methods)) {
      const path = operation === 'list' ? listPath(declaration) : `${listPath(declaration)}/${root}/00000000000000aa`;
      const body = method === 'POST' || method === 'PATCH' ? {} : undefined;
      const { status } = await call(method, path, body);
      expect([operation, status === 501]).toEqual([operation, !offers(declaration, operation as keyof typeof methods)]);
    }
  },
);

test('the same resources lie under v2 as under v2beta1 (contract O1)', async () => {
  const { ok, root } = await organization();
  const { uid } = await ok('POST', `/iam/v2/groups/${root}`, { name: 'a' });
  expect(await ok('GET', `/iam/v2/groups/${uid}`)).toEqual(await ok('GET', `/iam/v2beta1/groups/${uid}`));
});

test.each(['x', '..%2Fx', 'ABCDEF', "a'b", '%', `${'0'.repeat(40)}/1`, `${'0'.repeat(40)}/%00`])(
  'the uid %s in a path is an invalid argument (U1)',
  async (uid) => {
    const { call } = await organization();
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      const { status, body } = await call(method, `/iam/v2beta1/groups/${uid}`, method === 'GET' ? undefined : {});
      expect([status, body.code]).toEqual([400, 3]);
    }
  },
);

test.each(['{', '[]', '"x"', '1', 'null', 'true', '{"name":"a"', '{"name":}'])(
  'the body %s is malformed: an invalid argument (contract O8)',
  async (body) => {
    const { call, root } = await organization();
    const answer = await call('POST', `/iam/v2beta1/groups/${root}`, body);
    expect([answer.status, answer.body.code]).toEqual([400, 3]);
    expect(answer.body.message).toMatch(/^Invalid argument: body: body must be /);
  },
);

test('a body of more than 1 MiB is an invalid argument, one of just that is read (contract O8)', async () => {
  const { call, root } = await organization();
  const padded = (size: number) => `{"name":"a"}${' '.repeat(size - 12)}`;
  expect((await call('POST', `/iam/v2beta1/groups/${root}`, padded(1024 * 1024))).status).toBe(200);
  const { body } = await call('POST', `/iam/v2beta1/groups/${root}`, padded(1024 * 1024 + 1));
  expect(body).toMatchObject({ code: 3, message: 'Invalid argument: body: body must be at most 1048576 bytes' });
});

test('a body that is not UTF-8 is an invalid argument', async () => {
  const { emulator, root } = await organization();
  const authorization = `Bearer ${await emulator.administratorToken()}`;
  const body = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
  const url = `http://x/iam/v2beta1/groups/${root}`;
  const response = await emulator.handle(new Request(url, { method: 'POST', headers: { authorization }, body }));
  expect([response.status, await response.json()]).toMatchObject([400, { code: 3 }]);
});

test('the response to a delete is 200 with an empty body (D1)', async () => {
  const { call, make, root } = await organization();
  const uid = await make('groups', root, { name: 'a' });
  expect(await call('DELETE', `/iam/v2beta1/groups/${uid}`)).toMatchObject({ status: 200, body: undefined });
});
