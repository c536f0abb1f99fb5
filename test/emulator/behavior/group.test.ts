import { claimMatch, detail, organization } from '../support/organization';

const contents: Record<string, object> = {
  groups: { name: 'inner' },
  identities: { name: 'x', claimMatch },
  roles: { name: 'x', capabilities: ['groups.list'] },
  accountAssociations: { name: 'x', amazon: { account: '123456789012' } },
};
const inWords: Record<string, string> = { accountAssociations: 'account associations' };

test.each(Object.keys(contents))('a group with %s in it is not deleted (Contract D3)', async (collection) => {
  const { call, ok, make, root } = await organization();
  const group = await make('groups', root, { name: 'a' });
  const inside = await make(collection, group, contents[collection]!);
  const { status, body } = await call('DELETE', `/iam/v2beta1/groups/${group}`);
  const description = `cannot delete group with child ${inWords[collection] ?? collection}`;
  expect([status, body.code, body.message]).toEqual([400, 9, `Precondition failed: ${description}`]);
  expect(detail(body, 'ErrorInfo').reason).toBe('FAILED_PRECONDITION');
  expect(detail(body, 'PreconditionFailure').violations).toMatchObject([{ type: 'RESOURCE_NOT_EMPTY', description }]);
  await ok('DELETE', `/iam/v2beta1/${collection}/${inside}`);
  expect(await ok('DELETE', `/iam/v2beta1/groups/${group}`)).toBeUndefined();
});

test('a group with a repo in it: the very words of the contract (Contract D3)', async () => {
  const { call, ok, emulator } = await organization({
    seed: { groups: [{ name: 'acme', groups: [{ name: 'a', repos: [{ name: 'shop' }] }] }] },
  });
  expect(emulator.rootGroupUid).toMatch(/^[0-9a-f]{40}$/);
  const { uid } = (await ok('GET', '/iam/v2beta1/groups?name=a')).groups[0];
  const { body } = await call('DELETE', `/iam/v2beta1/groups/${uid}`);
  expect(body.message).toBe('Precondition failed: cannot delete group with child repos');
});

test('a group with bindings, invites or a provider in it is not deleted (Contract D3)', async () => {
  const { emulator, call, ok, make, role } = await organization();
  const other = (await ok('POST', '/iam/v2beta1/groups', { name: 'other' })).uid;
  const viewer = await role('viewer');
  const inside = {
    roleBindings: { identityUid: emulator.administratorUid, roleUid: viewer },
    groupInvites: { roleUid: viewer, ttl: '60s' },
    identityProviders: {
      name: 'p',
      defaultRole: viewer,
      oidc: { issuer: 'https://i.example.com', clientId: 'c', pkceEnabled: true },
    },
  };
  for (const [collection, body] of Object.entries(inside)) {
    const uid = await make(collection, other, body);
    expect((await call('DELETE', `/iam/v2beta1/groups/${other}`)).body.code).toBe(9);
    await ok('DELETE', `/iam/v2beta1/${collection}/${uid}`);
  }
  await ok('DELETE', `/iam/v2beta1/groups/${other}`);
});

test("a root group goes together with its creator's own binding (Contract D3)", async () => {
  const { ok, emulator } = await organization();
  const before = emulator.snapshot();
  const { uid } = await ok('POST', '/iam/v2beta1/groups', { name: 'other' });
  expect(await ok('DELETE', `/iam/v2beta1/groups/${uid}`)).toBeUndefined();
  expect(emulator.snapshot()).toEqual(before);
});

test.each([
  ['nothing', '', {}],
  ['a mask without fields', '?updateMask=', {}],
  ['an output-only field', '', { uid: 'sent back' }],
  ['the values that it has', '?updateMask=role_uid', undefined],
])("a PATCH of %s leaves the creator's binding as the service made it (Contract D3)", async (_, mask, body) => {
  const { call, ok, role } = await organization();
  const { uid } = await ok('POST', '/iam/v2beta1/groups', { name: 'other' });
  const [binding] = (await ok('GET', `/iam/v2beta1/roleBindings?uidp.children_of=${uid}`)).roleBindings;
  await ok('PATCH', `/iam/v2beta1/roleBindings/${binding.uid}${mask}`, body ?? { roleUid: await role('owner') });
  expect((await call('DELETE', `/iam/v2beta1/groups/${uid}`)).status).toBe(200);
});

test("the creator's binding counts like any other once it was changed (Contract D3)", async () => {
  const { emulator, call, ok } = await organization({
    seed: { groups: [{ name: 'acme' }], identities: [{ name: 'ada', email: 'ada@example.com' }] },
  });
  const ada = emulator.snapshot()['identities']!.find(({ name }) => name === 'ada')!['uid'] as string;
  const { uid } = await ok('POST', '/iam/v2beta1/groups', { name: 'other' });
  const [binding] = (await ok('GET', `/iam/v2beta1/roleBindings?uidp.children_of=${uid}`)).roleBindings;
  await ok('PATCH', `/iam/v2beta1/roleBindings/${binding.uid}`, { identityUid: ada });
  const token = await emulator.tokenFor(ada);
  const { body } = await call('DELETE', `/iam/v2beta1/groups/${uid}`, undefined, { token });
  expect(body.message).toBe('Precondition failed: cannot delete group with child role bindings');
});

test('a deleted group is not found, with ErrorInfo and ResourceInfo (Contract E4)', async () => {
  const { call, ok, make, root } = await organization();
  const uid = await make('groups', root, { name: 'a' });
  await ok('DELETE', `/iam/v2beta1/groups/${uid}`);
  for (const method of ['GET', 'DELETE']) {
    const { status, body } = await call(method, `/iam/v2beta1/groups/${uid}`);
    expect([status, body.code, detail(body, 'ErrorInfo').reason]).toEqual([404, 5, 'NOT_FOUND']);
    expect(detail(body, 'ResourceInfo')).toMatchObject({ resourceType: 'Group', resourceName: uid });
  }
});

test('a description has at most 512 characters, each counted once, and can have several lines (Contract V5)', async () => {
  const { call, root } = await organization();
  const create = async (description: string) =>
    (await call('POST', `/iam/v2beta1/groups/${root}`, { name: 'a', description })).status;
  for (const fine of ['🦊'.repeat(512), 'a\u00a0b', '  Indented.', 'one\ntwo', 'a\r'])
    expect([fine, await create(fine)]).toEqual([fine, 200]);
  for (const wrong of ['🦊'.repeat(513), 'a\tb', 'a\f']) expect([wrong, await create(wrong)]).toEqual([wrong, 400]);
});
