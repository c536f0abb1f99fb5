import { claimMatch, detail, organization, type Json } from '../support/organization';

const bindings = '/iam/v2beta1/roleBindings';

async function bound() {
  const acme = await organization();
  const group = await acme.make('groups', acme.root, { name: 'payments', description: 'Pays.' });
  const identityUid = await acme.make('identities', group, { name: 'ci', description: 'Builds.', claimMatch });
  const roleUid = await acme.role('viewer');
  const binding = await acme.ok('POST', `${bindings}/${group}`, { identityUid, roleUid });
  return { ...acme, group, identityUid, roleUid, binding };
}

test('a role binding embeds identity, group and role, so that no lookup is needed (Contract K4)', async () => {
  const { ok, binding, group, identityUid, roleUid } = await bound();
  expect(binding).toEqual({
    uid: expect.stringMatching(new RegExp(`^${group}/[0-9a-f]{16}$`)),
    identity: { uid: identityUid, name: 'ci', description: 'Builds.', ...claimMatch },
    group: { uid: group, name: 'payments', description: 'Pays.' },
    role: { uid: roleUid, name: 'viewer', description: 'Viewer Role (built-in)' },
    createTime: '2026-03-01T12:00:00.000Z',
  });
  expect(await ok('GET', `${bindings}/${binding.uid}`)).toEqual(binding);
});

test('what a binding embeds is what stands there now', async () => {
  const { ok, binding, group } = await bound();
  await ok('PATCH', `/iam/v2beta1/groups/${group}`, { name: 'renamed' });
  expect((await ok('GET', `${bindings}/${binding.uid}`)).group.name).toBe('renamed');
});

test('bindings are found by identity, group and role (Contract K4)', async () => {
  const { ok, make, root, role, binding, group, identityUid, roleUid } = await bound();
  await make('roleBindings', root, { identityUid, roleUid: await role('editor') });
  const found = async (query: string) =>
    (await ok('GET', `${bindings}?${query}`)).roleBindings.map(({ uid }: { uid: string }) => uid);
  expect(await found(`identity=${identityUid}`)).toHaveLength(2);
  expect(await found(`group=${group}`)).toEqual([binding.uid]);
  expect(await found(`role=${roleUid}`)).toEqual([binding.uid]);
  expect(await found(`identity=${identityUid}&group=${root}&role=${roleUid}`)).toEqual([]);
});

test('identity and role can be patched, the group cannot (Contract K4)', async () => {
  const { ok, call, make, role, root, binding } = await bound();
  const editor = await role('editor');
  expect((await ok('PATCH', `${bindings}/${binding.uid}?updateMask=role_uid`, { roleUid: editor })).role.name).toBe(
    'editor',
  );
  const other = await make('identities', root, { name: 'other', claimMatch });
  expect((await ok('PATCH', `${bindings}/${binding.uid}`, { identityUid: other })).identity.name).toBe('other');
  expect((await call('PATCH', `${bindings}/${binding.uid}?updateMask=group_uid`, {})).body.code).toBe(3);
});

test('the same identity and role twice in one group already exist (Contract C1)', async () => {
  const { call, make, role, root, group, binding, identityUid, roleUid } = await bound();
  const again = await call('POST', `${bindings}/${group}`, { identityUid, roleUid });
  expect([again.status, again.body.code, detail(again.body, 'ErrorInfo').reason]).toEqual([409, 6, 'ALREADY_EXISTS']);
  expect(detail(again.body, 'ResourceInfo')).toMatchObject({ resourceType: 'RoleBinding', resourceName: binding.uid });
  const editor = await make('roleBindings', group, { identityUid, roleUid: await role('editor') });
  expect((await call('PATCH', `${bindings}/${editor}`, { roleUid })).body.code).toBe(6);
  expect((await call('POST', `${bindings}/${root}`, { identityUid, roleUid })).status).toBe(200);
});

test('deleting a missing binding is a success (Contract D2)', async () => {
  const { call, binding, group } = await bound();
  for (const uid of [binding.uid, binding.uid, `${group}/00000000000000aa`]) {
    expect(await call('DELETE', `${bindings}/${uid}`)).toMatchObject({ status: 200, body: undefined });
  }
  expect((await call('DELETE', `${bindings}/${'0'.repeat(40)}/00000000000000aa`)).body.code).toBe(7);
});

test('an identity that is bound is not deleted (Contract D4)', async () => {
  const { call, identityUid } = await bound();
  const { body } = await call('DELETE', `/iam/v2beta1/identities/${identityUid}`);
  expect([body.code, detail(body, 'PreconditionFailure').violations[0].type]).toEqual([9, 'RESOURCE_IN_USE']);
});

test('an identity or a role that does not exist is named by its field', async () => {
  const { call, group, roleUid } = await bound();
  const missing = `${group}/00000000000000aa`;
  const { body } = await call('POST', `${bindings}/${group}`, { identityUid: missing, roleUid: missing });
  expect(detail(body, 'BadRequest').fieldViolations.map(({ field }: { field: string }) => field)).toEqual([
    'identityUid',
    'roleUid',
  ]);
  const { body: malformed } = await call('POST', `${bindings}/${group}`, { identityUid: '../x', roleUid });
  expect(detail(malformed, 'BadRequest').fieldViolations[0].field).toBe('identityUid');
});

