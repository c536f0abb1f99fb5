/** Cached callers, roles and bindings are dropped with the write that revokes them (contract A2, T1). */
import { organization } from '../support/organization';

const groups = '/iam/v2beta1/groups';

async function reader() {
  const acme = await organization();
  const roleUid = await acme.make('roles', acme.root, { name: 'reader', capabilities: ['groups.list'] });
  const { uid, token } = await acme.member(acme.root, {});
  const binding = await acme.make('roleBindings', acme.root, { identityUid: uid, roleUid });
  const read = async () => (await acme.call('GET', `${groups}/${acme.root}`, undefined, { token })).status;
  // Twice: the second time everything comes from the cache.
  expect([await read(), await read()]).toEqual([200, 200]);
  return { ...acme, uid, token, roleUid, binding, read };
}

test('a binding that is deleted holds for no further request', async () => {
  const { ok, binding, read, make, root, uid, roleUid } = await reader();
  await ok('DELETE', `/iam/v2beta1/roleBindings/${binding}`);
  expect(await read()).toBe(403);
  await make('roleBindings', root, { identityUid: uid, roleUid });
  expect(await read()).toBe(200);
});

test('a capability that a role loses is lost with it', async () => {
  const { ok, roleUid, read } = await reader();
  await ok('PATCH', `/iam/v2beta1/roles/${roleUid}?updateMask=capabilities`, { capabilities: ['roles.list'] });
  expect(await read()).toBe(403);
});

test('a token of an identity that is deleted is refused', async () => {
  const { ok, uid, binding, read } = await reader();
  await ok('DELETE', `/iam/v2beta1/roleBindings/${binding}`);
  await ok('DELETE', `/iam/v2beta1/identities/${uid}`);
  expect(await read()).toBe(401);
});

test('what a request began and did not finish takes nothing away', async () => {
  const { call, read, root, uid, roleUid } = await reader();
  const requests = [{ identityUid: uid, roleUid }].map((roleBinding) => ({ parent: root, roleBinding }));
  // It exists already: none is created.
  expect((await call('POST', '/iam/v2beta1/roleBindings:batchCreate', { parent: root, requests })).status).toBe(409);
  expect(await read()).toBe(200);
});

test('a reset takes away what was given since', async () => {
  const { emulator, read } = await reader();
  emulator.reset();
  expect(await read()).toBe(401);
});
