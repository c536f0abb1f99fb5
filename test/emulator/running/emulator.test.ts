import { createEmulator, startEmulator } from '../../../src/emulator';

const builtIn = '/iam/v2beta1/roles?name=viewer';

test('what was created in a group is removed in reverse order: binding, identity, group (Contract D3, D4)', async () => {
  const { baseUrl, token, rootGroupUid, requestLog, snapshot, close } = await startEmulator();
  const before = await snapshot();
  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(baseUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    expect([path, response.status]).toEqual([path, 200]);
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  };
  const viewer = (await call('GET', builtIn)).roles[0];
  const group = await call('POST', `/iam/v2beta1/groups/${rootGroupUid}`, { name: 'payments' });
  const claimMatch = { issuer: 'https://token.actions.githubusercontent.com', subject: 'repo:acme/shop' };
  const identity = await call('POST', `/iam/v2beta1/identities/${group.uid}`, { name: 'ci', claimMatch });
  const references = { identityUid: identity.uid, roleUid: viewer.uid };
  const binding = await call('POST', `/iam/v2beta1/roleBindings/${group.uid}`, references);
  expect(binding.identity).toEqual({ uid: identity.uid, name: 'ci', ...claimMatch });

  expect(await call('DELETE', `/iam/v2beta1/roleBindings/${binding.uid}`)).toBeUndefined();
  await call('DELETE', `/iam/v2beta1/identities/${identity.uid}`);
  await call('DELETE', `/iam/v2beta1/groups/${group.uid}`);
  expect(await snapshot()).toEqual(before);
  expect(await requestLog.counts()).toMatchObject({ 'POST /iam/v2beta1/groups/{uid}': 1 });
  await close();
});

test('the same handler answers without a socket', async () => {
  const emulator = createEmulator();
  const authorization = `Bearer ${await emulator.administratorToken()}`;
  const request = new Request('http://localhost/iam/v2beta1/groups', { headers: { authorization } });
  const response = await emulator.handle(request);
  expect(await response.json()).toMatchObject({ totalCount: '1', groups: [{ uid: emulator.rootGroupUid }] });
  emulator.close();
});

test('a defect is an internal error with its reason, and no stack', async () => {
  const emulator = createEmulator();
  const authorization = `Bearer ${await emulator.administratorToken()}`;
  emulator.close();
  const response = await emulator.handle(
    new Request('http://localhost/iam/v2beta1/groups', { headers: { authorization } }),
  );
  const body = await response.text();
  expect([response.status, JSON.parse(body)]).toEqual([
    500,
    { code: 13, message: expect.stringMatching(/^Internal error: ./), details: [] },
  ]);
  expect(body).not.toContain('.ts:');
});