test('a person who was looked up can be bound before they sign in (Contract A7)', async () => {
  const { emulator, call, ok, group, roleUid } = await bound();
  const path = `${bindings}/${group}`;
  const stranger = 'a'.repeat(40);
  expect(detail((await call('POST', path, { identityUid: stranger, roleUid })).body, 'BadRequest')).toMatchObject({
    fieldViolations: [{ field: 'identityUid' }],
  });
  const account = { issuer: 'https://accounts.example.com', subject: 'ann' };
  const lookup = `/iam/v2beta1/identities:lookupIdentity?${new URLSearchParams(account).toString()}`;
  const { uid } = await ok('GET', lookup);
  const binding = await ok('POST', path, { identityUid: uid, roleUid });
  expect(binding.identity).toEqual({ uid, ...account });
  expect(await ok('GET', `${bindings}/${binding.uid}`)).toEqual(binding);
  expect((await ok('GET', `${bindings}?identity=${uid}`)).roleBindings).toEqual([binding]);
  // A restart knows them still, and looking up again changes nothing.
  const tree = emulator.snapshot();
  const again = await organization({ seed: tree });
  expect((await again.ok('GET', `${bindings}/${binding.uid}`)).identity).toEqual(binding.identity);
  expect(await ok('GET', lookup)).toEqual({ uid });
  expect(emulator.snapshot()).toEqual(tree);
});

test('an identity of another organization is refused like one that does not exist (Contract A7)', async () => {
  const { call, ok, make, group, roleUid } = await bound();
  const { uid: elsewhere } = await ok('POST', '/iam/v2beta1/groups', { name: 'elsewhere' });
  const identityUid = await make('identities', elsewhere, { name: 'ci', claimMatch });
  const { body } = await call('POST', `${bindings}/${group}`, { identityUid, roleUid });
  expect(detail(body, 'BadRequest').fieldViolations).toEqual([
    { field: 'identityUid', description: `identityUid names no identity: ${identityUid}` },
  ]);
});

test('a custom role is bound in its group and beneath, nowhere else', async () => {
  const { call, make, group, root, identityUid } = await bound();
  const custom = await make('roles', group, { name: 'custom', capabilities: ['groups.list'] });
  const inner = await make('groups', group, { name: 'inner' });
  expect((await call('POST', `${bindings}/${inner}`, { identityUid, roleUid: custom })).status).toBe(200);
  const { body } = await call('POST', `${bindings}/${root}`, { identityUid, roleUid: custom });
  expect(detail(body, 'BadRequest').fieldViolations[0]).toMatchObject({ field: 'roleUid' });
});

describe('batchCreate (Contract O4)', () => {
  const path = `${bindings}:batchCreate`;

  test('creates in the order of the requests', async () => {
    const { ok, group, identityUid, role } = await bound();
    const requests = [];
    for (const name of ['editor', 'owner'])
      requests.push({ parent: group, roleBinding: { identityUid, roleUid: await role(name) } });
    const { roleBindings } = await ok('POST', path, { parent: group, requests });
    expect(roleBindings.map((binding: Json) => binding.role.name)).toEqual(['editor', 'owner']);
  });

  test('is all or nothing', async () => {
    const { call, ok, group, identityUid, roleUid, role } = await bound();
    const good = { parent: group, roleBinding: { identityUid, roleUid: await role('editor') } };
    const taken = { parent: group, roleBinding: { identityUid, roleUid } };
    expect((await call('POST', path, { parent: group, requests: [good, taken] })).body.code).toBe(6);
    expect((await ok('GET', `${bindings}?group=${group}`)).totalCount).toBe('1');
  });

  test.each(['roleUid', 'role_uid'])('takes %s once for all objects that have none of their own', async (name) => {
    const { call, ok, make, group, role } = await bound();
    const [editor, viewer] = [await role('editor'), await role('viewer')];
    const requests = [];
    for (const own of [{}, { roleUid: '' }, { role_uid: editor }]) {
      const identityUid = await make('identities', group, { name: 'member', claimMatch });
      requests.push({ roleBinding: { identityUid, ...own } });
    }
    const { roleBindings } = await ok('POST', path, { parent: group, [name]: editor, requests });
    expect(roleBindings.map((binding: Json) => binding.role.name)).toEqual(['editor', 'editor', 'editor']);
    const contradiction = await call('POST', path, { parent: group, [name]: viewer, requests: requests.slice(2) });
    expect(detail(contradiction.body, 'BadRequest').fieldViolations[0].field).toBe('requests.0.roleBinding.roleUid');
    const missing = await call('POST', path, { parent: group, [name]: '', requests: requests.slice(0, 1) });
    expect(detail(missing.body, 'BadRequest').fieldViolations[0].field).toBe('roleUid');
    const wrong = await call('POST', path, { parent: group, [name]: 1, requests });
    expect(detail(wrong.body, 'BadRequest').fieldViolations[0].field).toBe('roleUid');
  });

  test('takes at most 25, and one parent', async () => {
    const { call, group, root, identityUid, roleUid } = await bound();
    const one = { parent: group, roleBinding: { identityUid, roleUid } };
    const problems = [
      { requests: [one] },
      { parent: group },
      { parent: group, requests: [] },
      { parent: group, requests: Array.from({ length: 26 }, () => one) },
      { parent: root, requests: [one] },
      { parent: group, requests: [{ parent: group }] },
      { parent: group, requests: [null] },
      { parent: group, requests: [one], colour: 'red' },
      { parent: group, requests: [{ ...one, colour: 'red' }] },
    ];
    for (const body of problems) expect((await call('POST', path, body)).body.code).toBe(3);
  });
});
